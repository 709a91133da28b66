import { type Kysely, sql, type Transaction } from 'kysely'
import type { LeafChange } from '../../chains/family/trees.ts'
import { batchMoves, ForbiddenMove, type Move, type TransactionState, transactionMoves } from '../../journal/states.ts'
import { changeLeaves, treeByAddress } from '../collections/leaf-changes.ts'
import type { Database } from '../tables/schema.ts'
import { endAction } from './action-steps.ts'
import { cancelIfUnsigned } from './hand-overs/nfts.ts'
import type { Reason } from './reason.ts'
import type { TransactionRow } from './signer-queue.ts'
import { setWants } from './transfers/funding.ts'
import { endTransfer } from './transfers/transfers.ts'
import { endWithdrawal } from './withdrawals.ts'

/** What the chain said of an included transaction, in the journal's terms. */
export interface Inclusion {
  hash: string
  blockNumber: number
  blockHash: string
  gasUsed: bigint
  fee: bigint
}

/** Stores the outcome of an included transaction. @throws ForbiddenMove when it is not open: the caller's commit is rolled back. */
export async function settleTransaction(
  trx: Transaction<Database>,
  pk: number,
  move: Move<TransactionState>,
  inclusion: Inclusion,
  reason: Reason | null,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({
      state: move.to,
      tx_hash: inclusion.hash,
      block_number: inclusion.blockNumber,
      block_hash: inclusion.blockHash,
      gas_used: inclusion.gasUsed.toString(),
      fee: inclusion.fee.toString(),
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
      settled_at: now,
    })
    .where('pk', '=', pk)
    .where('state', 'in', move.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${pk}`, move)
}

/**
 * Settles a transaction that carries no batch (deployment, update, burn, transfer, coin for a wallet, withdrawal, fill), with its action,
 * transfer or withdrawal.
 * @returns whether a transfer ended; coin that arrived for its wallet lets it go on
 */
export function settlePlain(
  db: Kysely<Database>,
  at: {
    transaction: Pick<TransactionRow, 'pk' | 'purpose' | 'action_pk' | 'transfer_pk' | 'withdrawal_pk'>
    inclusion: Inclusion
    reason: Reason | null
    /** What the transaction did to leaves of a tree. */
    changes?: { tree: string; leaves: readonly LeafChange[] } | undefined
    /** The hash of the transaction that did the work, where that was another one. */
    doneBy?: string | undefined
    /** It failed. `again`: its work waits for another transaction; `revoke`: the transfer keeps this one until its permission is revoked. */
    next?: 'again' | 'revoke' | null
    /** How the transfer ends whose permission this transaction revoked; absent: like the transaction. */
    transferEnd?: { reason: Reason | null; doneBy: string | null } | undefined
  },
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { pk, purpose, action_pk: actionPk, transfer_pk: transferPk, withdrawal_pk: withdrawalPk } = at.transaction
    const move = at.reason ? transactionMoves.fail : transactionMoves.succeed
    await settleTransaction(trx, pk, move, at.inclusion, at.reason, now)
    const tree = at.changes && (await treeByAddress(trx, at.changes.tree))
    if (tree) await changeLeaves(trx, tree.pk, at.changes?.leaves ?? [])
    if (at.next === 'again') return await freeOf(trx, pk, now)
    if (at.next) return false
    if (actionPk !== null) await endAction(trx, actionPk, pk, at.reason, now)
    if (withdrawalPk !== null) await endWithdrawal(trx, withdrawalPk, at.reason, now)
    if (transferPk === null) return false
    const ends = purpose !== 'fund' || at.reason !== null
    if (ends)
      await endTransfer(trx, transferPk, at.transferEnd ?? { reason: at.reason, doneBy: at.doneBy ?? null }, now)
    else await setWants(trx, transferPk, null)
    return ends
  })
}

export async function endDead(trx: Transaction<Database>, pk: number, now: number): Promise<void> {
  const { die } = transactionMoves
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ state: die.to, settled_at: now })
    .where('pk', '=', pk)
    .where('state', 'in', die.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${pk}`, die)
}

/**
 * Marks a transaction as dead: something else has used its sequence, for certain, or it has expired. What it carried waits again.
 * @returns whether a transfer ended instead, because its hand-over was cancelled
 * @throws ForbiddenMove when it is included or settled.
 */
export function markDead(db: Kysely<Database>, transactionPk: number, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await endDead(trx, transactionPk, now)
    await trx
      .updateTable('batches')
      .set({ state: batchMoves.unsign.to, transaction_pk: null })
      .where('transaction_pk', '=', transactionPk)
      .where('state', 'in', batchMoves.unsign.from)
      .execute()
    return await freeOf(trx, transactionPk, now)
  })
}

/**
 * Lets the action, transfer or withdrawal of a transaction that did nothing for it wait for another one.
 * @returns whether a transfer ended instead, because its hand-over was cancelled
 */
async function freeOf(trx: Transaction<Database>, transactionPk: number, now: number): Promise<boolean> {
  for (const table of ['actions', 'transfers', 'withdrawals'] as const)
    await trx
      .updateTable(table)
      .set({ transaction_pk: table === 'transfers' ? refusedBefore(transactionPk) : null })
      .where('transaction_pk', '=', transactionPk)
      .where('status', '=', 'pending')
      .execute()
  const { transfer_pk: transferPk } = await trx
    .selectFrom('transactions')
    .select('transfer_pk')
    .where('pk', '=', transactionPk)
    .executeTakeFirstOrThrow()
  // No signer queue looks at the transfers of a cancelled hand-over any more, so nothing else would end it.
  return transferPk !== null && (await cancelIfUnsigned(trx, transferPk, now))
}

/** The refused transaction whose permission this one was to revoke; null: this one was no revocation. */
function refusedBefore(transactionPk: number) {
  return sql<number | null>`(
    select max(failed.pk) from transactions revoking join transactions failed on failed.transfer_pk = revoking.transfer_pk
    where revoking.pk = ${transactionPk} and revoking.purpose = 'revoke' and failed.state = 'failed')`
}

/** Stores which attempt of a dead transaction was included after all. @returns the transaction's key */
export async function nameDead(trx: Transaction<Database>, hash: string): Promise<number> {
  const { transaction_pk: pk } = await trx
    .selectFrom('attempts')
    .select('transaction_pk')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  await trx.updateTable('transactions').set({ tx_hash: hash }).where('pk', '=', pk).execute()
  return pk
}
