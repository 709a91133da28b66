import { changeOnItsWay } from '../store/collections/changes.ts'
import { collectionByPk } from '../store/collections/collections.ts'
import { runningRuns, unsignedBatches } from '../store/journal/batches.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import { openBudget } from '../store/journal/spending.ts'
import { compare, stepOf } from './compare.ts'
import { deployCollection } from './deploy.ts'
import { type QueueContext, spenderOf } from './deps.ts'
import { planActions } from './plan-actions.ts'
import type { PlanMemory } from './plan-memory.ts'
import type { Planned } from './planned.ts'
import { mayMint } from './reconcile/fence.ts'
import { type Composed, signBatches, signedTogether } from './sign-batches.ts'
import { feeWithin, priceNow } from './transactions/fees.ts'
import type { Round } from './transactions/round.ts'
import { bringTree } from './trees.ts'

/**
 * Deployment, comparison with the chain, actions, and batches that were composed before.
 * @returns the collection as it then is; null: nothing new is composed for it now
 */
export async function bringUp(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  given: CollectionRow,
  planned: Planned,
): Promise<CollectionRow | null> {
  const { deps } = context
  const held = new Set([
    ...(await runsAboveCeiling(context, round, given, planned)),
    ...(await runsAtCap(context, memory, given, planned)),
  ])
  if (given.state !== 'deployed' && !(await deployCollection(context, round, given, planned))) return null
  const collection = await collectionByPk(deps.db, given.pk)
  const step = stepOf(context, round, collection)
  if (step === 'unsettled') planned.unsettled = true
  if (step === 'wait' || step === 'unsettled') return null
  if (step === 'compare' && !(await compare(context, round, collection, planned))) return null
  if (!(await planActions(context, memory.stale, round, collection, planned))) return null
  if (await changeOnItsWay(deps.db, collection.pk)) return null
  const atMost = await batchesNow(context, collection, context.client.limits.transactionsInFlight, planned)
  if (atMost === 0) return null
  const waiting: Composed[] = []
  for (const batch of await unsignedBatches(deps.db, collection.pk, atMost, [...held]))
    waiting.push({ collection, batch })
  for (const part of signedTogether(waiting))
    if (!(await signBatches(context, memory, round, part, planned))) return null
  return (await bringTree(context, round, collection, planned)) ? collection : null
}

/** The running runs of a collection for which nothing is signed now, because the fee is above their ceiling. */
async function runsAboveCeiling(
  { deps }: QueueContext,
  { fees }: Round,
  collection: CollectionRow,
  { aboveCeiling }: Planned,
): Promise<Set<string>> {
  aboveCeiling.price = priceNow(fees)
  const found = new Set<string>()
  for (const { id, fee_ceiling } of await runningRuns(deps.db, collection.pk)) {
    if (fee_ceiling === null || feeWithin(fees, BigInt(fee_ceiling)) !== null) continue
    aboveCeiling.ceilings.set(id, BigInt(fee_ceiling))
    found.add(id)
  }
  return found
}

/**
 * The running runs of a collection that had no room under their spending cap in the last round, and whose figures have not changed since. They are
 * skipped, so that nothing is prepared in vain and no other run waits behind them.
 */
async function runsAtCap(
  context: QueueContext,
  { capped }: PlanMemory,
  collection: CollectionRow,
  planned: Planned,
): Promise<string[]> {
  const { deps, queue } = context
  if (capped.size === 0) return []
  const now = deps.clock()
  const runs = (await runningRuns(deps.db, collection.pk)).flatMap(({ id }) => capped.get(id) ?? [])
  const found: string[] = []
  for (const cap of runs) {
    if (cap.run === null) continue
    const budget = await openBudget(deps.db, queue, spenderOf(context), { runs: [cap.run], now })
    const then = budget?.spentBy(cap.run)
    if (then?.limit !== cap.limit || then.spent !== cap.spent) continue
    planned.capped.runs.set(cap.run, cap)
    found.push(cap.run)
  }
  return found
}

/** How many batches may be signed for a collection now: one as the entry, and none until a block holds the entry. */
export async function batchesNow(
  context: QueueContext,
  collection: CollectionRow,
  atMost: number,
  planned: Planned,
): Promise<number> {
  const step = await mayMint(context, collection)
  if (step === 'compare') planned.unsettled = true
  if (step === 'sign') return atMost
  return step === 'enter' ? Math.min(1, atMost) : 0
}
