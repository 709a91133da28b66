import { type Kysely, type Selectable, sql } from 'kysely'
import { resolvedHash } from '../journal/batches.ts'
import { completedNow, type MintNow, stateNow, tokenNow } from '../journal/mints-now.ts'
import type { CollectionsTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'

/** A mint of ours that may lie in a wallet, with its collection and its metadata as it was minted: with the copies of linked files. */
export type TokenMint = MintNow & {
  json: string | null
  /** The work (JSON) of the last update that the chain has confirmed: where its metadata lies, and how it was given. */
  update_work: string | null
  collection_metadata: CollectionsTable['metadata']
  collection_settled: Selectable<CollectionsTable>['settled']
}

/** The part of it that decides its place in a list. */
export type OwnToken = Pick<TokenMint, 'pk' | 'token_address' | 'compressed'>

/**
 * The mints of a project kind's collections, on a chain whose tokens have addresses of their own, that may be in a wallet, oldest first:
 * compressed ones whose leaf names the wallet; accounts that were minted or moved to it (the chain says whether it still holds them); and
 * accounts among `held`, which the chain says that it holds.
 */
export async function ownTokensOf(
  db: Kysely<Database>,
  kind: 'practice' | 'live',
  chain: string,
  wallet: string,
  held: readonly string[],
): Promise<OwnToken[]> {
  const { rows } = await sql<OwnToken>`
    select mints.pk, mints.token_address, mints.compressed
    from mints
      join collections on collections.pk = mints.collection_pk
      join projects on projects.id = collections.project_id
    where projects.kind = ${kind} and collections.chain = ${chain} and ${stateNow()} = 'succeeded' and (
      mints.token_address in (select address from leaves where owner = ${wallet} and node is not zeroblob(32))
      or (mints.compressed = 0 and mints.token_address is not null and (mints.address = ${wallet} or mints.pk in (
        select mint_pk from transfers where mint_pk is not null and status = 'succeeded' and work ->> 'to' = ${wallet})))
      or (mints.compressed = 0 and mints.token_address in (select value from json_each(${JSON.stringify(held)}))))
    order by mints.pk`.execute(db)
  return rows
}

/** These mints, oldest first. */
export async function tokenMintsBy(db: Kysely<Database>, pks: readonly number[]): Promise<TokenMint[]> {
  if (pks.length === 0) return []
  const { rows } = await sql<TokenMint>`
    select mints.*, ${stateNow()} as state, ${tokenNow()} as token_id, ${completedNow()} as completed_at, metadata.json as json, collections.metadata as collection_metadata, collections.settled as collection_settled,
      (select work from actions where actions.mint_pk = mints.pk and kind = 'nfts.update' and status = 'succeeded'
        order by actions.pk desc limit 1) as update_work
    from mints
      join collections on collections.pk = mints.collection_pk
      left join metadata on metadata.hash = ${resolvedHash}
    where mints.pk in (select value from json_each(${JSON.stringify(pks)}))
    order by mints.pk`.execute(db)
  return rows
}

/** Which of these are tokens in trees of ours, whoever holds them. */
export async function leavesAmong(db: Kysely<Database>, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from leaves where address in (select value from json_each(${JSON.stringify(addresses)}))`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
