import { recordSale } from '../../store/collections/changes.ts'
import { settlePlain } from '../../store/journal/settle-transaction.ts'
import { type CollectionRow, failuresOf } from '../../store/journal/signer-queue.ts'
import { transferByPk } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'
import type { TransactionOutcome } from './outcome.ts'
import { staleToken } from './token-refusals.ts'

/** Ours: transactions that may be overtaken by changes of their NFT's tree before a person is told. */
const overtakenAtMost = 5

/** Settles a transaction that carried no batch, and tells who waits for it. */
export async function settleOther(
  context: QueueContext,
  { transaction, inclusion, reason, changes, doneBy, sale }: Extract<TransactionOutcome, { kind: 'other' }>,
): Promise<void> {
  const { deps, wake } = context
  const now = deps.clock()
  deps.point('before settle')
  const { action_pk: actionPk, transfer_pk: transferPk } = transaction
  const again = reason?.code === staleToken && (await failuresOf(deps.db, transaction)) < overtakenAtMost
  const ended = await settlePlain(deps.db, { transaction, inclusion, reason, changes, doneBy, again }, now)
  if (actionPk !== null && !again) deps.events.actionEnded(actionPk)
  if (transferPk !== null && ended) deps.events.transferEnded(transferPk)
  // Its wallet has the coin, or the next transfer's turn has come.
  if (transferPk !== null) wake((await transferByPk(deps.db, transferPk)).signer)
  deps.point('after settle')
  if (sale) await recordSaleOf(context, sale)
}

/** What was bought and can be bought, as it stands after the payments were changed. */
async function recordSaleOf({ deps, client }: QueueContext, collection: CollectionRow): Promise<void> {
  await recordSale(deps.db, collection.pk, await client.counters(contractOf(collection)))
}
