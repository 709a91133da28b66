import { recordSale } from '../../store/collections/changes.ts'
import type { Reason } from '../../store/journal/reason.ts'
import { settlePlain } from '../../store/journal/settle-transaction.ts'
import { type CollectionRow, failuresOf, type TransactionRow } from '../../store/journal/signer-queue.ts'
import { transferByPk } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { afterRevocation } from '../transfers/after-revocation.ts'
import { contractOf, transferWork } from '../work.ts'
import { permitUsed } from './effects.ts'
import type { TransactionOutcome } from './outcome.ts'
import { staleToken } from './token-refusals.ts'

/** Ours: how many transactions may fail before the person is told: overtaken by changes of their NFT's tree, or revoking a permission. */
const failuresAtMost = 5
const changedAgain = 'The tree of the NFT was changed again and again meanwhile: ask for it again.'

/** Settles a transaction without a batch, and reports the end of its action or transfer. */
export async function settleOther(
  context: QueueContext,
  { transaction, inclusion, reason: failure, changes, doneBy, sale }: Extract<TransactionOutcome, { kind: 'other' }>,
): Promise<void> {
  const { deps, wake } = context
  const now = deps.clock()
  deps.point('before settle')
  const { action_pk: actionPk, transfer_pk: transferPk } = transaction
  const next = failure && (await afterFailure(context, transaction, failure))
  // The family's own sentence says that the tree is read again.
  const reason = failure?.code === staleToken && !next ? { ...failure, message: changedAgain } : failure
  const revoked = transaction.purpose === 'revoke' && transferPk !== null && !next
  const transferEnd = revoked ? await afterRevocation(deps.db, transferPk, { reason, doneBy }) : undefined
  const ended = await settlePlain(deps.db, { transaction, inclusion, reason, changes, doneBy, next, transferEnd }, now)
  if (actionPk !== null && !next) deps.events.actionEnded(actionPk)
  if (transferPk !== null && ended) deps.events.transferEnded(transferPk)
  // The wallet has its coin now, or the turn of its next transfer has come.
  if (transferPk !== null) wake((await transferByPk(deps.db, transferPk)).signer)
  deps.point('after settle')
  if (sale) await recordSaleOf(context, sale)
}

/** What follows a failed transaction; null: its action or transfer has failed. */
async function afterFailure(
  context: QueueContext,
  transaction: TransactionRow,
  { code }: Reason,
): Promise<'again' | 'revoke' | null> {
  const { deps, client } = context
  const { purpose, transfer_pk: transferPk } = transaction
  const tries = async (): Promise<boolean> => (await failuresOf(deps.db, transaction)) < failuresAtMost
  if (code === staleToken) return (await tries()) ? 'again' : null
  if (transferPk === null || code === permitUsed) return null
  if (purpose === 'revoke') return (await tries()) ? 'revoke' : null
  if (purpose !== 'transfer') return null
  const transfer = await transferWork(context, await transferByPk(deps.db, transferPk))
  return client.transfers?.leavesPermission?.(transfer) ? 'revoke' : null
}

/** Records how many tokens were bought and can be bought, after the payments were changed. */
async function recordSaleOf({ deps, client }: QueueContext, collection: CollectionRow): Promise<void> {
  await recordSale(deps.db, collection.pk, await client.counters(contractOf(collection)))
}
