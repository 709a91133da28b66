import { type Kysely, sql, type Transaction } from 'kysely'
import { actionMoves, transactionMoves } from '../journal/states.ts'
import { type CollectionSettings, followChanges } from './collection-settings.ts'
import type { LaneKey, TransactionRow } from './lane.ts'
import type { Database } from './schema.ts'
import type { Reason } from './settle-transaction.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A transaction that the journal says changed settings of a collection, or an NFT, or moved one, and where it was settled. */
export interface MadeChange {
  pk: number
  sequence: number
  block: { number: number; hash: string }
}

/** The changes that a lane made below a sequence (all, where there is none), the highest first. */
export async function madeChanges(db: Db, lane: LaneKey, below: number | null, limit: number): Promise<MadeChange[]> {
  // Says what the index of changes holds, so that SQLite uses it.
  const { rows } = await sql<{ pk: number; sequence: number; number: number; hash: string }>`
    select pk, sequence, block_number as number, block_hash as hash from transactions
    where network = ${lane.network} and signer = ${lane.signer} and sequence < ${below ?? Number.MAX_SAFE_INTEGER}
      and state = ${sql.lit(transactionMoves.succeed.to)} and purpose in ('update', 'burn', 'transfer') and block_number is not null
    order by sequence desc limit ${limit}`.execute(db)
  return rows.map(({ pk, sequence, number, hash }) => ({ pk, sequence, block: { number, hash } }))
}

/** Transactions by their keys, in the order of their sequences. */
export function transactionsByPk(db: Db, pks: readonly number[]): Promise<TransactionRow[]> {
  return db.selectFrom('transactions').selectAll().where('pk', 'in', pks).orderBy('sequence').execute()
}

/** Collections of which these transactions changed settings: their keys. */
export async function collectionsChangedBy(db: Db, transactionPks: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('actions')
    .select('collection_pk')
    .distinct()
    .where('kind', '=', 'collections.update')
    .where('pk', 'in', (eb) =>
      eb
        .selectFrom('transactions')
        .select((one) => one.ref('action_pk').$castTo<number>().as('pk'))
        .where('pk', 'in', transactionPks)
        .where('action_pk', 'is not', null),
    )
    .execute()
  return rows.map(({ collection_pk: pk }) => pk)
}

/** Where a change stands now that a network which had lost it has it again. */
export interface ChangePlace {
  pk: number
  hash: string
  blockNumber: number
  blockHash: string
}

/** What became of changes that a network which fell back does not have where they were settled. */
export interface ChangesFound {
  /** They are there again. */
  stand: readonly ChangePlace[]
  /** They went out again, and were refused; they have their sequences still. */
  refused: readonly (ChangePlace & { reason: Reason })[]
  /** Something else has their sequences: they do not go out again. */
  lost: readonly { pk: number; reason: Reason }[]
  /** By key of each collection of which a change is refused or lost: what its contract says now. */
  settings: ReadonlyMap<number, CollectionSettings>
}

/**
 * Writes down, in one SQLite transaction, what became of changes: of those that are not on the chain any more, the actions and transfers have
 * failed.
 * @returns the keys of these actions and transfers
 */
export function settleChanges(
  db: Kysely<Database>,
  { stand, refused, lost, settings }: ChangesFound,
  now: number,
): Promise<{ actions: number[]; transfers: number[] }> {
  return db.transaction().execute(async (trx) => {
    for (const one of stand) await placeAnew(trx, one)
    for (const one of refused) {
      await placeAnew(trx, one)
      const { code, message } = one.reason
      await trx
        .updateTable('transactions')
        .set({ state: transactionMoves.undo.to, error_code: code, error_message: message, settled_at: now })
        .where('pk', '=', one.pk)
        .where('state', 'in', transactionMoves.undo.from)
        .execute()
    }
    for (const { pk } of lost)
      await trx
        .updateTable('transactions')
        .set({ state: transactionMoves.lose.to, settled_at: now })
        .where('pk', '=', pk)
        .where('state', 'in', transactionMoves.lose.from)
        .execute()
    const ended: { actions: number[]; transfers: number[] } = { actions: [], transfers: [] }
    for (const { pk, reason } of [...refused, ...lost])
      for (const table of ['actions', 'transfers'] as const) {
        const rows = await trx
          .updateTable(table)
          .set(failedFor(reason, now))
          .where('pk', 'in', (eb) => eb.selectFrom('transactions').select(of[table]).where('pk', '=', pk))
          .where('transaction_pk', '=', pk)
          .where('status', 'in', actionMoves.lose.from)
          .returning('pk')
          .execute()
        ended[table].push(...rows.map((row) => row.pk))
      }
    for (const [pk, settled] of settings) {
      await trx
        .updateTable('collections')
        .set({ settled: JSON.stringify(settled) })
        .where('pk', '=', pk)
        .execute()
      await followChanges(trx, pk, null)
    }
    return ended
  })
}

/** The column of a transaction that names whose it is. */
const of = { actions: 'action_pk', transfers: 'transfer_pk' } as const

/** What an action or a transfer says that has failed. */
export function failedFor({ code, message }: Reason, now: number) {
  return { status: actionMoves.lose.to, error_code: code, error_message: message, completed_at: now }
}

async function placeAnew(trx: Transaction<Database>, { pk, hash, blockNumber, blockHash }: ChangePlace): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ tx_hash: hash, block_number: blockNumber, block_hash: blockHash })
    .where('pk', '=', pk)
    .execute()
}
