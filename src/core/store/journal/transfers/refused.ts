/** Transfers that the chain refused, and whose permissions are to be revoked before they count as failed. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'
import type { Reason } from '../reason.ts'
import type { QueueKey } from '../signer-queue.ts'
import type { TransferRow } from './transfers.ts'

type Db = Kysely<Database> | Transaction<Database>

/** As literal SQL: it is the condition of a partial index, which SQLite does not use for bound values. */
const isRefused = sql<boolean>`transactions.state = 'failed' and transactions.transfer_pk is not null`

/** The refused transfers of a signer, oldest first. Each keeps its transaction, so it waits for no other and cannot be cancelled. */
export function transfersToRevoke(db: Db, queue: QueueKey, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('transactions')
    .innerJoin('transfers', 'transfers.transaction_pk', 'transactions.pk')
    .selectAll('transfers')
    .where('transactions.network', '=', queue.network)
    .where('transactions.signer', '=', queue.signer)
    .where(isRefused)
    .where('transfers.status', '=', 'pending')
    .orderBy('transfers.pk')
    .limit(limit)
    .execute()
}

/** Why the chain refused a transfer, and the hash of the refused transaction. */
export async function refusalOf(db: Db, transferPk: number): Promise<{ reason: Reason; doneBy: string | null }> {
  const row = await db
    .selectFrom('transactions')
    .select(['error_code', 'error_message', 'tx_hash'])
    .where('transfer_pk', '=', transferPk)
    .where('purpose', '=', 'transfer')
    .where(isRefused)
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { reason: { code: row.error_code ?? '', message: row.error_message ?? '' }, doneBy: row.tx_hash }
}

/** Gives a refused transfer the transaction that revokes its permission. @returns whether that was still to be revoked */
export async function takeRefused(trx: Transaction<Database>, pk: number, transactionPk: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .set({ transaction_pk: transactionPk })
    .where('pk', '=', pk)
    .where('status', '=', 'pending')
    .where('transaction_pk', 'in', (eb) =>
      eb.selectFrom('transactions').select('transactions.pk').where(isRefused).where('transfer_pk', '=', pk),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
