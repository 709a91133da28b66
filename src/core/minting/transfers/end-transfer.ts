import type { Reason } from '../../store/journal/reason.ts'
import { endTransfer } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'

/** Ends a transfer that no transaction of the journal made, and announces it. @param how `doneBy`: the hash of the transaction that made it */
export async function endTransferNow(
  { deps }: QueueContext,
  pk: number,
  how: { reason: Reason | null; doneBy?: string | null },
): Promise<void> {
  await endTransfer(deps.db, pk, how, deps.clock())
  deps.events.transferEnded(pk)
}
