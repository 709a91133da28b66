import { createHash } from 'node:crypto'
import type { ChainName } from '../../shared/chains.ts'
import { parseRecipient } from '../../shared/locator.ts'
import type { NewToken } from '../chains/family/tokens.ts'
import type { TreesClient } from '../chains/family/trees.ts'
import { CoreError } from '../errors.ts'
import {
  type ComposedMint,
  type Composition,
  commitComposition,
  failMints,
  jobIdTaken,
  type MintRow,
  metadataTexts,
  queuedMints,
  type RunRow,
  unsortedTokens,
} from '../store/batches.ts'
import { findKnown, hasKnown } from '../store/known-mints.ts'
import type { CollectionRow } from '../store/lane.ts'
import { waitingMints } from '../store/mints.ts'
import type { BatchKind } from '../store/schema.ts'
import { enterMinted, pauseRun } from '../store/settle.ts'
import { treesWithRoom } from '../store/trees.ts'
import { inPieces } from '../turns.ts'
import { mintsPerTransaction, searchesBatches } from './batch-size.ts'
import { burstWait } from './company.ts'
import { groupsOfCopies, pinTemplates, type Templates } from './compose-copies.ts'
import { collectionFacts, type LaneContext } from './deps.ts'
import type { FilesAhead } from './files-ahead.ts'
import { batchJobId, groupJobId, type JobId, loneJobId, mintIdentity } from './job-id.ts'
import { amongStrangers, knownLoneMints, strangersIn } from './reconcile.ts'
import { copyStandIn } from './stand-in.ts'
import { enterStrangeLeaves } from './strange-leaves.ts'
import { knownStrangers } from './strangers.ts'
import { requireLengths, tokenOf } from './tokens.ts'

/**
 * Hosted URIs are kept on chain whole, with 20 bytes of recipient and 2 of index each, and a batch's code holds 24,575 bytes
 * (EIP-170); a little less, for its head.
 */
const bytesPerUriBatch = 24_000
const bytesBesideUri = 22

/** Ours: tokens that are tried together in one transaction; no more fit in any. */
const fitLookedAt = 8

interface Ready {
  row: MintRow
  tag: string
  address: string
  /** The metadata with linked files replaced; null where it is hosted. */
  resolved: { hash: string; json: string } | null
  /** Where tokens have a URI of their own on chain: that. */
  tokenUri?: string
  token?: NewToken
}
type Failed = { pk: number; code: string; message: string }

/** What became of a turn: `waitMs` when mints wait for company. */
export type Composed = { batches: number[]; waitMs: number | null; ended: number[] }

export interface ComposeWish {
  /** Of how many batches the mints are taken. */
  batches: number
  /** Most mints in one, where more turned out to be too heavy. */
  mintsPerBatch: number | undefined
  files: FilesAhead
}

/**
 * Takes the next mints of a run, or of the API's when `run` is null, stores their files, and composes them into batches for good, all in
 * one commit. A mint whose files cannot be had fails alone. Answers the keys of the batches it made.
 */
export async function composeNext(
  context: LaneContext,
  collection: CollectionRow,
  run: RunRow | null,
  { batches: count, mintsPerBatch = Number.POSITIVE_INFINITY, files }: ComposeWish,
): Promise<Composed> {
  const { deps, client } = context
  const waiting = run ? null : await waitingMints(deps.db, collection.pk)
  const holdMs = waiting ? burstWait(waiting, deps.clock(), deps.timing.groupMs) : 0
  if (holdMs > 0) return { batches: [], waitMs: holdMs, ended: [] }
  const most = Math.min(mintsPerTransaction(collection.contract_kind, client.limits), mintsPerBatch)
  // Where each token has a file of its own, those of the next turn, which may be twice as large, are written while this one's are signed.
  const ahead = run && client.trees ? 2 * most * count : 0
  const queued = await queuedMints(deps.db, collection.pk, run?.id ?? null, most * count + ahead)
  const rows = queued.splice(0, most * count)
  // The last ones of the API's wait for company.
  const last = rows[rows.length - (rows.length % most)]
  if (!run && last) {
    const waitMs = last.created_at + deps.timing.groupMs - deps.clock()
    // A clock that was put back must not make them wait for as long as it was.
    if (waitMs > 0 && waitMs <= deps.timing.groupMs) {
      rows.length -= rows.length % most
      if (rows.length === 0) return { batches: [], waitMs, ended: [] }
    }
  }
  if (rows.length === 0) {
    files.forget(sourceOf(collection, run))
    return { batches: [], waitMs: null, ended: [] }
  }
  const tagOf = (row: MintRow) => ({
    row,
    tag: deps.identity.tag(context.project, mintIdentity(context.project.index, collection.id, row.id)),
  })
  const pause = inPieces()
  const tagged: ReturnType<typeof tagOf>[] = []
  for (const row of rows) {
    await pause()
    tagged.push(tagOf(row))
  }
  const known = await enterKnownMints(context, collection, tagged)
  const unknown = tagged.filter(({ row }) => !known.has(row.pk))
  if (run && unknown.length > 0 && (await heldAmongStrangers(context, collection, run)))
    return { batches: [], waitMs: null, ended: [...known] }
  const templates =
    collection.fungibility === 'semi-fungible'
      ? await pinTemplates(context, collection, run, [...new Set(unknown.flatMap(({ row }) => row.template_pk ?? []))])
      : null
  const resolved = await resolveAll(context, collection, run, {
    ...{ mints: unknown, next: queued.map(tagOf), templates, files },
  })
  // They are composed as ever when their files are there; until then nobody else waits for them.
  if (resolved === null) return { batches: [], waitMs: null, ended: [...known] }
  const { failed } = resolved
  await failMints(deps.db, failed, deps.clock())
  const same = client.trees && (await enterStrangeLeaves(context, client.trees, collection, resolved.ready))
  const ready = same ? resolved.ready.filter(({ row }) => !same.has(row.pk)) : resolved.ready
  const ended = [...known, ...(same ?? []), ...failed.map(({ pk }) => pk)]
  const compositions: Composition[] = []
  for (let from = 0, unsorted = await unsortedTokens(deps.db, collection.pk); from < ready.length; from += most) {
    const part = await arrange(context, collection, run, { ready: ready.slice(from, from + most), templates, unsorted })
    compositions.push(...part)
    unsorted += countUnsorted(part)
    await pause()
  }
  if (compositions.length === 0) return { batches: [], waitMs: null, ended }
  deps.point('before compose')
  const batches = await commitComposition(deps.db, compositions, deps.clock())
  deps.point('after compose')
  return { batches: batches ?? [], waitMs: null, ended }
}

/** Mints that the chain is known to hold already (a database restored from a copy) are entered, not minted. */
async function enterKnownMints(
  context: LaneContext,
  collection: CollectionRow,
  mints: readonly { row: MintRow; tag: string }[],
): Promise<Set<number>> {
  const { deps } = context
  const withAddress = async ({ row, tag }: { row: MintRow; tag: string }) => ({
    row: { ...row, address: row.address ?? (await addressOf(context, row, collection.chain as ChainName)) },
    tag,
  })
  if (!(await hasKnown(deps.db, collection.pk))) return new Set()
  const tags = mints.map(({ tag }) => tag)
  const lone = await knownLoneMints(context, collection, tags)
  const found = await findKnown(deps.db, collection.pk, tags)
  const unknown = mints.filter(({ tag }) => !found.has(tag) && !lone.has(tag))
  const same = await knownStrangers(context, collection, await Promise.all(unknown.map(withAddress)))
  const minted = mints.flatMap(({ row, tag }) => {
    const token = found.get(tag) ?? lone.get(tag) ?? same.get(tag)
    return token ? [{ pk: row.pk, ...token, ...copyStandIn(collection, tag) }] : []
  })
  await enterMinted(deps.db, minted, deps.clock())
  return new Set(minted.map(({ pk }) => pk))
}

/**
 * Pauses a run of which rows are not known on chain, while the chain holds NFTs that nothing here knows: they may be the same under
 * other ids. A person decides, once for each run.
 */
async function heldAmongStrangers({ deps }: LaneContext, collection: CollectionRow, run: RunRow): Promise<boolean> {
  if (run.confirmed === 1 || !(await hasKnown(deps.db, collection.pk))) return false
  const strangers = await strangersIn(deps.db, collection)
  if (strangers === 0) return false
  await pauseRun(deps.db, run.id, amongStrangers(strangers))
  deps.events.runChanged(run.id)
  return true
}

interface Wanted {
  mints: readonly { row: MintRow; tag: string }[]
  /** Those whose turn comes next. */
  next: readonly { row: MintRow; tag: string }[]
  templates: Templates | null
  files: FilesAhead
}

async function resolveAll(
  context: LaneContext,
  collection: CollectionRow,
  run: RunRow | null,
  { mints, next, templates, files }: Wanted,
): Promise<{ ready: Ready[]; failed: Failed[] } | null> {
  const { deps } = context
  const texts = await metadataTexts(deps.db, [
    ...new Set([...mints, ...next].flatMap(({ row }) => row.metadata_hash ?? [])),
  ])
  const scope = { id: sourceOf(collection, run), importId: run?.import_id ?? null }
  const resolve = async ({
    row,
    tag,
  }: {
    row: MintRow
    tag: string
  }): Promise<{ ready: Ready } | { failed: Failed }> => {
    try {
      const template = templates?.get(row.template_pk ?? 0)
      if (template instanceof CoreError) throw template
      if (!templates && row.metadata_hash === null && row.metadata_uri === null && collection.base_uri === null)
        throw new CoreError(
          'metadata.required',
          'This NFT has no metadata, and the base URI that would say where it is could not be set: set it, and retry.',
        )
      const given = templates || row.metadata_hash === null ? null : texts.get(row.metadata_hash)
      const json =
        given === null || given === undefined ? null : await deps.metadata.resolve(scope, given, row.reupload === 1)
      const address = row.address ?? (await addressOf(context, row, collection.chain as ChainName))
      const resolved = json === null ? null : resolvedOf(row, given, json)
      const { trees } = context.client
      if (!trees) return { ready: { row, tag, address, resolved } }
      const tokenUri = json === null ? (row.metadata_uri ?? '') : await deps.metadata.storeJson(json)
      const token = tokenOf(collection, json, address, tokenUri)
      requireLengths(token, trees)
      return { ready: { row, tag, address, resolved, tokenUri, token } }
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      return { failed: { pk: row.pk, code: error.code, message: error.message } }
    }
  }
  const wanted = (of: Wanted['mints']) =>
    of.map((mint) => ({ key: `${mint.row.pk} ${mint.row.created_at}`, get: () => resolve(mint) }))
  const taken = files.take(scope.id, wanted(mints))
  files.begin(scope.id, wanted(next), (one) => 'ready' in one)
  const all = await taken
  return (
    all && {
      ready: all.flatMap((one) => ('ready' in one ? [one.ready] : [])),
      failed: all.flatMap((one) => ('failed' in one ? [one.failed] : [])),
    }
  )
}

/** Whose mints these are: a run's, or the API's of a collection. */
function sourceOf(collection: CollectionRow, run: RunRow | null): string {
  return run?.id ?? `collection ${collection.pk}`
}

/** What had no links to replace has its hash already. */
function resolvedOf({ metadata_hash }: MintRow, given: string | null | undefined, json: string): Ready['resolved'] {
  const hash =
    json === given && metadata_hash !== null ? metadata_hash : createHash('sha256').update(json).digest('hex')
  return { hash, json }
}

/** What is written down of a mint: nothing but its place where it is as it was entered. */
function memberOf({ row, address, resolved, ...token }: Ready): ComposedMint {
  const tokenUri = token.tokenUri ?? null
  const replaced = resolved && resolved.hash !== row.metadata_hash ? resolved : null
  if (address === row.address && tokenUri === row.token_uri && (replaced?.hash ?? null) === row.resolved_hash)
    return { pk: row.pk }
  return { pk: row.pk, learned: { address, resolved: replaced, tokenUri } }
}

async function addressOf(context: LaneContext, row: MintRow, chain: ChainName): Promise<string> {
  const parsed = parseRecipient(row.recipient, chain)
  if (!parsed.ok)
    throw new CoreError(parsed.faults[0]?.code ?? 'recipient.format', parsed.faults[0]?.message ?? row.recipient)
  return parsed.recipient.kind === 'address'
    ? parsed.recipient.address
    : context.deps.identity.recipientAddress(context.project, row.recipient, chain)
}

/** Which batches these mints make: hosted ones by themselves, a lone one by itself, sorted where the collection is large. */
async function arrange(
  context: LaneContext,
  collection: CollectionRow,
  run: RunRow | null,
  { ready, templates, unsorted: before }: { ready: readonly Ready[]; templates: Templates | null; unsorted: number },
): Promise<Composition[]> {
  const { client } = context
  if (templates) return arrangeCopies(context, collection, run, ready, templates)
  if (client.trees) return arrangeTokens(context, client.trees, collection, run, ready)
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
      jobId: await freshJobId(context, collection, run, group, kind),
      kind,
      base: group.every(isBase),
      mints: members.map(memberOf),
    })
  }
  return compositions
}

/** Tokens whose order is free. */
function countUnsorted(compositions: readonly Composition[]): number {
  return compositions.reduce(
    (sum, { kind, mints }) => (kind === 'batch' || kind === 'uris' ? sum + mints.length : sum),
    0,
  )
}

async function arrangeCopies(
  context: LaneContext,
  collection: CollectionRow,
  run: RunRow | null,
  ready: readonly Ready[],
  templates: Templates,
): Promise<Composition[]> {
  const compositions: Composition[] = []
  for (const group of groupsOfCopies(ready, templates, context.client))
    compositions.push({
      collectionPk: collection.pk,
      runId: run?.id ?? null,
      jobId: await freshJobId(context, collection, run, group, 'batch'),
      kind: 'batch',
      mints: group.map(memberOf),
    })
  return compositions
}

/** As many in a transaction as its bytes hold, into trees that have room; those that are accounts of their own one by one. */
async function arrangeTokens(
  context: LaneContext,
  trees: TreesClient,
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
      jobId: await freshJobId(context, collection, run, group, kind),
      mints: group.map(memberOf),
    })
  }
  for (const mint of ready) if (mint.row.compressed === 0) await compose([mint], null)
  let rest = ready.filter(({ row }) => row.compressed === 1)
  for (const { pk, room: free } of await treesWithRoom(context.deps.db, collection.pk))
    for (let room = free; room > 0 && rest.length > 0; ) {
      const tokens = rest.slice(0, Math.min(room, fitLookedAt)).flatMap(({ token }) => token ?? [])
      const count = trees.fit(facts, tokens, true)
      await compose(rest.slice(0, count), pk)
      rest = rest.slice(count)
      room -= count
    }
  return compositions
}

/** Without metadata of its own: the collection's base URI says where it is. */
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
 * A place in a run whose batch failed on chain gets a new id; all else follows from the mints alone. A mint on its own has one id for
 * good, however often it failed: so the chain can always be asked for it.
 */
async function freshJobId(
  context: LaneContext,
  collection: CollectionRow,
  run: RunRow | null,
  group: readonly Ready[],
  kind: BatchKind,
): Promise<JobId> {
  const [first] = group
  if (!first) throw new Error('a batch without mints')
  for (let generation = 0; ; generation++) {
    const id =
      kind === 'single'
        ? loneJobId(first.tag, generation)
        : run
          ? batchJobId(run.id, first.row.ordinal ?? first.row.pk, kind, generation)
          : groupJobId(
              group.map(({ tag }) => tag),
              generation,
            )
    if (!(await jobIdTaken(context.deps.db, collection.pk, id, kind === 'single'))) return id
  }
}
