/** The coin that wallets need from the treasury to send their transfers. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { openStates } from '../../../journal/states.ts'
import type { Database } from '../../tables/schema.ts'
import type { QueueKey } from '../signer-queue.ts'
import { isUnderWay, type TransferRow } from './transfers.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Transfers of a project on a network whose wallets need coin, and for which none is on its way. */
export function transfersInWant(db: Db, projectId: string, network: string): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', network)
    .where('project_id', '=', projectId)
    .where(sql<boolean>`status = 'pending' and wants is not null`)
    .where(isUnderWay)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('transactions')
            .select('transactions.pk')
            .whereRef('transactions.transfer_pk', '=', 'transfers.pk')
            .where('purpose', '=', 'fund')
            .where('state', 'in', openStates),
        ),
      ),
    )
    .orderBy('pk')
    .execute()
}

/** The block in which a wallet last got coin from the treasury; 0: none. */
export async function lastFunded(db: Db, queue: QueueKey): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .innerJoin('transfers', 'transfers.pk', 'transactions.transfer_pk')
    .select((eb) => eb.fn.max('transactions.block_number').as('block'))
    .where('transfers.network', '=', queue.network)
    .where('transfers.signer', '=', queue.signer)
    .where('transactions.purpose', '=', 'fund')
    .executeTakeFirst()
  return row?.block ?? 0
}

/** Stores what a transfer's wallet must have to go on; null: it has enough. Does nothing when the transfer has ended. */
export async function setWants(db: Db, pk: number, wants: bigint | null): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ wants: wants?.toString() ?? null })
    .where('pk', '=', pk)
    .where('status', '=', 'pending')
    .execute()
}
