import type { OwnTokensClient } from '../../chains/family/own-tokens.ts'
import { mayHaveJobAgain } from '../../journal/correction.ts'
import { treesWithRoom } from '../../store/collections/trees.ts'
import { aloneAmong } from '../../store/journal/alone.ts'
import { batchesOfLoneJob, jobIdTaken, type RunRow } from '../../store/journal/batches.ts'
import type { ComposedMint, Composition } from '../../store/journal/compose-batches.ts'
import { lastBatchBefore } from '../../store/journal/corrections.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { BatchKind } from '../../store/tables/journal.ts'
import { collectionFacts, jobKeyOf, type QueueContext } from '../deps.ts'
import { batchJobId, type JobId, loneJobId } from '../job-id.ts'
import { searchesBatches } from './batch-size.ts'
import { groupsOfCopies, type Templates } from './copies.ts'
import type { Ready } from './resolve-mints.ts'

/**
 * Hosted URIs are kept on chain whole, with 20 bytes of recipient and 2 of index each, and a batch's code holds 24,575 bytes
 * (EIP-170); a little less, for its head.
 */
const bytesPerUriBatch = 24_000

const bytesBesideUri = 22

/** Ours: tokens that are tried together in one transaction; no more fit in any. */
export const fitLookedAt = 32

/** What the journal stores of a member: only its place, if the mint is as it was entered. */
export function memberOf({ row, address, resolved, ...token }: Ready): ComposedMint {
  const tokenUri = token.tokenUri ?? null
  const replaced = resolved && resolved.hash !== row.metadata_hash ? resolved : null
  if (address === row.address && tokenUri === row.token_uri && (replaced?.hash ?? null) === row.resolved_hash)
    return { pk: row.pk }
  return { pk: row.pk, learned: { address, resolved: replaced, tokenUri } }
}

/** Groups mints into batches: hosted ones apart, a lone one by itself, and sorted by address where the collection is large. */
export async function arrange(
  context: QueueContext,
  collection: CollectionRow,
  run: RunRow | null,
  { ready, templates, unsorted: before }: { ready: readonly Ready[]; templates: Templates | null; unsorted: number },
): Promise<Composition[]> {
  const { client } = context
  if (templates) return arrangeCopies(context, collection, run, ready, templates)
  if (client.ownTokens) return arrangeTokens(context, client.ownTokens, collection, run, ready)
  const base = ready.filter(isBase)
  const hosted = ready.filter((mint) => mint.resolved === null && !isBase(mint))
  const stored = ready.filter(({ resolved }) => resolved !== null)
  const groups = [stored, base].filter(({ length }) => length > 0)
  groups.push(...fitting(hosted))
  let unsorted = before
  const compositions: Composition[] = []
  for (const group of groups) {
    const sorted =
      searchesBatches(collection.contract_kind) && unsorted + group.length > client.limits.unsortedPerCollection
    const kind: BatchKind = group.length === 1 ? 'single' : group.every(isHosted) ? 'uris' : sorted ? 'sorted' : 'batch'
    if (!sorted && kind !== 'single') unsorted += group.length
    const members = sorted ? group.toSorted(byAddress) : group
    compositions.push({
      collectionPk: collection.pk,
      runId: run?.id ?? null,
      jobId: await freshJobId(context, collection, group, kind),
      kind,
      base: group.every(isBase),
      mints: members.map(memberOf),
    })
  }
  return compositions
}

/** How many tokens are in batches that are not sorted by address. */
export function countUnsorted(compositions: readonly Composition[]): number {
  return compositions.reduce(
    (sum, { kind, mints }) => (kind === 'batch' || kind === 'uris' ? sum + mints.length : sum),
    0,
  )
}

async function arrangeCopies(
  context: QueueContext,
  collection: CollectionRow,
  run: RunRow | null,
  ready: readonly Ready[],
  templates: Templates,
): Promise<Composition[]> {
  // The collection calls recipients that are contracts; these may refuse or use up all gas, which must not affect other recipients.
  const contracts = await context.client.contractsAmong(ready.map(({ address }) => address))
  const alone = await aloneAmong(
    context.deps.db,
    ready.map(({ row }) => row.pk),
  )
  const together = ready.filter(({ row }) => !alone.has(row.pk))
  const [asked, plain] = [true, false].map((one) =>
    together.filter(({ address }) => contracts.has(address.toLowerCase()) === one),
  )
  const groups = [plain ?? [], asked ?? []].flatMap((mints) => groupsOfCopies(mints, templates, context.client))
  groups.push(...ready.filter(({ row }) => alone.has(row.pk)).map((mint) => [mint]))
  const compositions: Composition[] = []
  for (const group of groups)
    compositions.push({
      collectionPk: collection.pk,
      runId: run?.id ?? null,
      jobId: await freshJobId(context, collection, group, 'batch'),
      kind: 'batch',
      mints: group.map(memberOf),
    })
  return compositions
}

/** Batches of as many tokens as fit into a transaction's bytes; compressed ones go into trees that have room. */
async function arrangeTokens(
  context: QueueContext,
  tokensClient: OwnTokensClient,
  collection: CollectionRow,
  run: RunRow | null,
  ready: readonly Ready[],
): Promise<Composition[]> {
  const facts = collectionFacts(context.project, collection)
  const compositions: Composition[] = []
  const compose = async (group: readonly Ready[], treePk: number | null) => {
    const kind: BatchKind = group.length === 1 ? 'single' : 'uris'
    compositions.push({
      ...{ collectionPk: collection.pk, runId: run?.id ?? null, kind, treePk },
      jobId: await freshJobId(context, collection, group, kind),
      mints: group.map(memberOf),
    })
  }
  const fitting = (some: readonly Ready[], most: number, inTree: boolean) =>
    tokensClient.fit(
      facts,
      some.slice(0, Math.min(most, fitLookedAt)).flatMap(({ token }) => token ?? []),
      inTree,
    )
  let accounts = ready.filter(({ row }) => row.compressed === 0)
  while (accounts.length > 0) {
    const count = fitting(accounts, accounts.length, false)
    await compose(accounts.slice(0, count), null)
    accounts = accounts.slice(count)
  }
  let rest = ready.filter(({ row }) => row.compressed === 1)
  for (const { pk, room: free } of await treesWithRoom(context.deps.db, collection.pk))
    for (let room = free; room > 0 && rest.length > 0; ) {
      const count = fitting(rest, room, true)
      await compose(rest.slice(0, count), pk)
      rest = rest.slice(count)
      room -= count
    }
  return compositions
}

/** Whether a mint has no metadata of its own: the collection's base URI then says where it is. */
function isBase({ resolved, row }: Ready): boolean {
  return resolved === null && row.metadata_uri === null
}

function isHosted({ row }: Ready): boolean {
  return row.metadata_hash === null && row.metadata_uri !== null
}

/** Hosted mints in groups whose URIs fit into one batch, in order. */
function fitting(hosted: readonly Ready[]): Ready[][] {
  const groups: Ready[][] = []
  let room = 0
  for (const mint of hosted) {
    const bytes = Buffer.byteLength(mint.row.metadata_uri ?? '') + bytesBesideUri
    const group = groups.at(-1)
    if (group && bytes <= room) {
      group.push(mint)
      room -= bytes
    } else {
      groups.push([mint])
      room = bytesPerUriBatch - bytes
    }
  }
  return groups
}

function byAddress(a: Ready, b: Ready): number {
  return a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1
}

/**
 * A batch's job id, which follows from its mints alone; after a failure on chain the same mints get a new one. A lone mint has one id however often
 * it failed, and another one each time it is corrected: so the chain can always be asked for it.
 */
async function freshJobId(
  context: QueueContext,
  collection: CollectionRow,
  group: readonly Ready[],
  kind: BatchKind,
): Promise<JobId> {
  const [first] = group
  if (!first) throw new Error('a batch without mints')
  const { db } = context.deps
  const key = jobKeyOf(context)
  const tags = group.map(({ tag }) => tag)
  const lone = kind === 'single'
  const lastBatch = lone ? await lastBatchBefore(db, first.row.pk) : null
  for (let generation = 0; ; generation++) {
    const id = lone ? loneJobId(key, first.tag, generation) : batchJobId(key, kind, tags, generation)
    const isFree = lone
      ? (await batchesOfLoneJob(db, collection.pk, id)).every((batch) => mayHaveJobAgain(batch, lastBatch))
      : !(await jobIdTaken(db, collection.pk, id))
    if (isFree) return id
  }
}
