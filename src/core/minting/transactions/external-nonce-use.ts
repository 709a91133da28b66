import type { Head } from '../../chains/family/network.ts'
import {
  type ExternalUseStep,
  externalUseStep,
  isBeyondJournal,
  isUnsettled,
  isUsedExternally,
  type SequenceFacts,
} from '../../journal/rounds.ts'
import { hasAttempt, sequenceTaken } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import type { Doubt } from '../hear-others.ts'
import { type NewerCopyMemory, newerCopyOf } from './newer-copy.ts'
import { unconfirmedUse } from './unconfirmed-nonce-use.ts'

/** External nonce use, as one round sees it. */
export interface ExternalUse {
  /** There is or was external nonce use: the contracts must be read again. */
  used: boolean
  /** Some of it is not final. */
  unsettled: boolean
  /** A newer copy of the database signed up to the mark, and some of that may still be included: the queue signs nothing. */
  behind: boolean
  /** Only one RPC reports it: the queue signs nothing. */
  alone: boolean
  /** What only one RPC says: that there is external nonce use, or that nothing of a newer copy can be included any more. */
  doubt: Doubt | null
  step: ExternalUseStep
  count: number
  pending: number
  /** The signer's highest sequence in the mark file, or -1. */
  mark: number
}

/** What the signer queue remembers of it between rounds; can be lost. */
export interface ExternalUseMemory {
  /** The chain's count for the signer, and the head at which it was first seen. */
  stands: { count: number; since: number } | null
  /** An external transaction waits in the node's mempool, and none of ours has its sequence. */
  shown: boolean
  /** The person wants the transaction in the mempool to be replaced. */
  replace: boolean
  newerCopy: NewerCopyMemory
}

/** Looks for transactions of the signer that the journal does not know. `confirmed`: how many of the signer's have their confirmations. */
export async function observeExternalUse(
  context: QueueContext,
  memory: ExternalUseMemory,
  { head, sequences, confirmed }: { head: Head; sequences: SequenceFacts; confirmed: number },
): Promise<ExternalUse> {
  const { deps, client, queue } = context
  const { count, pending } = sequences
  const mark = deps.marks.of(queue)
  const known = mark === null || (await hasAttempt(deps.db, mark.hash))
  const newer = known ? null : await newerCopyOf(context, memory.newerCopy, mark)
  const behind = newer?.mayCome ?? false
  const used = behind || isUsedExternally(sequences)
  const beyond = client.family.sequences && isBeyondJournal(sequences)
  const since = memory.stands?.count === count ? Math.min(memory.stands.since, head.number) : head.number
  const alone = beyond ? await unconfirmedUse(context, { count, pending, since }) : null
  const unsettled = behind || alone !== null || isUnsettled(sequences, confirmed)
  // Mempools differ, so a transaction in one alone may well exist. If all included ones are known, the person may have it replaced.
  const countedAlone = alone !== null && !alone.counted && isBeyondJournal({ ...sequences, pending: 0 })
  if (unsettled) memory.stands = { count, since }
  else Object.assign(memory, { stands: null, replace: false })
  const taken = unsettled && (await sequenceTaken(deps.db, queue, count))
  memory.shown = unsettled && !countedAlone && pending > count && !taken
  const step = externalUseStep({
    ...{ count, pending, behind, unsettled, taken, countedAlone },
    mark: mark?.sequence ?? -1,
    standing: Math.floor((head.number - since) / (client.headsPerBlock ?? 1)),
    replace: memory.replace,
  })
  // An RPC that keeps reporting nonces that do not exist would make the treasury pay for replacements for ever.
  if (step === 'fill' && alone !== null) memory.replace = false
  const doubt = alone ? alone.doubt : newer?.mayCome ? newer.doubt : null
  return { used, unsettled, behind, alone: alone !== null, doubt, step, count, pending, mark: mark?.sequence ?? -1 }
}
