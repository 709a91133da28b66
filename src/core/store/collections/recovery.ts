import { sql, type Transaction } from 'kysely'
import { recoveredActionIds } from '../journal/actions.ts'
import { bearsToken } from '../journal/mints-now.ts'
import type { Store } from '../sqlite/open.ts'
import type { Database } from '../tables/schema.ts'
import type { CollectionRow } from './collections.ts'
import { defaultCollections } from './default-collections.ts'
import { type CollectionSettings, type InitialSettings, wantedColumns } from './settings.ts'

/** A search of a network for collections of the first projects of a seed. */
export interface Scan {
  /** The last block that was searched; -1: none. */
  through: number
  /** The highest project place for which it found one; -1: none. */
  highest: number
}

export const unbegun: Scan = { through: -1, highest: -1 }

/** How far the search for the first `projects` projects was when it was interrupted. */
export async function scanOf(db: Store, network: string, projects: number): Promise<Scan> {
  const row = await db
    .selectFrom('recovery_scans')
    .select(['through', 'highest'])
    .where('network', '=', network)
    .where('projects', '=', projects)
    .executeTakeFirst()
  return row ?? unbegun
}

export async function noteScan(db: Store, network: string, projects: number, scan: Scan): Promise<void> {
  await db
    .insertInto('recovery_scans')
    .values({ network, projects, ...scan })
    .onConflict((conflict) => conflict.columns(['network', 'projects']).doUpdateSet(scan))
    .execute()
}

/** The project at a place in the seed; made when there is none. Undefined where a project of the other kind has that place. */
export async function projectAt(
  db: Store,
  kind: 'practice' | 'live',
  index: number,
  id: string,
  now: number,
): Promise<{ id: string; made: boolean } | undefined> {
  const there = await db.selectFrom('projects').selectAll().where('idx', '=', index).executeTakeFirst()
  if (there) return there.kind === kind ? { id: there.id, made: false } : undefined
  const name = `Recovered ${kind} project ${index}`
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('projects').values({ id, idx: index, name, kind, enterprise: 0, created_at: now }).execute()
    await trx.insertInto('collections').values(defaultCollections(id, now)).execute()
  })
  return { id, made: true }
}

export interface RecoveredCollection {
  /** Its own id, or one of ours where its own is not known. */
  id: string
  chain: string
  contract: string
  contractKind: string
  contractVersion: number
  contractUri: string
  /** The settings that the contract was deployed with. */
  initial: InitialSettings
  /** The current settings. */
  settings: CollectionSettings
  purchased: number
  metadata: { name: string; description: string; imageUrl: string; symbol: string }
  /** Why the collection is halted; absent: it is not. */
  halted?: string
}

/**
 * Enters a collection that was found on its chain, or updates the journal's row for it to what the chain says.
 * @returns the chain of the collection that has its id here, where that is another one: the contracts of both may even have one address
 */
export async function enterCollection(
  db: Store,
  projectId: string,
  found: RecoveredCollection,
  now: number,
): Promise<{ collection: CollectionRow } | { takenOn: string }> {
  return db.transaction().execute(async (trx) => {
    const byContract = await standing(trx, projectId)
      .where('chain', '=', found.chain)
      .where('contract_address', '=', found.contract)
      .executeTakeFirst()
    if (byContract?.state === 'deployed') return { collection: await withOwnId(trx, byContract, found) }
    const byId = byContract ?? (await standing(trx, projectId).where('id', '=', found.id).executeTakeFirst())
    if (byId !== undefined && byId.chain !== found.chain) return { takenOn: byId.chain }
    const facts = {
      contract_uri: found.contractUri,
      contract_address: found.contract,
      contract_kind: found.contractKind,
      contract_version: found.contractVersion,
      initial: JSON.stringify(found.initial),
      settled: JSON.stringify(found.settings),
      ...wantedColumns(found.settings),
      purchased: found.purchased,
      state: 'deployed' as const,
      ...(found.halted === undefined ? {} : { halted: found.halted }),
    }
    if (byId) {
      const collection = await trx
        .updateTable('collections')
        .set(facts)
        .where('pk', '=', byId.pk)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { collection }
    }
    const collection = await trx
      .insertInto('collections')
      .values({
        ...facts,
        project_id: projectId,
        id: found.id,
        chain: found.chain,
        fungibility: found.contractKind === 'copies' ? 'semi-fungible' : 'non-fungible',
        metadata: JSON.stringify(found.metadata),
        reupload: 1,
        halted: found.halted ?? null,
        action_id: null,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { collection }
  })
}

/** The id of ours that a collection has until its own is known. */
export function placeholderId(contract: string): string {
  return `recovered-${contract.slice(2, 10).toLowerCase()}`
}

/** Gives a collection its own id in place of ours, unless something was asked of it under ours: what follows from ids would change. */
async function withOwnId(
  trx: Transaction<Database>,
  row: CollectionRow,
  { id, contract }: Pick<RecoveredCollection, 'id' | 'contract'>,
): Promise<CollectionRow> {
  if (row.id !== placeholderId(contract) || row.id === id) return row
  const isFree = sql<boolean>`
    not exists (select 1 from collections where project_id = ${row.project_id} and id = ${id})
    and not exists (select 1 from runs where collection_pk = ${row.pk})
    and not exists (select 1 from actions where collection_pk = ${row.pk})
    and not exists (select 1 from mints where collection_pk = ${row.pk} and recovered = 0)
    and not exists (select 1 from templates where collection_pk = ${row.pk} and id <> 'recovered-' || token_id)`
  const named = await trx
    .updateTable('collections')
    .set({ id })
    .where('pk', '=', row.pk)
    .where(isFree)
    .returningAll()
    .executeTakeFirst()
  return named ?? row
}

/** What to know of the id that a collection has after its recovery; null: nothing. @param own its own id; null: not known */
export function idRemark(row: Pick<CollectionRow, 'id'>, contract: string, own: string | null): string | null {
  if (row.id !== placeholderId(contract)) return null
  return own === null
    ? 'Its own id is not known, so it has one of ours, and its rows are not known again. If you know the id, run recover --collection <id>.'
    : `Its own id is ${own}. It keeps the one of ours, since it was used under that, or another collection here has its own.`
}

/** Why a collection whose id is taken on another chain is left out, and what to do. */
export function takenRemark(id: string, chain: string, kind: 'practice' | 'live'): string {
  // A practice network lies in the data folder.
  const where = kind === 'live' ? 'another data folder' : 'a copy of this data folder without its database'
  return `A collection on ${chain} has the id ${id} here, so it was left out: run recover into ${where} (--data).`
}

function standing(trx: Transaction<Database>, projectId: string) {
  return trx.selectFrom('collections').selectAll().where('project_id', '=', projectId)
}

/** Tokens that were read back from the chain and that no mint has, with their transactions' hashes. */
export async function tokensWithoutMint(db: Store, collectionPk: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('known_mints')
    .select(['token_id', 'tx_hash'])
    .where('collection_pk', '=', collectionPk)
    .where(sql<boolean>`not ${bearsToken('known_mints.collection_pk', 'known_mints.token_id')}`)
    .execute()
  return new Map(rows.map(({ token_id, tx_hash }) => [token_id, tx_hash]))
}

/** An NFT on chain whose own id is not known. */
export interface RecoveredMint {
  id: string
  tokenId: number
  txHash: string
  recipient: string
  address: string
  metadata: { json: string; hash: string } | null
  uri: string | null
  contentHash: Buffer
}

/** Enters NFTs under ids of our own, to be listed until their own ids are asked for. Those that are there stay. */
export async function enterRecovered(
  db: Store,
  collectionPk: number,
  mints: readonly RecoveredMint[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const texts = JSON.stringify(mints.flatMap(({ metadata }) => (metadata ? [[metadata.hash, metadata.json]] : [])))
    await sql`insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${texts})
              where true on conflict do nothing`.execute(trx)
    const actionIds = await recoveredActionIds(
      trx,
      collectionPk,
      mints.map(({ id }) => id),
    )
    const rows = JSON.stringify(
      mints.map((mint, place) => [
        mint.id,
        mint.recipient,
        mint.address,
        mint.metadata?.hash ?? null,
        mint.uri,
        mint.contentHash.toString('hex'),
        mint.tokenId,
        mint.txHash,
        actionIds[place],
      ]),
    )
    await sql`
      insert into mints (collection_pk, state, created_at, completed_at, reupload, recovered, id, action_id, recipient, address,
                         metadata_hash, resolved_hash, metadata_uri, content_hash, token_id, tx_hash)
      select ${collectionPk}, 'succeeded', ${now}, ${now}, 0, 1, value ->> 0, value ->> 8, value ->> 1, value ->> 2,
             value ->> 3, value ->> 3, value ->> 4, unhex(value ->> 5), value ->> 6, value ->> 7
      from json_each(${rows}) where true order by value ->> 6 on conflict do nothing`.execute(trx)
  })
}
