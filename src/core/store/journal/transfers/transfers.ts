import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { actionMoves } from '../../../journal/states.ts'
import { builtOnce } from '../../sqlite/built-once.ts'
import type { Reader } from '../../sqlite/reader.ts'
import type { TransfersTable } from '../../tables/actions.ts'
import type { TransactionPurpose } from '../../tables/journal.ts'
import type { Database } from '../../tables/schema.ts'
import type { Reason } from '../reason.ts'
import type { QueueKey } from '../signer-queue.ts'

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
  /** The hand-over that it belongs to. */
  handOverPk?: number
}

export async function addTransfer(db: Db, transfer: NewTransfer, now: number): Promise<number> {
  const { projectId, tokenId, mintPk, handOverPk, work, ...rest } = transfer
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
      hand_over_pk: handOverPk ?? null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

/** A transfer with the hash of the transaction that did it, as far as that is known. */
export type TransferWithHash = TransferRow & { done_by: string | null }

const byId = builtOnce((db, { projectId, id }: { projectId: string; id: string }) =>
  selectWithHash(db).where('transfers.project_id', '=', projectId).where('transfers.id', '=', id),
)

/** A transfer of the project, as it is committed. */
export function findTransfer(reader: Reader, projectId: string, id: string): TransferWithHash | undefined {
  return byId.now(reader, { projectId, id })[0]
}

/** The same by its key in the database. */
export async function transferByPk(db: Db, pk: number): Promise<TransferWithHash> {
  return await selectWithHash(db).where('transfers.pk', '=', pk).executeTakeFirstOrThrow()
}

/** A subquery looks up the hash: SQLite would plan a join anew each time (see `nfts`). */
function selectWithHash(db: Db) {
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

/** As literal SQL: SQLite does not use a partial index with this condition for a bound value. */
const isPending = sql<boolean>`status = 'pending'`

/** Pending transfers of one token, oldest first. */
export function pendingOfToken(db: Db, network: string, contract: string, tokenId: string): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', network)
    .where(isPending)
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

/** Transfers that wait for a transaction of this signer and were asked for one by one, oldest first. */
export function waitingTransfers(db: Db, queue: QueueKey, limit: number): Promise<TransferRow[]> {
  return waiting(db, queue).where('hand_over_pk', 'is', null).limit(limit).execute()
}

/** The same for these hand-overs; waiting transfers of other hand-overs are not read, however many there are. */
export async function waitingOfHandOvers(
  db: Db,
  queue: QueueKey,
  handOverPks: readonly number[],
  limit: number,
): Promise<TransferRow[]> {
  const rows = await Promise.all(
    handOverPks.map((pk) => waiting(db, queue).where('hand_over_pk', '=', pk).limit(limit).execute()),
  )
  return rows
    .flat()
    .sort((one, other) => one.pk - other.pk)
    .slice(0, limit)
}

function waiting(db: Db, queue: QueueKey) {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where(isPending)
    .where('transaction_pk', 'is', null)
    .orderBy('pk')
}

/** Whether a transfer is of no hand-over, or of one that is under way. */
export const isUnderWay = sql<boolean>`(hand_over_pk is null or exists (
  select 1 from hand_overs where hand_overs.pk = hand_over_pk and hand_overs.state = 'running'))`

/** Gives a transfer its transaction, or (purpose `fund`) coin for its wallet. @returns whether the transfer still wanted it */
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
    .where(isUnderWay)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a transfer; an ended one stays as it is. @param doneBy the hash of the transaction that did it, where the journal does not have that */
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
