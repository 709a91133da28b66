import { type ChainName, chainLabel } from '../../../shared/chains.ts'
import type { CollectionCounters } from '../../chains/family/collections.ts'
import { verifyStep } from '../../journal/rounds.ts'
import { endResume, haltCollection } from '../../store/collections/halting.ts'
import {
  accountedTokens,
  type FoundToken,
  highestFound,
  knownBatchNumbers,
} from '../../store/collections/known-mints.ts'
import {
  isSaidTwice,
  lastSettledBatch,
  restate,
  type SettledBatch,
  settledBatches,
} from '../../store/journal/reverted.ts'
import { mintsOutsideRuns, runsOfBatches } from '../../store/journal/runs/run-steps.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'
import { isSame } from './confirmed.ts'
import { countersThen, isStillThere } from './found-token.ts'
import { anchorAt } from './taken-back.ts'

/** Jobs that a contract is asked for at a time. */
const askedAtOnce = 500

/**
 * Compares a collection's contract with what the journal calls minted, while nothing of it is in flight: its last batch, the last NFT that was read
 * back, and the counts. If the contract lacks any of that for good (a reorganisation was deeper than the confirmations, or this is another chain), it
 * halts the collection; once the person has said to go on, the journal takes the chain's word.
 * @param block the last that has the network's confirmations
 * @returns `unsettled` when that may still change; `halted` when the person has to decide
 */
export async function verifyMinted(
  context: QueueContext,
  collection: CollectionRow,
  counters: CollectionCounters,
  block: number,
): Promise<'verified' | 'halted' | 'unsettled'> {
  const { deps, client, queue } = context
  const contract = contractOf(collection)
  const [last, highest, twice] = await Promise.all([
    lastSettledBatch(deps.db, queue, collection.pk),
    highestFound(deps.db, collection.pk),
    isSaidTwice(deps.db, collection),
  ])
  const [stands, confirmed, confirmedCount, isAnchored] = await Promise.all([
    last === undefined ? 0 : client.job(contract, last.jobId, block),
    countersThen(context, contract, block),
    client.sequenceAt(queue.signer, block),
    anchorAt(context, block),
  ])
  // The block at which other contracts were compared was removed: the next round looks at that first.
  if (!isAnchored) return 'unsettled'
  const facts = {
    last: last === undefined ? null : { sequence: last.sequence, firstToken: last.firstTokenId, stands },
    found:
      highest === undefined ? null : { stands: await isStillThere(context, collection, highest, confirmed, block) },
    twice,
    ...(await countsOf(context, collection, confirmed)),
    confirmedCount,
    confirmed: isSame(confirmed, counters),
    accepted: context.reverted?.has(collection.pk) ?? false,
  }
  const step = verifyStep(facts)
  if (step === 'unsettled') return step
  if (step === 'verified') return step
  if (step === 'take') {
    await takeWordFor(context, collection)
    // The person's decision covers what was seen now, and nothing that is reverted later.
    await endResume(deps.db, collection.pk)
    context.reverted?.delete(collection.pk)
    return 'verified'
  }
  await haltCollection(deps.db, collection.pk, sentence(collection, facts, last, highest), context.resumes)
  deps.events.collectionChanged(collection.pk)
  deps.log.warn({ collection: collection.id, network: client.network }, 'the chain lacks what the journal calls minted')
  return 'halted'
}

/** How many tokens the journal accounts for, and how many the contract has; batches of semi-fungible collections. */
async function countsOf(
  { deps }: QueueContext,
  { pk, fungibility }: CollectionRow,
  { minted, purchased, batches }: CollectionCounters,
): Promise<{ accounted: number; minted: number }> {
  return fungibility === 'semi-fungible'
    ? { accounted: (await knownBatchNumbers(deps.db, pk)).size, minted: batches }
    : { accounted: await accountedTokens(deps.db, pk), minted: minted - purchased }
}

/** Asks the contract for each batch that the journal calls minted, and writes down where it is, or that it was reverted. */
async function takeWordFor({ deps, client }: QueueContext, collection: CollectionRow): Promise<void> {
  const { db } = deps
  const contract = contractOf(collection)
  const places = new Map<number, number>()
  for (let after = 0; ; ) {
    const batches = await settledBatches(db, collection.pk, after, askedAtOnce)
    const last = batches.at(-1)
    if (!last) break
    after = last.pk
    const stands = await Promise.all(batches.map(({ job_id }) => client.job(contract, job_id)))
    for (const [at, { pk }] of batches.entries()) places.set(pk, stands[at] ?? 0)
  }
  const code = 'chain.lost'
  const label = chainLabel(client.chain)
  const reasons = {
    reverted: {
      code,
      message: `${label} took this back after it had all its confirmations, and something else took its place there: mint it again.`,
    },
    changed: {
      code,
      message: `${label} took the NFT back after it had all its confirmations, and it is not there any more, or bears another number. Ask for this again when it is minted.`,
    },
  }
  deps.point('before restate')
  const ended = await restate(db, collection.pk, places, reasons, deps.clock())
  deps.point('after restate')
  for (const pk of ended.actions) deps.events.actionEnded(pk)
  for (const pk of ended.transfers) deps.events.transferEnded(pk)
  const reverted = [...places].flatMap(([pk, stands]) => (stands === 0 ? [pk] : []))
  deps.events.mintsEnded(await mintsOutsideRuns(db, reverted))
  for (const run of await runsOfBatches(db, reverted)) deps.events.runChanged(run)
}

function sentence(
  { id, chain }: CollectionRow,
  {
    accounted,
    minted,
    last: seen,
    found,
  }: Omit<Parameters<typeof verifyStep>[0], 'confirmedCount' | 'confirmed' | 'accepted'>,
  last: SettledBatch | undefined,
  highest: FoundToken | undefined,
): string {
  const label = chainLabel(chain as ChainName)
  const moved = last !== undefined && seen !== null && seen.stands !== last.firstTokenId
  const what = moved
    ? `the last batch of ${last.size} (number ${last.firstTokenId} on, transaction ${last.hash ?? 'unknown'}) ${seen.stands === 0 ? 'is not there' : `stands at number ${seen.stands} there`}`
    : minted < accounted
      ? `the contract counts ${minted}, and this database ${accounted}`
      : found?.stands === false && highest !== undefined
        ? `what was read back as number ${highest.tokenId} (transaction ${highest.txHash}) is not there`
        : 'some numbers are two NFTs here'
  return `${label} does not hold what this database calls minted of this collection: ${what}. The network took back blocks that had all their confirmations, and not all of it came back as it was: something else used the treasury’s key before, or a newer copy of this database had made it. Nothing more is minted into it, so that nobody gets an NFT twice. Look at the collection on the chain, then go on with “mintdesk collections resume ${id}”: what the chain does not hold then counts as failed, and can be retried.`
}
