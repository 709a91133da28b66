import type { Head } from '../chains/family/network.ts'
import { isUnsettled, nextSequence, type SequenceFacts } from '../journal/rounds.ts'
import { highestSequence, highestSettled, openTransactions, weightOf } from '../store/journal/signer-queue.ts'
import type { TransactionPurpose } from '../store/tables/journal.ts'
import type { QueueContext } from './deps.ts'
import type { PlanMemory } from './plan-memory.ts'
import { confirmedBlock } from './reconcile/confirmed.ts'
import { observeExternalUse } from './transactions/external-nonce-use.ts'
import { balanceOf, costsUnderWay } from './transactions/fee-bump.ts'
import type { Round } from './transactions/round.ts'

/** What a round begins with: what the journal holds of the signer queue, and what the chain says of its signer. */
export async function openRound(context: QueueContext, memory: Pick<PlanMemory, 'externalUse'>): Promise<Round> {
  const { deps, client, queue } = context
  const [open, head, fees, count, pending, highest, settled, balance, underWay, inFlight] = await Promise.all([
    openTransactions(deps.db, queue),
    client.head(),
    client.fees(),
    client.sequence(queue.signer),
    client.pendingSequence(queue.signer),
    highestSequence(deps.db, queue),
    highestSettled(deps.db, queue),
    balanceOf(context),
    costsUnderWay(context),
    client.inFlight(queue.signer),
  ])
  // An included transaction takes no room in a node's mempool any more.
  const waiting = open.filter(({ state }) => state !== 'included')
  const weight = weightOf(waiting)
  const sequences: SequenceFacts = { count, pending, highestOwn: highest, filling: open.some(isFill) }
  const confirmed = await confirmedCount(context, head)
  const { sequences: hasSequences } = client.family
  const externalUse = await observeExternalUse(context, memory.externalUse, { head, sequences, confirmed })
  return {
    open,
    head,
    fees,
    nextSequence: nextSequence(sequences),
    behind: hasSequences && settled >= count,
    usedExternally: externalUse.used,
    unsettled: externalUse.unsettled,
    externalUse: hasSequences ? externalUse : { ...externalUse, step: 'none' },
    room: {
      weight: inFlight.weight - weight,
      transactions: inFlight.transactions - waiting.length,
    },
    funds: balance - underWay,
    outbox: [],
    sending: Promise.resolve(null),
    signed: 0,
  }
}

/**
 * Whether nothing of the signer is in flight. This is a guard, so it reads everything again: a node also refuses a job for a transaction in its
 * mempool, which another copy may have sent during this round.
 */
export async function isAtRest(context: QueueContext): Promise<boolean> {
  const { deps, client, queue } = context
  if ((await openTransactions(deps.db, queue)).length > 0) return false
  const [head, count, pending, highestOwn] = await Promise.all([
    client.head(),
    client.sequence(queue.signer),
    client.pendingSequence(queue.signer),
    highestSequence(deps.db, queue),
  ])
  return !isUnsettled({ count, pending, highestOwn, filling: false }, await confirmedCount(context, head))
}

function isFill({ purpose }: { purpose: TransactionPurpose }): boolean {
  return purpose === 'fill'
}

/** How many transactions of the signer are included with the network's confirmations. */
function confirmedCount({ client, queue }: QueueContext, head: Head): Promise<number> {
  return client.sequenceAt(queue.signer, confirmedBlock(client, head))
}
