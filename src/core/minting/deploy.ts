import type { ChainCall } from '../chains/family/call.ts'
import { openStates, type TransactionState } from '../journal/states.ts'
import { prefixOf } from '../lib/uri-prefix.ts'
import { failChanges } from '../store/collections/changes.ts'
import { collectionByPk, setContract } from '../store/collections/collections.ts'
import { failWaiting, markDeployed } from '../store/collections/deployment.ts'
import { creationAction, endAction } from '../store/journal/action-steps.ts'
import { deploymentCeiling } from '../store/journal/money.ts'
import type { Reason } from '../store/journal/reason.ts'
import { deploymentPayer } from '../store/journal/runs/paying-runs.ts'
import { type CollectionRow, deploymentsOf } from '../store/journal/signer-queue.ts'
import { agreedMissing, isAgreed, missingCalls } from './agreed-deployment.ts'
import { collectionFacts, type QueueContext } from './deps.ts'
import { noteCap, type Planned } from './planned.ts'
import { feeWithin } from './transactions/fees.ts'
import { unpublishedOf } from './transactions/publish.ts'
import type { Round } from './transactions/round.ts'
import { signCall } from './transactions/sign.ts'
import { callOf } from './work.ts'

/** Deployments of one collection that the chain may refuse before it counts as failed. */
const attemptsAtMost = 3
const unsettled: readonly TransactionState[] = openStates

/**
 * Takes the next step of deploying a collection's contract. Each step is signed as soon as the one before is included: sequences keep the order, also
 * after a reorganisation. The creation succeeds only with its confirmations.
 * @returns whether the contract is on chain
 */
export async function deployCollection(
  context: QueueContext,
  round: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const { deps, client, project } = context
  const open = round.open.filter(({ purpose }) => purpose === 'deploy')
  // One collection at a time: the first may deploy what all collections share.
  if (open.some(({ state }) => state !== 'included')) return false
  await ensureContract(context, collection)
  const facts = collectionFacts(project, await collectionByPk(deps.db, collection.pk))
  const deployments = await deploymentsOf(deps.db, collection.pk)
  const isOurs = deployments.some(({ state }) => state === 'included' || state === 'succeeded')
  const ceiling = (await deploymentCeiling(deps.db, collection))?.ceiling ?? null
  const price = feeWithin(round.fees, ceiling)?.max
  const asked = { facts, price, isOurs }
  const calls = await missingCalls(client, asked)
  // Our own deployment is in a block: the calls that follow take later sequences, so they come after it.
  const follows = isOurs && open.length > 0
  if (!follows && !(await isAgreed(client, asked, calls, planned))) return false
  if ('code' in calls) {
    planned.ended = planned.ended.concat(await end(context, collection, 'failed', null, calls))
    return false
  }
  if (calls.length === 0 && open.length > 0) return true
  // A deployment that the chain refused is tried again when its refusal is settled.
  if (calls.some((call) => open.some((one) => isSameCall(callOf(one), call)))) return false
  if (calls.length === 0) {
    const last = deployments.find(({ state }) => state === 'succeeded')
    await end(context, collection, 'deployed', last?.pk ?? null, null)
    return true
  }
  const failures = deployments.filter(({ state }) => state === 'failed')
  if (failures.length >= attemptsAtMost) {
    const failed = await end(context, collection, 'failed', failures[0]?.pk ?? null, {
      code: 'collection.deployment',
      message: `The collection's contract could not be deployed, so nothing can be minted into it: make another collection. ${failures[0]?.error_message ?? 'The chain refused it.'}`,
    })
    planned.ended = planned.ended.concat(failed)
    return false
  }
  const unpublished = await unpublishedOf(context, [facts.contractUri], prefixOf(facts.contractUri))
  // Without a storage, only hosted metadata is minted; the contract's own metadata must not hold that up.
  if (unpublished && unpublished.error?.code !== 'storage.missing') {
    planned.unpublished = unpublished
    return false
  }
  const runId = await deploymentPayer(deps.db, collection)
  // All collections share some contracts. Another RPC may lack the block in which another collection's deployment made them.
  for (const call of await agreedMissing(client, asked, calls, open.length > 0 ? null : planned)) {
    const signed = await signCall(context, round, call, { purpose: 'deploy', collection, runId, ceiling })
    if (signed.kind === 'short') planned.missing = signed.missing
    if (signed.kind === 'capped') noteCap(signed.cap, planned)
    if (signed.kind !== 'signed') break
  }
  return false
}

/**
 * Records that a collection's contract is on chain, as a successful mint shows. This comes before the mint is announced, so that whoever hears of it
 * finds the contract; but not while a deployment is unsettled, because the creation names its transaction.
 */
export async function recordDeployed(context: QueueContext, collection: CollectionRow): Promise<void> {
  if (collection.state === 'deployed') return
  const deployments = await deploymentsOf(context.deps.db, collection.pk)
  if (deployments.some(({ state }) => unsettled.includes(state))) return
  const last = deployments.find(({ state }) => state === 'succeeded')
  await end(context, collection, 'deployed', last?.pk ?? null, null)
}

/** The weight is estimated anew each time, so it does not count. */
function isSameCall(one: ChainCall, other: ChainCall): boolean {
  return one.to === other.to && one.data === other.data
}

/** A default collection's contract gets its address when it is first needed: the address follows from the metadata, which is stored now. */
async function ensureContract({ deps, client, project }: QueueContext, collection: CollectionRow): Promise<void> {
  if (collection.contract_address !== null) return
  const { imageUrl, ...metadata } = JSON.parse(collection.metadata) as Record<
    'name' | 'description' | 'imageUrl' | 'symbol',
    string
  >
  const uri = await deps.metadata.storeContract(
    { kind: project.kind, anyAddress: client.family.anyAddress },
    { ...metadata, image: imageUrl },
    false,
  )
  const address = client.contractAddress(collectionFacts(project, { ...collection, contract_uri: uri }))
  await setContract(deps.db, collection.pk, { uri, address })
}

async function end(
  { deps }: QueueContext,
  collection: CollectionRow,
  state: 'deployed' | 'failed',
  transactionPk: number | null,
  reason: Reason | null,
): Promise<number[]> {
  const { db, clock, events } = deps
  deps.point('before deploy')
  const { failed, ended } = await db.transaction().execute(async (trx) => {
    await markDeployed(trx, collection.pk, state)
    const failed = reason ? await failWaiting(trx, collection.pk, reason, clock()) : []
    const action = await creationAction(trx, collection.pk)
    if (action) await endAction(trx, action.pk, transactionPk, reason, clock())
    const changes = reason ? await failChanges(trx, collection.pk, reason, clock()) : []
    return { failed, ended: [...(action ? [action.pk] : []), ...changes] }
  })
  deps.point('after deploy')
  for (const pk of ended) events.actionEnded(pk)
  events.collectionChanged(collection.pk)
  return failed
}
