import type { ChainName } from '../../../shared/chains.ts'
import { inPieces } from '../../lib/turns.ts'
import { findKnown, hasKnown } from '../../store/collections/known-mints.ts'
import { failMints, type MintRow, queuedMints, type RunRow, unsortedTokens } from '../../store/journal/batches.ts'
import { type Composition, commitComposition } from '../../store/journal/compose-batches.ts'
import { waitingMints } from '../../store/journal/mints.ts'
import { isRunEntering } from '../../store/journal/runs/entering.ts'
import { pauseRun } from '../../store/journal/runs/run-steps.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { mintIdentity } from '../job-id.ts'
import { enterHeld } from '../reconcile/held-tokens.ts'
import { knownLoneMints, unrecognisedIn, unrecognisedNotice } from '../reconcile/reconcile.ts'
import { copyStandIn } from '../reconcile/stand-in.ts'
import { enterListedTokens } from '../reconcile/token-list.ts'
import { recogniseMints } from '../reconcile/unrecognised-mints.ts'
import { enterUnrecognisedTokens } from '../reconcile/unrecognised-tokens.ts'
import { arrange, countUnsorted } from './arrange.ts'
import { mintsPerTransaction } from './batch-size.ts'
import { burstWait } from './batching-window.ts'
import { pinTemplates } from './copies.ts'
import type { FilesAhead } from './files-ahead.ts'
import { addressOf, resolveAll, sourceOf } from './resolve-mints.ts'

/** What became of a turn: `waitMs` when mints wait for their batching window to end. */
export type Composed = { batches: number[]; waitMs: number | null; ended: number[] }

export interface ComposeOptions {
  /** How many batches to take mints for. */
  batches: number
  /** Most mints in one, where more turned out to be too heavy. */
  mintsPerBatch: number | undefined
  files: FilesAhead
}

/**
 * Takes the next mints of a run, or of the API's when `run` is null, stores their files, and composes them into batches for good, all in one commit.
 * A mint whose files cannot be fetched fails alone. Returns the keys of the batches that it made.
 */
export async function composeNext(
  context: QueueContext,
  collection: CollectionRow,
  run: RunRow | null,
  { batches: count, mintsPerBatch = Number.POSITIVE_INFINITY, files }: ComposeOptions,
): Promise<Composed> {
  const { deps, client } = context
  const waiting = run ? null : await waitingMints(deps.db, collection.pk)
  const holdMs = waiting ? burstWait(waiting, deps.clock(), deps.timing.groupMs) : 0
  if (holdMs > 0) return { batches: [], waitMs: holdMs, ended: [] }
  const most = Math.min(mintsPerTransaction(collection.contract_kind, client.limits), mintsPerBatch)
  // Where each token has a file of its own, the files of the next turn (maybe twice as many) are written while this turn's batches are signed.
  const ahead = run && client.ownTokens ? 2 * most * count : 0
  const queued = await queuedMints(deps.db, collection.pk, run?.id ?? null, most * count + ahead)
  const rows = queued.splice(0, most * count)
  // The API's last mints, which do not fill a batch, wait for their batching window to end.
  const last = rows[rows.length - (rows.length % most)]
  if (!run && last) {
    const waitMs = last.created_at + deps.timing.groupMs - deps.clock()
    // A clock that was set back must not lengthen their wait.
    if (waitMs > 0 && waitMs <= deps.timing.groupMs) {
      rows.length -= rows.length % most
      if (rows.length === 0) return { batches: [], waitMs, ended: [] }
    }
  }
  // While rows of the run are being added, its last mints wait until their batch is full or no more come.
  const loose = run ? rows.length % most : 0
  if (run && loose > 0 && (await isRunEntering(deps.db, run.id))) {
    rows.length -= loose
    if (rows.length === 0) return { batches: [], waitMs: null, ended: [] }
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
  // Where tokens have addresses of their own, mints are recognised by their metadata, which is not resolved yet.
  const { trees, tokenList } = client
  const isKnownByMetadata = trees !== undefined || tokenList !== undefined
  if (run && !isKnownByMetadata && unknown.length > 0 && (await isPausedForUnrecognised(context, collection, run)))
    return { batches: [], waitMs: null, ended: [...known] }
  const templates =
    collection.fungibility === 'semi-fungible'
      ? await pinTemplates(context, collection, run, [...new Set(unknown.flatMap(({ row }) => row.template_pk ?? []))])
      : null
  const resolved = await resolveAll(context, collection, run, {
    ...{ mints: unknown, next: queued.map(tagOf), templates, files },
  })
  // They are composed when their files are there; nothing else waits for them.
  if (resolved === null) return { batches: [], waitMs: null, ended: [...known] }
  const { failed } = resolved
  await failMints(deps.db, failed, deps.clock())
  const same =
    (trees && (await enterUnrecognisedTokens(context, trees, collection, resolved.ready))) ??
    (tokenList && (await enterListedTokens(context, tokenList, collection, resolved.ready)))
  const ready = same ? resolved.ready.filter(({ row }) => !same.has(row.pk)) : resolved.ready
  const ended = [...known, ...(same ?? []), ...failed.map(({ pk }) => pk)]
  if (run && isKnownByMetadata && ready.length > 0 && (await isPausedForUnrecognised(context, collection, run)))
    return { batches: [], waitMs: null, ended }
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

/** Enters mints that the chain is known to hold already (after a restore) instead of minting them. @returns their keys */
async function enterKnownMints(
  context: QueueContext,
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
  const same = await recogniseMints(context, collection, await Promise.all(unknown.map(withAddress)))
  const minted = mints.flatMap(({ row, tag }) => {
    const token = found.get(tag) ?? lone.get(tag) ?? same.get(tag)
    return token ? [{ row, ...token, ...copyStandIn(collection, tag) }] : []
  })
  await enterHeld(context, collection, minted)
  return new Set(minted.map(({ row: { pk } }) => pk))
}

/**
 * Pauses a run with rows that are not known on chain, while the chain holds unrecognised mints: these may be the same NFTs under other ids. A person
 * decides, once for each run.
 * @returns whether the run is paused
 */
async function isPausedForUnrecognised(
  { deps }: QueueContext,
  collection: CollectionRow,
  run: RunRow,
): Promise<boolean> {
  if (run.confirmed === 1 || !(await hasKnown(deps.db, collection.pk))) return false
  const unrecognised = await unrecognisedIn(deps.db, collection)
  if (unrecognised === 0) return false
  await pauseRun(deps.db, run.id, unrecognisedNotice(unrecognised))
  deps.events.runChanged(run.id)
  return true
}
