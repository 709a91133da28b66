import { type CollectionStep, collectionStep } from '../journal/rounds.ts'
import { mintedCollections } from '../store/journal/queue-work.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import type { QueueContext } from './deps.ts'
import type { Planned } from './planned.ts'
import { confirmedBlock } from './reconcile/confirmed.ts'
import { beginSession } from './reconcile/fence.ts'
import { reconcile } from './reconcile/reconcile.ts'
import type { Round } from './transactions/round.ts'

/** What may be done for a collection in this round. */
export function stepOf({ sessions }: QueueContext, { unsettled, open }: Round, { pk }: CollectionRow): CollectionStep {
  const inFlight = open.some(({ collection_pk, purpose }) => collection_pk === pk && purpose === 'mint')
  return collectionStep({ agreed: sessions.has(pk), inFlight, unsettled })
}

/** Whether the journal and the contract agree now, and no other copy mints there. What the journal lacks is read back from the chain. */
export async function compare(
  context: QueueContext,
  { head }: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const block = confirmedBlock(context.client, head)
  const entered = await reconcile(context, collection, block)
  if (entered === 'unsettled') planned.unsettled = true
  if (entered === 'unsettled' || entered === 'halted') return false
  planned.ended = planned.ended.concat(entered)
  const session = await beginSession(context, collection, block)
  if (session === 'stopped') return false
  context.sessions.set(collection.pk, session)
  return true
}

/**
 * Collections that a person said to go on with, though their contracts may lack what was minted. Where contracts record no jobs, a person cannot do
 * that (docs/journal.md).
 */
export async function collectionsToCompare({
  deps,
  project,
  client,
  reverted,
}: QueueContext): Promise<CollectionRow[]> {
  if (client.trees || client.tokenList || !reverted?.size) return []
  return (await mintedCollections(deps.db, project.id, client.chain)).filter(({ pk }) => reverted.has(pk))
}

/** Compares each of these collections with the chain, although no work waits in them. One that cannot be compared yet is tried again. */
export async function compareAgain(
  context: QueueContext,
  round: Round,
  collections: readonly CollectionRow[],
  planned: Planned,
): Promise<void> {
  for (const collection of collections) {
    try {
      const step = stepOf(context, round, collection)
      if (step === 'compare' && (await compare(context, round, collection, planned))) continue
      planned.unsettled = true
    } catch (error) {
      planned.fault ??= { error }
    }
  }
}
