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

/** External nonce use, of which the journal does not know, as one round sees it. */
export interface ExternalUse {
  /** There is some, or there was: the contracts' word is to be read again. */
  used: boolean
  /** Some of it is not final. */
  unsettled: boolean
  /** A newer database signed up to the mark, and some of that may still come: nothing at all is signed. */
  behind: boolean
  /** One RPC alone tells of it: nothing at all is signed. */
  alone: boolean
  /** What one RPC alone says: that there is some, or that none of a newer database's may come any more. */
  doubt: Doubt | null
  step: ExternalUseStep
  count: number
  pending: number
  /** The highest sequence that was ever signed for here, or -1. */
  mark: number
}

/** What the signer queue remembers of it between rounds; can be lost. */
export interface ExternalUseMemory {
  /** What the chain had included, and at which head that was seen first. */
  stands: { count: number; since: number } | null
  /** Some of it waits in the node's pool, and none of ours in its place. */
  shown: boolean
  /** A person wants what waits in the pool to be replaced. */
  replace: boolean
  newerCopy: NewerCopyMemory
}

/** Looks at what of the signer the journal does not know. `confirmed`: what the chain has included of it with its confirmations. */
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
  // Pools differ, so what waits in one alone may well be there: where all behind it is known, a person may have it replaced.
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
  // One that goes on to tell of more than there is would have them paid for without end.
  if (step === 'fill' && alone !== null) memory.replace = false
  const doubt = alone ? alone.doubt : newer?.mayCome ? newer.doubt : null
  return { used, unsettled, behind, alone: alone !== null, doubt, step, count, pending, mark: mark?.sequence ?? -1 }
}
