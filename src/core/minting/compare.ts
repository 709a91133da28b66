import { type CollectionStep, collectionStep } from '../journal/rounds.ts'
import { type CollectionRow, openTransactions } from '../store/lane.ts'
import { mintedCollections } from '../store/lane-work.ts'
import type { LaneContext } from './deps.ts'
import { beginSession } from './fence.ts'
import { countersThen, requireHeld } from './held.ts'
import type { PlanMemory } from './plan.ts'
import type { Planned } from './planned.ts'
import { reconcile } from './reconcile.ts'
import type { Round } from './sign.ts'
import { contractOf } from './work.ts'

/** What may be done for a collection in this round. */
export async function stepOf(
  { deps, lane, sessions }: LaneContext,
  { unsettled }: Round,
  { pk }: CollectionRow,
): Promise<CollectionStep> {
  const agreed = sessions.has(pk)
  const open = agreed ? [] : await openTransactions(deps.db, lane)
  const inFlight = open.some(({ collection_pk, purpose }) => collection_pk === pk && purpose === 'mint')
  return collectionStep({ agreed, inFlight, unsettled })
}

/** Whether the journal and the contract agree now, and no other copy mints there; what the chain is ahead by is read back. */
export async function compare(context: LaneContext, collection: CollectionRow, planned: Planned): Promise<boolean> {
  const entered = await reconcile(context, collection)
  if (entered === 'unsettled') planned.unsettled = true
  if (entered === 'unsettled' || entered === 'halted') return false
  planned.ended = planned.ended.concat(entered)
  const session = await beginSession(context, collection)
  if (session === 'stopped') return false
  context.sessions.set(collection.pk, session)
  return true
}

/**
 * Collections whose contracts may have lost what was minted into them: the network may have fallen back, or a person has said to go on with
 * one. Trees have no such way (docs/journal.md).
 */
export async function collectionsToLookAt(
  { deps, project, client, lost }: LaneContext,
  memory: PlanMemory,
): Promise<CollectionRow[]> {
  if (client.trees || !(memory.look || lost?.size)) return []
  return mintedCollections(deps.db, project.id, client.chain)
}

/**
 * Stops each of these collections whose contract lost what was minted, although nothing is asked for in it; where a person has said to go
 * on, takes the chain's word. What cannot be told yet is looked at again.
 */
export async function lookAt(
  context: LaneContext,
  memory: PlanMemory,
  round: Round,
  collections: readonly CollectionRow[],
  planned: Planned,
): Promise<void> {
  memory.look = false
  for (const collection of collections) {
    try {
      if (await isSeen(context, round, collection, planned)) continue
      planned.unsettled = true
    } catch (error) {
      planned.fault ??= { error }
    }
    memory.look = true
  }
}

async function isSeen(
  context: LaneContext,
  round: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const step = await stepOf(context, round, collection)
  if (step !== 'compare') return step === 'sign'
  if (context.lost?.has(collection.pk)) return await compare(context, collection, planned)
  const counters = await countersThen(context, contractOf(collection))
  return (await requireHeld(context, collection, counters)) !== 'unsettled'
}
