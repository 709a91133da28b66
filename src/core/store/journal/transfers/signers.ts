/** The signers that transfers were accepted for. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { WalletOwner } from '../../../chains/family/wallet-owner.ts'
import type { Transfer } from '../../../chains/family/work.ts'
import { openStates } from '../../../journal/states.ts'
import type { Database } from '../../tables/schema.ts'
import type { QueueKey } from '../signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface TransferQueue {
  projectId: string
  chain: string
  network: string
  signer: string
}

/** Signers with pending transfers, or with unsettled transactions of transfers. */
export async function transferQueues(db: Db): Promise<TransferQueue[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['project_id', 'chain', 'network', 'signer'])
    .distinct()
    .where(
      sql<boolean>`(status = 'pending' or exists (select 1 from transactions
          where transactions.transfer_pk = transfers.pk and transactions.state in (${sql.join(openStates)})))`,
    )
    .execute()
  return rows.map(({ project_id, ...row }) => ({ projectId: project_id, ...row }))
}

/** The owner for whom a signer's wallet is derived, if the wallet sends its own transfers; null for a treasury. */
export async function senderOf(db: Db, queue: QueueKey): Promise<WalletOwner> {
  const row = await db
    .selectFrom('transfers')
    .select('work')
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { by, owner } = JSON.parse(row.work) as Transfer
  return by === 'holder' ? owner : null
}

/** The sequences of a signer below `end` that a transaction of the journal has, dead ones left out. */
export async function ownSequences(db: Db, queue: QueueKey, end: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('transactions')
    .select('sequence')
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('state', '<>', 'dead')
    .where('sequence', '<', end)
    .execute()
  return new Set(rows.map(({ sequence }) => sequence))
}
