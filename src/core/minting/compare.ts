import { type CollectionStep, collectionStep } from '../journal/rounds.ts'
import { type CollectionRow, openTransactions } from '../store/lane.ts'
import { mintedCollections } from '../store/lane-work.ts'
import type { LaneContext } from './deps.ts'
import type { PlanMemory } from './plan.ts'
import type { Planned } from './planned.ts'
import { reconcile } from './reconcile.ts'
import type { Round } from './sign.ts'

/** What may be done for a collection in this round. */
export async function stepOf(
  { deps, lane }: LaneContext,
  memory: PlanMemory,
  { unsettled }: Round,
  { pk }: CollectionRow,
): Promise<CollectionStep> {
  const agreed = memory.reconciled.has(pk)
  const open = agreed ? [] : await openTransactions(deps.db, lane)
  const inFlight = open.some(({ collection_pk, purpose }) => collection_pk === pk && purpose === 'mint')
  return collectionStep({ agreed, inFlight, unsettled })
}

/** Whether the journal and the contract agree now; what the chain is ahead by is read back. */
export async function compare(
  context: LaneContext,
  memory: PlanMemory,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const entered = await reconcile(context, collection)
  if (entered === 'unsettled') planned.unsettled = true
  if (entered === 'unsettled' || entered === 'halted') return false
  planned.ended = planned.ended.concat(entered)
  memory.reconciled.add(collection.pk)
  return true
}

/** Collections that a person has said to go on with, though their contracts may lack what was minted. Trees have no such way (docs/journal.md). */
export async function collectionsToLookAt({ deps, project, client, lost }: LaneContext): Promise<CollectionRow[]> {
  if (client.trees || !lost?.size) return []
  return (await mintedCollections(deps.db, project.id, client.chain)).filter(({ pk }) => lost.has(pk))
}

/** Takes the chain's word for each of these collections, although nothing is asked for in it. What cannot be told yet is looked at again. */
export async function lookAt(
  context: LaneContext,
  memory: PlanMemory,
  round: Round,
  collections: readonly CollectionRow[],
  planned: Planned,
): Promise<void> {
  for (const collection of collections) {
    try {
      const step = await stepOf(context, memory, round, collection)
      if (step === 'compare' && (await compare(context, memory, collection, planned))) continue
      planned.unsettled = true
    } catch (error) {
      planned.fault ??= { error }
    }
  }
}
