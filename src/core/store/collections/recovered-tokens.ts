import { type Selectable, sql } from 'kysely'
import { actionMoves } from '../../journal/states.ts'
import { recoveredActionIds } from '../journal/actions.ts'
import { mintsNow } from '../journal/mints-now.ts'
import { addTransfer, type NewTransfer } from '../journal/transfers/transfers.ts'
import type { Store } from '../sqlite/open.ts'
import type { LeavesTable } from '../tables/collections.ts'
import type { RecoveredMint } from './recovery.ts'

/** A token with an address of its own that is on chain, and whose own id is not known. */
export interface RecoveredToken extends RecoveredMint {
  tokenAddress: string
  /** The URI it was minted with. */
  tokenUri: string
  compressed: boolean
  /** Metadata with nothing but the name on chain, where the name does not follow from anything else; null: it does. */
  named: { json: string; hash: string } | null
}

/** Which of these transactions need not be read back: they were read before, or are the journal's own. */
export async function readBefore(db: Store, network: string, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select value as hash from json_each(${JSON.stringify(hashes)}) where
      exists (select 1 from recovery_reads where recovery_reads.network = ${network} and recovery_reads.hash = value)
      or exists (select 1 from attempts where attempts.hash = value)`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Notes that everything these transactions did is stored. */
export async function noteRead(db: Store, network: string, hashes: readonly string[]): Promise<void> {
  await sql`insert into recovery_reads (network, hash) select ${network}, value from json_each(${JSON.stringify(hashes)})
            where true on conflict do nothing`.execute(db)
}

/** Enters tokens that no mint has under our own ids, to be listed until they are asked for. @returns how many are new */
export async function enterRecoveredTokens(
  db: Store,
  collectionPk: number,
  tokens: readonly RecoveredToken[],
  now: number,
): Promise<number> {
  if (tokens.length === 0) return 0
  return await db.transaction().execute(async (trx) => {
    const texts = tokens.flatMap(({ metadata, named }) =>
      [metadata, named].flatMap((one) => (one ? [[one.hash, one.json]] : [])),
    )
    await sql`insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${JSON.stringify(texts)})
              where true on conflict do nothing`.execute(trx)
    const actionIds = await recoveredActionIds(
      trx,
      collectionPk,
      tokens.map(({ id }) => id),
    )
    const rows = JSON.stringify(
      tokens.map((token, place) => [
        ...[token.id, actionIds[place], token.recipient, token.address],
        ...[token.metadata?.hash ?? null, (token.named ?? token.metadata)?.hash ?? null, token.uri],
        ...[token.contentHash.toString('hex'), token.tokenId, token.txHash],
        ...[token.tokenUri, token.tokenAddress, token.compressed ? 1 : 0],
      ]),
    )
    const { numAffectedRows } = await sql`
      insert into mints (collection_pk, state, created_at, completed_at, reupload, recovered, id, action_id, recipient, address,
                         metadata_hash, resolved_hash, metadata_uri, content_hash, token_id, tx_hash, token_uri, token_address,
                         compressed)
      select ${collectionPk}, 'succeeded', ${now}, ${now}, 0, 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3,
             value ->> 4, value ->> 5, value ->> 6, unhex(value ->> 7), value ->> 8, value ->> 9, value ->> 10, value ->> 11,
             value ->> 12
      from json_each(${rows})
      where not exists (select 1 from mints where mints.token_address = value ->> 11 and mints.collection_pk = ${collectionPk})
      on conflict do nothing`.execute(trx)
    return Number(numAffectedRows ?? 0n)
  })
}

/** The mint whose token has this address, and the work (JSON) of its last update; undefined: there is none. */
export function bearerOf(
  db: Store,
  collectionPk: number,
  address: string,
): Promise<{ pk: number; token_id: number | null; update_work: string | null } | undefined> {
  return db
    .selectFrom('mints')
    .select((eb) => [
      'pk',
      'token_id',
      eb
        .selectFrom('actions')
        .select('work')
        .whereRef('actions.mint_pk', '=', 'mints.pk')
        .where('kind', '=', 'nfts.update')
        .where('status', '=', 'succeeded')
        .orderBy('actions.pk', 'desc')
        .limit(1)
        .as('update_work'),
    ])
    .where('token_address', '=', address)
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
}

/** Enters an update that was found on the chain as succeeded. */
export async function enterRecoveredUpdate(
  db: Store,
  update: { id: string; projectId: string; collectionPk: number; mintPk: number; work: unknown },
  now: number,
): Promise<void> {
  await db
    .insertInto('actions')
    .values({
      ...{ project_id: update.projectId, id: update.id, kind: 'nfts.update', collection_pk: update.collectionPk },
      ...{ mint_pk: update.mintPk, status: 'succeeded', work: JSON.stringify(update.work), transaction_pk: null },
      ...{ error_code: null, error_message: null, started_at: now, completed_at: now },
    })
    .execute()
}

/** Enters a transfer that was found on the chain as succeeded; one that is there stays. */
export async function enterRecoveredTransfer(
  db: Store,
  transfer: Omit<NewTransfer, 'tokenId' | 'request' | 'since'> & { mintPk: number; txHash: string },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const there = await trx
      .selectFrom('transfers')
      .select('pk')
      .where('mint_pk', '=', transfer.mintPk)
      .where('tx_hash', '=', transfer.txHash)
      .executeTakeFirst()
    if (there) return
    const { txHash, ...rest } = transfer
    const pk = await addTransfer(trx, { ...rest, tokenId: '', request: '', since: 0 }, now)
    const done = { status: actionMoves.succeed.to, tx_hash: txHash, completed_at: now }
    await trx.updateTable('transfers').set(done).where('pk', '=', pk).execute()
  })
}

/** The leaves of a tree at these places that the journal knows. */
export function leavesAt(db: Store, treePk: number, places: readonly number[]): Promise<Selectable<LeavesTable>[]> {
  return db
    .selectFrom('leaves')
    .selectAll()
    .where('tree_pk', '=', treePk)
    .where('place', 'in', sql<number>`(select value from json_each(${JSON.stringify(places)}))`)
    .execute()
}

/** The addresses of tokens that were read back under our own ids, by token. */
export async function recoveredAddresses(
  db: Store,
  collectionPk: number,
  tokenIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('mints')
    .select(['token_id', 'token_address'])
    .where('collection_pk', '=', collectionPk)
    .where('token_id', 'in', sql<number>`(select value from json_each(${JSON.stringify(tokenIds)}))`)
    .where('recovered', '=', 1)
    .execute()
  return new Map(
    rows.flatMap(({ token_id, token_address }): [number, string][] =>
      token_id === null || token_address === null ? [] : [[token_id, token_address]],
    ),
  )
}

/** How many uncompressed tokens (accounts of their own) of a collection the journal knows. */
export async function uncompressedCount(db: Store, collectionPk: number): Promise<number> {
  const { count } = await mintsNow(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('collection_pk', '=', collectionPk)
    .where('compressed', '=', 0)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return count
}

/** The deployed contracts of the project at a place in the seed. */
export async function contractsAt(
  db: Store,
  kind: 'practice' | 'live',
  index: number,
  chain: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('collections')
    .innerJoin('projects', 'projects.id', 'collections.project_id')
    .select('contract_address')
    .where('projects.kind', '=', kind)
    .where('projects.idx', '=', index)
    .where('collections.chain', '=', chain)
    .where('collections.state', '=', 'deployed')
    .execute()
  return rows.flatMap(({ contract_address }) => contract_address ?? [])
}

/** Sets the symbol that a collection's tokens have on chain. */
export async function setSymbol(db: Store, collectionPk: number, symbol: string): Promise<void> {
  await sql`update collections set metadata = json_set(metadata, '$.symbol', ${symbol}) where pk = ${collectionPk}`.execute(
    db,
  )
}
