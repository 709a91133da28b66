import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { openStates, settledStates, transactionMoves } from '../../journal/states.ts'
import type { CollectionsTable } from '../tables/collections.ts'
import type { AttemptsTable, BatchesTable, TransactionsTable } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export type TransactionRow = Selectable<TransactionsTable>

export type AttemptRow = Selectable<AttemptsTable>

export type BatchRow = Selectable<BatchesTable>

export type CollectionRow = Selectable<CollectionsTable>

/** A signer on a network: each has its own sequences. */
export interface QueueKey {
  network: string
  signer: string
}

/** The transactions of a signer queue that are signed and not settled, in order of sequence. */
export function openTransactions(db: Db, queue: QueueKey): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('state', 'in', openStates)
    .orderBy('sequence')
    .execute()
}

/** The transactions that deployed a collection or tried to, newest first. */
export function deploymentsOf(db: Db, collectionPk: number): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('purpose', '=', 'deploy')
    .orderBy('pk', 'desc')
    .execute()
}

export function attemptsOf(db: Db, transactionPks: readonly number[]): Promise<AttemptRow[]> {
  if (transactionPks.length === 0) return Promise.resolve([])
  return db.selectFrom('attempts').selectAll().where('transaction_pk', 'in', transactionPks).orderBy('pk').execute()
}

export function transactionByPk(db: Db, pk: number): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('pk', '=', pk).executeTakeFirst()
}

/** The highest sequence of the signer queue that is not dead, or -1. */
export async function highestSequence(db: Db, queue: QueueKey): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.max('sequence').as('highest'))
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('state', '<>', 'dead')
    .executeTakeFirst()
  return row?.highest ?? -1
}

/** The highest sequence of the signer queue that is settled, or -1. */
export async function highestSettled(db: Db, queue: QueueKey): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select('sequence')
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('state', 'in', settledStates)
    // Repeats the condition of the partial index of sequences, so that SQLite uses it.
    .where('state', '<>', 'dead')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? -1
}

/**
 * The bytes that may be sent again, from a sequence on, in order: of each transaction the attempt that was included, or else the last signed.
 * Of a failed transaction only an empty attempt: its mints may be in another transaction since.
 */
export async function bytesSince(
  db: Db,
  queue: QueueKey,
  sequence: number,
  limit: number,
): Promise<{ sequence: number; raw: Buffer }[]> {
  return db
    .selectFrom('transactions')
    .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
    .select(['transactions.sequence', 'attempts.raw'])
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('transactions.state', '<>', 'dead')
    .where('sequence', '>=', sequence)
    .where(
      sql<boolean>`attempts.pk = (select a.pk from attempts a where a.transaction_pk = transactions.pk
                                    and (a.fill = 1 or transactions.state <> ${transactionMoves.fail.to})
                                  order by a.hash is not transactions.tx_hash, a.pk desc limit 1)`,
    )
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export function failedAt(db: Db, queue: QueueKey, sequence: number): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('sequence', '=', sequence)
    .where('state', '=', transactionMoves.fail.to)
    .where('state', '<>', transactionMoves.die.to)
    .executeTakeFirst()
}

export async function sequenceTaken(db: Db, queue: QueueKey, sequence: number): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('pk')
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('sequence', '=', sequence)
    .where('state', '<>', 'dead')
    .executeTakeFirst()
  return row !== undefined
}

/** Hashes of all attempts of an action's or a transfer's dead transactions (given up as never included), newest first. */
export async function deadHashes(db: Db, of: { actionPk: number } | { transferPk: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select('attempts.hash')
    .where('transactions.state', '=', 'dead')
    .$if('actionPk' in of, (query) => query.where('action_pk', '=', 'actionPk' in of ? of.actionPk : 0))
    .$if('transferPk' in of, (query) => query.where('transfer_pk', '=', 'transferPk' in of ? of.transferPk : 0))
    .orderBy('attempts.pk', 'desc')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** How many transactions for the same action or transfer as this one have failed. */
export async function failuresOf(
  db: Db,
  { action_pk, transfer_pk }: Pick<TransactionRow, 'action_pk' | 'transfer_pk'>,
): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .where((eb) => eb.or([eb('action_pk', '=', action_pk), eb('transfer_pk', '=', transfer_pk)]))
    .executeTakeFirst()
  return Number(row?.failed ?? 0)
}

/** Whether a transaction that carried this batch has failed for this reason. */
export async function hasFailedFor(db: Db, batchPk: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('pk')
    .where('batch_pk', '=', batchPk)
    .where('state', '=', 'failed')
    .where('error_code', '=', code)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the journal holds these signed bytes. */
export async function hasAttempt(db: Db, hash: string): Promise<boolean> {
  return (await db.selectFrom('attempts').select('pk').where('hash', '=', hash).executeTakeFirst()) !== undefined
}

/** The sum of the weights of the transactions' calls. */
export function weightOf(transactions: readonly TransactionRow[]): bigint {
  return transactions.reduce((sum, { call }) => sum + BigInt((JSON.parse(call) as { weight: string }).weight), 0n)
}
