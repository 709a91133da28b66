import { collectionByPk, setContract } from '../store/collections.ts'
import { failWaiting, markDeployed } from '../store/known-mints.ts'
import { type CollectionRow, openTransactions } from '../store/lane.ts'
import { creationAction, endAction, type Reason } from '../store/settle.ts'
import { collectionFacts, type LaneContext } from './deps.ts'
import type { Planned } from './plan.ts'
import { type Round, signCall } from './sign.ts'

/** Deployments of one collection that the chain may refuse before it counts as failed. */
const attemptsAtMost = 3

/** Takes the next step towards a collection's contract; whether it is on chain. */
export async function deployCollection(
  context: LaneContext,
  round: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const { deps, client, project, lane } = context
  // One collection at a time: the first may deploy what all share.
  if ((await openTransactions(deps.db, lane)).some(({ purpose }) => purpose === 'deploy')) return false
  await ensureContract(context, collection)
  const facts = collectionFacts(project, await collectionByPk(deps.db, collection.pk))
  const calls = await client.deploymentCalls(facts)
  const deployments = await deps.db
    .selectFrom('transactions')
    .select(['pk', 'state', 'error_message'])
    .where('collection_pk', '=', collection.pk)
    .where('purpose', '=', 'deploy')
    .orderBy('pk', 'desc')
    .execute()
  if (calls.length === 0) {
    const last = deployments.find(({ state }) => state === 'succeeded')
    await end(context, collection, 'deployed', last?.pk ?? null, null)
    return true
  }
  const failures = deployments.filter(({ state }) => state === 'failed')
  if (failures.length >= attemptsAtMost) {
    const failed = await end(context, collection, 'failed', failures[0]?.pk ?? null, {
      code: 'collection.deployment',
      message: `The collection's contract could not be deployed: ${failures[0]?.error_message ?? 'the chain refused it'}`,
    })
    planned.ended = planned.ended.concat(failed)
    return false
  }
  for (const call of calls) {
    const signed = await signCall(context, round, call, { purpose: 'deploy', collection })
    if (signed.kind === 'short') planned.missing = signed.missing
    if (signed.kind !== 'signed') break
  }
  return false
}

/** A default collection's contract has no address until something asks for it: it follows from the metadata that is pinned now. */
async function ensureContract({ deps, client, project }: LaneContext, collection: CollectionRow): Promise<void> {
  if (collection.contract_address !== null) return
  const { imageUrl, ...metadata } = JSON.parse(collection.metadata) as Record<
    'name' | 'description' | 'imageUrl' | 'symbol',
    string
  >
  const uri = await deps.metadata.pinContract({ ...metadata, image: imageUrl }, false)
  const address = client.contractAddress(collectionFacts(project, { ...collection, contract_uri: uri }))
  await setContract(deps.db, collection.pk, { uri, address })
}

async function end(
  { deps }: LaneContext,
  collection: CollectionRow,
  state: 'deployed' | 'failed',
  transactionPk: number | null,
  reason: Reason | null,
): Promise<number[]> {
  const { db, clock, events } = deps
  const { failed, action } = await db.transaction().execute(async (trx) => {
    await markDeployed(trx, collection.pk, state)
    const failed = reason ? await failWaiting(trx, collection.pk, reason, clock()) : []
    const action = await creationAction(trx, collection.pk)
    if (action) await endAction(trx, action.pk, transactionPk, reason, clock())
    return { failed, action }
  })
  if (action) events.actionEnded(action.pk)
  events.collectionChanged(collection.pk)
  return failed
}
