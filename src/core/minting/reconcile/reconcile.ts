import { counted } from '../../../shared/format.ts'
import type { TokenRange } from '../../chains/family/collections.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { loneJobs } from '../../journal/correction.ts'
import { recordSale } from '../../store/collections/changes.ts'
import { endResume, haltCollection } from '../../store/collections/halting.ts'
import {
  accountedTokens,
  enterKnown,
  findKnown,
  type HeldToken,
  knownBatchStarts,
  knownTokens,
} from '../../store/collections/known-mints.ts'
import { unrecognisedCopies, unrecognisedTokens } from '../../store/collections/unrecognised-mints.ts'
import { forgetUnnamed, hasUnnamed, nameTokens, unnamed } from '../../store/collections/untagged-tokens.ts'
import { pauseRuns } from '../../store/journal/runs/run-steps.ts'
import { dissolveBatches, pendingMints } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { hostedLists, unreadable } from '../compose/hosted-lists.ts'
import { jobKeyOf, type QueueContext } from '../deps.ts'
import { loneJobId, mintIdentity } from '../job-id.ts'
import { allConfirmed } from './confirmed.ts'
import { readBackCopies } from './copies.ts'
import { stopForUnknownWriter } from './fence.ts'
import { enterHeld, givenTo } from './held-tokens.ts'
import { copyStandIn } from './stand-in.ts'
import { tagsByJob } from './tags-by-job.ts'
import { reconcileTokenList } from './token-list.ts'
import { reconcileTrees } from './trees.ts'
import { enterUnrecognised, recogniseMints } from './unrecognised-mints.ts'
import { verifyMinted } from './verify-minted.ts'

/** The jobs of a lone mint that the chain may hold: it got a new one each time it was corrected, or lost to a reorganisation. */
const generations = Array.from({ length: loneJobs }, (_, generation) => generation)

/**
 * Compares a collection's counter on chain with the journal's before anything is signed for it. Where the chain is ahead (a database restored from a
 * copy, a second copy of the app), it reads the batches that the journal does not know from the chain and enters their mints. It halts the collection
 * when something cannot be read, or when the chain no longer holds what the journal calls minted.
 * @param block the last with the network's confirmations: what it does not hold may still change
 * @returns the mints that were entered; otherwise nothing may be signed for the collection: it was halted, or not all of what the chain is ahead by
 * has its confirmations (`unsettled`), and nothing was entered
 */
export async function reconcile(
  context: QueueContext,
  collection: CollectionRow,
  block: number,
): Promise<number[] | 'halted' | 'unsettled'> {
  const { deps, client } = context
  const contract = collection.contract_address
  if (!contract) return []
  const reconciled = client.trees
    ? await reconcileTrees(context, client.trees, collection)
    : client.tokenList && (await reconcileTokenList(context, client.tokenList, collection))
  if (reconciled === null) return 'halted'
  if (reconciled !== undefined) {
    if (context.reverted?.has(collection.pk)) await endResume(deps.db, collection.pk)
    if (reconciled.unrecognised > 0) await pauseForUnrecognised(context, collection)
    return reconciled.entered
  }
  const counters = await client.counters(contract)
  const verified = await verifyMinted(context, collection, counters, block)
  if (verified !== 'verified') return verified
  if (collection.fungibility === 'semi-fungible') {
    const found = await readBackCopies(context, collection, block)
    if (found === 'nothing') return []
    return found === 'read' ? await enterFound(context, collection, 0) : found
  }
  await recordSale(deps.db, collection.pk, counters)
  // A deep reorganisation may have removed tokens without a tag and given their ids to others: they are read from the chain again.
  const unrecognised = (await hasUnnamed(deps.db, collection.pk)) ? await unrecognisedIn(deps.db, collection) : 0
  await forgetUnnamed(deps.db, collection.pk)
  if (counters.minted - counters.purchased <= (await accountedTokens(deps.db, collection.pk))) return []
  if (!(await allConfirmed(client, contract, counters, block))) return 'unsettled'
  deps.log.warn(
    { collection: collection.id, network: client.network, onChain: counters.minted },
    'the chain holds mints that the journal does not know; reading them back',
  )
  const starts = await knownBatchStarts(deps.db, collection.pk)
  let lists: Map<number, string[]> | undefined
  const byJob = tagsByJob(context, collection, block)
  let since = await firstBlock(deps.db, client, collection)
  // Tokens that others bought belong to no mint.
  const bought = counters.purchased === 0 ? [] : await client.purchases(contract, since)
  const ranges = await client.batchRanges(contract, counters.batches)
  for (const [index, { firstTokenId }] of ranges.entries()) {
    if (starts.has(firstTokenId)) continue
    const batch = await client.chainBatch(contract, index, since)
    since = batch.block ?? since
    lists ??= batch.folder === '' ? await hostedLists(context, contract) : undefined
    const listed = batch.folder === '' ? lists?.get(batch.firstTokenId) : await deps.metadata.readTags(batch.folder)
    const tags = listed?.length === batch.recipients.length ? listed : await byJob(batch)
    if (tags?.length !== batch.recipients.length && context.accepted?.has(collection.pk)) {
      await enterUnrecognised(context, collection, batch)
      continue
    }
    if (!tags || tags.length !== batch.recipients.length) {
      if (await stopForUnknownWriter(context, collection, block)) return 'halted'
      await haltCollection(
        deps.db,
        collection.pk,
        `The chain holds ${counted(batch.recipients.length, 'NFT')} of this collection (from token ${batch.firstTokenId}) that this database does not know, and their list cannot be read. ${unreadable(collection)}`,
        context.resumes,
      )
      deps.events.collectionChanged(collection.pk)
      return 'halted'
    }
    await enterKnown(
      deps.db,
      collection.pk,
      tags.map((tag, place) => ({
        ...{ tag, tokenId: batch.firstTokenId + place, txHash: batch.txHash },
        recipient: batch.recipients[place] ?? null,
      })),
    )
  }
  await enterUnnamed(context, collection, counters.minted, [...bought, ...ranges], starts)
  return await enterFound(context, collection, unrecognised)
}

/** @param unrecognised how many unrecognised NFTs were known before */
async function enterFound(context: QueueContext, collection: CollectionRow, unrecognised: number): Promise<number[]> {
  const { deps } = context
  const isNews = (await unrecognisedIn(deps.db, collection)) > unrecognised
  deps.point('before enter')
  const entered = await enterPending(context, collection)
  deps.point('after enter')
  if (isNews) await pauseForUnrecognised(context, collection)
  return entered
}

/**
 * Pauses runs if the chain holds tokens of no mint of this database. They came from work that it does not know, maybe for the same recipients under
 * other ids (a run that was cancelled and made again): the person decides.
 */
async function pauseForUnrecognised({ deps }: QueueContext, collection: CollectionRow): Promise<void> {
  const unrecognised = await unrecognisedIn(deps.db, collection)
  if (unrecognised === 0) return
  const notice = unrecognisedNotice(unrecognised)
  for (const run of await pauseRuns(deps.db, collection.pk, notice)) deps.events.runChanged(run)
}

/** How many NFTs the chain is known to hold that belong to no mint of the journal. */
export function unrecognisedIn(db: Store, { pk, fungibility }: CollectionRow): Promise<number> {
  return fungibility === 'semi-fungible' ? unrecognisedCopies(db, pk) : unrecognisedTokens(db, pk)
}

/** Why a run is paused: the chain holds NFTs that the database does not know. */
export function unrecognisedNotice(count: number): string {
  return `Paused, because the chain holds ${counted(count, 'NFT')} of this collection that this database does not know (it is an older copy, or was recovered). Rows of this run may be among them: look at the collection on the chain, then resume or cancel.`
}

/** Tokens in no batch were minted alone: they are kept without a tag until a mint asks for them. */
async function enterUnnamed(
  context: QueueContext,
  collection: CollectionRow,
  minted: number,
  covered: readonly TokenRange[],
  starts: ReadonlySet<number>,
): Promise<void> {
  const inBatches = new Uint8Array(minted + 1)
  for (const { firstTokenId, quantity } of covered) inBatches.fill(1, firstTokenId, firstTokenId + quantity)
  // A token that got a tag since must not count twice: the journal would seem to know more than the chain holds.
  const known = await knownTokens(context.deps.db, collection.pk)
  const lone: { tag: string; tokenId: number; txHash: string }[] = []
  for (let tokenId = 1; tokenId <= minted; tokenId++)
    if (!inBatches[tokenId] && !starts.has(tokenId) && !known.has(tokenId))
      lone.push({ tag: unnamed(tokenId), tokenId, txHash: '' })
  await enterKnown(context.deps.db, collection.pk, lone)
}

/** Gives waiting mints of the journal the tokens that the chain already holds for them. */
async function enterPending(context: QueueContext, collection: CollectionRow): Promise<number[]> {
  const { deps } = context
  const entered: number[] = []
  for (let after = 0; ; ) {
    const mints = await pendingMints(deps.db, collection.pk, after, 500)
    const last = mints.at(-1)
    if (!last) {
      await dissolveBatches(deps.db, collection.pk, deps.clock())
      return entered
    }
    after = last.pk
    const tags = mints.map(({ id }) =>
      deps.identity.tag(context.project, mintIdentity(context.project.index, collection.id, id)),
    )
    const found = await findKnown(deps.db, collection.pk, tags)
    const lone = await knownLoneMints(context, collection, tags)
    const unknown = mints.flatMap((row, place) => {
      const tag = tags[place] ?? ''
      return found.has(tag) || lone.has(tag) ? [] : [{ row, tag }]
    })
    const same = await recogniseMints(context, collection, unknown)
    const minted = mints.flatMap((row, index) => {
      const tag = tags[index] ?? ''
      const token = found.get(tag) ?? lone.get(tag) ?? same.get(tag)
      return token ? [{ row, ...token, ...copyStandIn(collection, tag) }] : []
    })
    await enterHeld(context, collection, minted)
    entered.push(...minted.map(({ row: { pk } }) => pk))
  }
}

/**
 * Which of these mints the chain holds as lone ones; it asks only while there are tokens without a tag. A token that was not read back does not
 * count: it may be newer, and a reorganisation may remove it.
 */
export async function knownLoneMints(
  context: QueueContext,
  collection: CollectionRow,
  tags: readonly string[],
): Promise<Map<string, HeldToken>> {
  const { client } = context
  const found = new Map<string, HeldToken>()
  const contract = collection.contract_address
  if (!contract || !(await hasUnnamed(context.deps.db, collection.pk))) return found
  const key = jobKeyOf(context)
  const tokens = await Promise.all(
    tags.flatMap((tag) => generations.map((generation) => client.job(contract, loneJobId(key, tag, generation)))),
  )
  const readBack = await findKnown(context.deps.db, collection.pk, [...new Set(tokens)].map(unnamed))
  if (readBack.size === 0) return found
  const held = tags.flatMap((tag, index) => {
    const tokenId = Math.max(...generations.map((_, place) => tokens[index * generations.length + place] ?? 0))
    return readBack.has(unnamed(tokenId)) ? [{ tag, tokenId }] : []
  })
  const given = await givenTo(
    context,
    collection,
    held.map(({ tokenId }) => tokenId),
  )
  for (const { tag, tokenId } of held) found.set(tag, { tokenId, txHash: '', ...given.get(tokenId) })
  await nameTokens(context.deps.db, collection.pk, found)
  return found
}
