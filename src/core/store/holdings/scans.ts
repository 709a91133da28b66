import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import type { ScansTable } from '../tables/holdings.ts'
import type { Database } from '../tables/schema.ts'

export type ScanRow = Selectable<ScansTable>

/** Ours, blocks: few enough for every node. How many a node takes at once is learnt from there. */
const firstSpan = 1_000

/** How far events of this scope were read; where there is no scan yet, begins one with the block `first`. */
export async function openScan(db: Store, network: string, scope: string, first: number): Promise<ScanRow> {
  const known = await findScan(db, network, scope)
  if (known) return known
  const row = { network, scope, first, through: first - 1, through_hash: null, span: firstSpan, message: null }
  await db
    .insertInto('scans')
    .values({ ...row, state: 'idle' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findScan(db, network, scope)) ?? { ...row, state: 'idle' }
}

export async function findScan(db: Store, network: string, scope: string): Promise<ScanRow | undefined> {
  return await db
    .selectFrom('scans')
    .selectAll()
    .where('network', '=', network)
    .where('scope', '=', scope)
    .executeTakeFirst()
}

/** Stores how far scopes of a network were read; never moves one back. */
export async function noteScans(
  trx: Store | Transaction<Database>,
  network: string,
  scopes: readonly string[],
  { through, hash, span }: { through: number; hash: string | null; span: number },
): Promise<void> {
  await trx
    .updateTable('scans')
    .set({ through, through_hash: hash, span })
    .where('network', '=', network)
    .where('scope', 'in', scopes)
    .where('through', '<=', through)
    .execute()
}

/** Names of the scopes of a network that were read further than a block. */
export async function scopesBeyond(
  trx: Transaction<Database>,
  network: string,
  block: number,
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('scans')
    .select('scope')
    .where('network', '=', network)
    .where('through', '>', block)
    .execute()
  return new Set(rows.map(({ scope }) => scope))
}

/** Moves a scope back to a block, because the network lost blocks. The chain is asked again about what the scope found. */
export async function rewindScan(db: Store, { network, scope }: ScanRow, through: number): Promise<void> {
  const [of, address = ''] = scope.split(':')
  const bytes = Buffer.from(address.slice(2), 'hex')
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('scans')
      .set({ through, through_hash: null })
      .where('network', '=', network)
      .where('scope', '=', scope)
      .execute()
    await trx
      .updateTable('sightings')
      .set({ state: 'seen' })
      .where('network', '=', network)
      .where(of === 'wallet' ? 'wallet' : 'contract', '=', bytes)
      .where('state', 'in', ['held', 'gone'])
      .execute()
  })
}

/**
 * Lets the chain be asked again about tokens that a wallet had lost in blocks that a reorganisation could still remove when the chain said so:
 * as long as it can, and once more after that, since it may have happened between two looks (`settleSightings` ends it).
 */
export async function doubtGone(db: Store, network: string, wallet: string): Promise<void> {
  await db
    .updateTable('sightings')
    .set({ state: 'seen' })
    .where('network', '=', network)
    .where('wallet', '=', Buffer.from(wallet.slice(2), 'hex'))
    .where('gone_at', 'is not', null)
    .where('state', '=', 'gone')
    .execute()
}

/** The newest block up to which anything of a network was read for good; -1 where nothing was. */
export async function readThrough(db: Store, network: string): Promise<number> {
  const { through } = await db
    .selectFrom('scans')
    .select(({ fn }) => fn.max('through').as('through'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return through ?? -1
}

/** Sets the state of a scan that a person started. */
export async function setScanState(
  db: Store,
  { network, scope }: Pick<ScanRow, 'network' | 'scope'>,
  state: ScanRow['state'],
  message: string | null = null,
): Promise<void> {
  await db
    .updateTable('scans')
    .set({ state, message })
    .where('network', '=', network)
    .where('scope', '=', scope)
    .execute()
}

/** Scans that were under way. */
export async function runningScans(db: Store): Promise<ScanRow[]> {
  return await db.selectFrom('scans').selectAll().where(sql<boolean>`state = 'running'`).execute()
}

/** Forgets a scan; what it found stays, and is asked again when it is listed. */
export async function dropScan(db: Store, { network, scope }: Pick<ScanRow, 'network' | 'scope'>): Promise<void> {
  await db.deleteFrom('scans').where('network', '=', network).where('scope', '=', scope).execute()
}

/** The block in which a collection's contract was deployed; null where the journal does not know it. */
export async function deployedIn(db: Store, collectionPk: number): Promise<number | null> {
  const { block } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.max('block_number').as('block'))
    .where('collection_pk', '=', collectionPk)
    .where('purpose', '=', 'deploy')
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return block
}

/** The transaction of a collection's first token, where it was read back from the chain. */
export async function firstMinting(db: Store, collectionPk: number): Promise<string | null> {
  const row = await db
    .selectFrom('mints')
    .select('tx_hash')
    .where('collection_pk', '=', collectionPk)
    .where('token_id', 'is not', null)
    .where('tx_hash', 'is not', null)
    .orderBy('token_id')
    .limit(1)
    .executeTakeFirst()
  return row?.tx_hash ?? null
}

/** By signer, how many sequences of a network the journal knows to be used for good. */
export async function settledSequences(db: Store, network: string): Promise<{ signer: string; count: number }[]> {
  const rows = await db
    .selectFrom('transactions')
    .select((eb) => ['signer', eb.fn.max('sequence').as('last')])
    .where('network', '=', network)
    .where('state', 'in', ['succeeded', 'failed'])
    .groupBy('signer')
    .execute()
  return rows.map(({ signer, last }) => ({ signer, count: last + 1 }))
}
