import { haltCollection } from '../store/collections/halting.ts'
import { addTree, markTreeMade, treesOf, treesWithRoom, waitingForTrees } from '../store/collections/trees.ts'
import { oldestRunUnderWay } from '../store/journal/runs/paying-runs.ts'
import { type CollectionRow, deploymentsOf } from '../store/journal/signer-queue.ts'
import { collectionFacts, type QueueContext } from './deps.ts'
import { noteCap, type Planned } from './planned.ts'
import type { Round } from './transactions/round.ts'
import { signCall } from './transactions/sign.ts'

/** Transactions for one collection's contract and trees that the chain may refuse before a person must look. */
const refusalsAtMost = 3

/**
 * Takes the next step towards a tree with room for the mints that wait. A new tree is as large as these mints, or as all trees before it together: so
 * single mints pay for few leaves, and many of them still need few trees.
 * @returns whether there is a tree with room
 */
export async function bringTree(
  context: QueueContext,
  round: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const { deps, client, project } = context
  const { trees: family } = client
  if (!family) return true
  const waiting = await waitingForTrees(deps.db, collection.pk)
  if (waiting === 0) return true
  const withRoom = await treesWithRoom(deps.db, collection.pk)
  if (withRoom.some(({ room }) => room > 0)) return true
  if (round.open.some(({ purpose, collection_pk }) => purpose === 'deploy' && collection_pk === collection.pk))
    return false
  const trees = await treesOf(deps.db, collection.pk)
  const wanted = trees.find(({ state }) => state === 'wanted')
  if (!wanted) {
    const before = trees.reduce((sum, { capacity }) => sum + capacity, 0)
    const address = family.treeAddress(project.index, collection.id, trees.length)
    await addTree(deps.db, collection.pk, trees.length, address, family.treeFor(Math.max(waiting, before)))
    return await bringTree(context, round, collection, planned)
  }
  const call = await family.treeCall(collectionFacts(project, collection), wanted.ordinal, wanted)
  if (call === null) {
    await markTreeMade(deps.db, wanted.pk, await family.sizeOf(wanted.address))
    // For an older copy of the database the tree may exist and be in use: its counter is compared first.
    context.sessions.delete(collection.pk)
    planned.waitMs = 0
    return false
  }
  const deployments = await deploymentsOf(deps.db, collection.pk)
  const succeeded = deployments.findIndex(({ state }) => state === 'succeeded')
  const since = succeeded === -1 ? deployments : deployments.slice(0, succeeded)
  const refused = since.filter(({ state }) => state === 'failed')
  if (refused.length >= refusalsAtMost) {
    await haltCollection(
      deps.db,
      collection.pk,
      `No tree could be made for the NFTs of this collection, into which nothing more can be minted: make another collection. ${refused[0]?.error_message ?? 'The chain refused the tree.'}`,
    )
    deps.events.collectionChanged(collection.pk)
    return false
  }
  const runId = await oldestRunUnderWay(deps.db, collection.pk)
  const signed = await signCall(context, round, call, { purpose: 'deploy', collection, runId })
  if (signed.kind === 'short') planned.missing = signed.missing
  if (signed.kind === 'capped') noteCap(signed.cap, planned)
  return false
}
