import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { WalletOwner } from '../../chains/family/wallet-owner.ts'
import type { Transfer } from '../../chains/family/work.ts'
import { actionMoves, openStates } from '../../journal/states.ts'
import { builtOnce } from '../sqlite/built-once.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { TransactionPurpose, TransfersTable } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import type { Reason } from './reason.ts'
import type { QueueKey } from './signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>
export type TransferRow = Selectable<TransfersTable>

export interface NewTransfer {
  projectId: string
  id: string
  chain: string
  network: string
  signer: string
  contract: string
  tokenId: string
  mintPk: number | null
  /** The family's `Transfer`, without its job; kept as JSON. */
  work: unknown
  request: string
  since: number
}

/** Adds a pending transfer. */
export async function addTransfer(db: Db, transfer: NewTransfer, now: number): Promise<number> {
  const { projectId, tokenId, mintPk, work, ...rest } = transfer
  const { pk } = await db
    .insertInto('transfers')
    .values({
      ...rest,
      project_id: projectId,
      token_id: tokenId,
      mint_pk: mintPk,
      work: JSON.stringify(work),
      status: 'pending',
      wants: null,
      transaction_pk: null,
      tx_hash: null,
      error_code: null,
      error_message: null,
      started_at: now,
      completed_at: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

/** A transfer with the hash of the transaction that did it, as far as that is known. */
export type ToldTransfer = TransferRow & { done_by: string | null }

const byId = builtOnce((db, { projectId, id }: { projectId: string; id: string }) =>
  told(db).where('transfers.project_id', '=', projectId).where('transfers.id', '=', id),
)

/** A transfer of the project, as it is committed. */
export function findTransfer(reader: Reader, projectId: string, id: string): ToldTransfer | undefined {
  return byId.now(reader, { projectId, id })[0]
}

/** The same by its key in the database. */
export async function transferByPk(db: Db, pk: number): Promise<ToldTransfer> {
  return await told(db).where('transfers.pk', '=', pk).executeTakeFirstOrThrow()
}

/** The hash is looked up beside the transfer: SQLite would plan a join anew each time (see `nfts`). */
function told(db: Db) {
  return db
    .selectFrom('transfers')
    .selectAll('transfers')
    .select((eb) => {
      const done = eb
        .selectFrom('transactions')
        .select('transactions.tx_hash')
        .whereRef('transactions.pk', '=', 'transfers.transaction_pk')
      return eb.fn.coalesce('transfers.tx_hash', done).as('done_by')
    })
}

/** Pending transfers of one token, oldest first. */
export function pendingOfToken(db: Db, network: string, contract: string, tokenId: string): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', network)
    .where('status', '=', 'pending')
    .where('contract', '=', contract)
    .where('token_id', '=', tokenId)
    .orderBy('pk')
    .execute()
}

/** Whether an NFT of ours is on its way out of a wallet. */
export async function isLeaving(db: Db, mintPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('pk')
    .where('mint_pk', '=', mintPk)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a transaction that changes or moves an NFT of ours is signed and not settled. */
export async function isMoving(db: Db, mintPk: number): Promise<boolean> {
  for (const table of ['actions', 'transfers'] as const) {
    const row = await db
      .selectFrom(table)
      .select('pk')
      .where('mint_pk', '=', mintPk)
      .where('status', '=', 'pending')
      .where('transaction_pk', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Transfers that wait for a transaction of this signer, oldest first. */
export function waitingTransfers(db: Db, queue: QueueKey, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('status', '=', 'pending')
    .where('transaction_pk', 'is', null)
    .orderBy('pk')
    .limit(limit)
    .execute()
}

/** Transfers of a project on a network whose wallets want coin, and none of it is on its way. */
export function transfersInWant(db: Db, projectId: string, network: string): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', network)
    .where('project_id', '=', projectId)
    .where('status', '=', 'pending')
    .where('wants', 'is not', null)
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

/** The block of the last coin that a wallet got from the treasury; 0: none. */
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

/** Says what a transfer's wallet must have to go on, or with null that it has it. Nothing, when the transfer has ended. */
export async function setWants(db: Db, pk: number, wants: bigint | null): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ wants: wants?.toString() ?? null })
    .where('pk', '=', pk)
    .where('status', '=', 'pending')
    .execute()
}

/** Gives a transfer its transaction, or coin for its wallet; whether it still wants that. */
export async function takeTransfer(
  trx: Transaction<Database>,
  pk: number,
  purpose: TransactionPurpose,
  transactionPk: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .$if(purpose === 'fund', (query) => query.set({ wants: sql<string>`wants` }).where('wants', 'is not', null))
    .$if(purpose !== 'fund', (query) =>
      query.set({ transaction_pk: transactionPk, wants: null }).where('transaction_pk', 'is', null),
    )
    .where('pk', '=', pk)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a transfer; one that has ended stays as it is. @param doneBy the hash of what did it, where that is no transaction of the journal */
export async function endTransfer(
  db: Db,
  pk: number,
  { reason, doneBy = null }: { reason: Reason | null; doneBy?: string | null },
  now: number,
): Promise<void> {
  const move = reason ? actionMoves.fail : actionMoves.succeed
  await db
    .updateTable('transfers')
    .set({
      status: move.to,
      wants: null,
      tx_hash: doneBy,
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
      completed_at: now,
    })
    .where('pk', '=', pk)
    .where('status', 'in', move.from)
    .execute()
}

/** A signer that transfers were accepted for. */
export interface TransferQueue {
  projectId: string
  chain: string
  network: string
  signer: string
}

/** Signers with transfers of which anything is pending or unsettled. */
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

/** Who a signer's wallet is derived for, where it sends transfers of its own; null for a treasury. */
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
