import type { Head } from '../../chains/family/network.ts'
import {
  type ExternalUseStep,
  externalUseStep,
  isUnsettled,
  isUsedExternally,
  type SequenceFacts,
} from '../../journal/rounds.ts'
import { hasAttempt, sequenceTaken } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import type { Doubt } from '../hear-others.ts'
import { type NewerCopyMemory, newerCopyOf } from './newer-copy.ts'

/** External nonce use, of which the journal does not know, as one round sees it. */
export interface ExternalUse {
  /** There is some, or there was: the contracts' word is to be read again. */
  used: boolean
  /** Some of it is not final. */
  unsettled: boolean
  /** A newer database signed up to the mark, and some of that may still come: nothing at all is signed. */
  behind: boolean
  /** One RPC alone says that none of it may. */
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
  const unsettled = behind || isUnsettled(sequences, confirmed)
  if (!unsettled) Object.assign(memory, { stands: null, replace: false })
  else if (memory.stands?.count !== count || head.number < memory.stands.since)
    memory.stands = { count, since: head.number }
  const taken = unsettled && (await sequenceTaken(deps.db, queue, count))
  memory.shown = unsettled && pending > count && !taken
  const step = externalUseStep({
    ...{ count, pending, behind, unsettled, taken },
    mark: mark?.sequence ?? -1,
    standing: Math.floor((head.number - (memory.stands?.since ?? head.number)) / (client.headsPerBlock ?? 1)),
    replace: memory.replace,
  })
  const doubt = newer?.mayCome ? newer.doubt : null
  return { used, unsettled, behind, doubt, step, count, pending, mark: mark?.sequence ?? -1 }
}
