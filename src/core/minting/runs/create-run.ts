import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Import } from '../../../shared/app-api.ts'
import type { Imports } from '../../imports/imports.ts'
import type { MintIdentity, ReadyMint } from '../../imports/ready-mints.ts'
import { runMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import { type CollectionRow, findCollection, keepsTrees, stateForMints } from '../../store/collections/collections.ts'
import { metadataKeys } from '../../store/collections/metadata-keys.ts'
import { requireSupply } from '../../store/collections/supply.ts'
import { findMintedContents } from '../../store/journal/imports.ts'
import type { MintDraft } from '../../store/journal/mint-draft.ts'
import { enqueueMints } from '../../store/journal/mints.ts'
import {
  addRun,
  contentsOfImport,
  countRunsOf,
  lastRunOfImport,
  mintsWithIds,
  setRunState,
} from '../../store/journal/runs.ts'
import { countMints, takeOver } from '../../store/journal/take-over.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import type { Database } from '../../store/tables/schema.ts'
import type { Minting } from '../minting.ts'
import { removeUnfinishedRun } from './control.ts'
import { runContent, runIdOf } from './identity.ts'
import type { KeptQuote } from './reserved-funds.ts'
import { draftOf, type Entered } from './run-drafts.ts'

/** Mints entered in one SQLite transaction: about 20 ms of work, then others get a turn. */
const chunk = 1_000

export interface RunDeps {
  db: Store
  imports: Pick<Imports, 'get' | 'readyIdentities' | 'readyMints' | 'confirmNames'>
  minting: Pick<Minting, 'wake'>
  clock: () => number
}

export interface RunOptions {
  project: { id: string; index: number }
  importId: string
  skipErrors: boolean
  name?: string | undefined
  /** The price it is begun at; null when nobody asked for one. */
  quote: KeptQuote | null
  /** Most that it may pay for a unit of weight; null: whatever is asked. */
  feeCeiling: bigint | null
  /** Whether NFTs are compressed, where collections have such, of which their row does not say it. */
  compressed: boolean
  /** The most NFTs that it may hold: what was quoted. Absent: as many as the rows make. */
  nftsAtMost?: number | undefined
  /** Bounds whoever makes the run; absent for a person, whom nothing bounds. */
  allowance?: Allowance | undefined
}

/** How many mints somebody may ask for. Both throw when these are too many. */
export interface Allowance {
  /** Looks whether so many would be let through now. */
  look(db: Store, mints: number): Promise<void>
  /** Counts them, in the transaction that takes them: nothing of them is signed before. */
  take(tx: Transaction<Database>, mints: number): Promise<void>
}

/** A mint to be entered, and the failed or cancelled one of the same id whose place it takes. */
interface Chosen<Mint> {
  mint: Mint
  instead: number | undefined
}

/**
 * Makes a run of an import's good rows: whole, or not at all. Its mints are entered piece by piece, so that a million of them hold
 * nobody up, while the run is `creating`; one last transaction lets it begin. Rows that were minted into the collection before are
 * left out, unless the import says `again`; asked twice for the same import, the run there is is the answer.
 *
 * Not to be called for two runs at a time (`createRunMaker`).
 *
 * @param progress told of mints read, and then of those entered too: up to twice their number.
 * @returns the run's id.
 * @throws CoreError `run.errors`, `run.empty`, `run.changed`, `supply.exceeded`, `import.names`, `network.unreachable`, `import.notFound`, `import.notReady`, `collection.notFound`, `collection.failed`
 */
export async function createRun(
  deps: RunDeps,
  options: RunOptions,
  progress: (done: number) => void = () => undefined,
): Promise<string> {
  const { db, clock } = deps
  const source = await deps.imports.get(options.importId)
  if (source.counts.errors > 0 && !options.skipErrors) throw rowsWithErrors(source)
  const collection = await findCollection(db, options.project.id, source.options.collectionId)
  if (collection === undefined)
    throw new CoreError('collection.notFound', `There is no collection ${source.options.collectionId}: pick another.`)

  const content = runContent({ projectIndex: options.project.index, id: collection.id, chain: collection.chain })
  let total = 0
  let units = 0
  for await (const part of chosenMints(db, source, collection, deps.imports.readyIdentities(source.id))) {
    for (const { mint } of part) {
      content.add(mint)
      units += mint.quantity
    }
    total += part.length
    progress(total)
  }
  if (total === 0) return await runThereIs(db, source)
  if (units > (options.nftsAtMost ?? units)) throw moreThanQuoted(source, units, options.nftsAtMost)
  // A name may lead to somebody else since the price was told, or since the file was checked where none was asked for.
  await deps.imports.confirmNames(source.id)
  await options.allowance?.look(db, units)
  await requireSupply(db, collection.pk, units)

  const digest = content.digest()
  const repeat = await countRunsOf(db, digest)
  const runId = runIdOf(digest, repeat)
  await addRun(db, {
    id: runId,
    project_id: options.project.id,
    collection_pk: collection.pk,
    import_id: source.id,
    name: options.name ?? source.name,
    content: digest,
    repeat,
    state: 'creating',
    notice: null,
    total,
    quoted_fee: options.quote?.expected ?? null,
    fee_ceiling: options.feeCeiling?.toString() ?? null,
    quote: options.quote === null ? null : JSON.stringify(options.quote),
    created_at: clock(),
    completed_at: null,
  })
  try {
    const mints = chosenMints(db, source, collection, deps.imports.readyMints(source.id))
    const run = { id: runId, compressed: options.compressed && keepsTrees(collection) }
    await enterMints(deps, mints, collection, run, options.allowance, (entered) => progress(total + entered))
  } catch (error) {
    await removeUnfinishedRun(db, runId)
    throw error
  }
  deps.minting.wake(collection.pk)
  return runId
}

async function enterMints(
  { db, clock, minting }: RunDeps,
  mints: AsyncIterable<readonly Chosen<ReadyMint>[]>,
  collection: CollectionRow,
  run: Entered,
  allowance: Allowance | undefined,
  progress: (entered: number) => void,
): Promise<void> {
  const replacing: { pk: number; draft: MintDraft }[] = []
  const keys = metadataKeys()
  let ordinal = 0
  for await (const part of mints) {
    const fresh: MintDraft[] = []
    for (const { mint, instead } of part) {
      const draft = draftOf(mint, collection, run, ordinal++)
      if (instead === undefined) fresh.push(draft)
      else replacing.push({ pk: instead, draft })
    }
    // Until the run begins, nobody counts on what is entered: a start of the core removes it.
    if (fresh.length > 0)
      await unforced(db, (trx) =>
        enqueueMints(trx, collection, fresh, { now: clock(), runId: run.id, supply: 'later', keys }),
      )
    await nextTurn()
    // Its contract comes into being while the rest is entered; where the run may yet be refused, nothing is signed before.
    if (allowance === undefined && ordinal === part.length && collection.state !== 'deployed')
      minting.wake(collection.pk)
    progress(ordinal)
  }
  await db.transaction().execute(async (trx) => {
    await stateForMints(trx, collection.pk)
    await takeOver(trx, run.id, collection, replacing, clock())
    // Others may have been accepted meanwhile, or the limit lowered: the run begins whole, or not at all.
    const { mints: total, units } = await countMints(trx, run.id)
    await requireSupply(trx, collection.pk, units, units)
    await allowance?.take(trx, units)
    await setRunState(trx, run.id, runMoves.begin, { total, created_at: clock() })
  })
}

/** Those of an import's mints that a run is to hold, in pieces: what was minted before is left out. */
async function* chosenMints<Mint extends MintIdentity>(
  db: Store,
  source: Import,
  collection: CollectionRow,
  mints: AsyncIterable<Mint>,
): AsyncGenerator<Chosen<Mint>[]> {
  for await (const part of pieces(mints, chunk)) {
    const hashes = part.map(({ contentHash }) => contentHash)
    const before = source.options.again
      ? await contentsOfImport(db, source.id, hashes)
      : await findMintedContents(db, collection.pk, hashes)
    const wanted = part.filter(({ contentHash }) => !before.has(contentHash.toString('hex')))
    const held = await mintsWithIds(
      db,
      collection.pk,
      wanted.flatMap(({ id }) => (id === undefined ? [] : [id])),
    )
    // Minting the same id twice is one mint; one that failed or was cancelled is taken up again.
    const chosen = wanted.flatMap((mint): Chosen<Mint>[] => {
      const found = mint.id === undefined ? undefined : held.get(mint.id)
      if (found === undefined) return [{ mint, instead: undefined }]
      return found.state === 'failed' || found.state === 'cancelled' ? [{ mint, instead: found.pk }] : []
    })
    if (chosen.length > 0) yield chosen
  }
}

async function* pieces<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let piece: Item[] = []
  for await (const item of items) {
    piece.push(item)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

async function runThereIs(db: Store, source: Import): Promise<string> {
  const run = await lastRunOfImport(db, source.id)
  if (run !== undefined) return run.id
  throw new CoreError(
    'run.empty',
    source.counts.rows === 0
      ? `The file ${source.name} has no rows to mint.`
      : `Nothing of ${source.name} is left to mint: its rows have errors, or were minted into this collection before. Correct them, or choose to mint them again.`,
  )
}

function moreThanQuoted({ name }: Import, total: number, quoted: number | undefined): CoreError {
  return new CoreError(
    'run.changed',
    `${name} makes ${total} NFTs now, more than the ${quoted} that were quoted: ask for the price again.`,
  )
}

function rowsWithErrors({ name, counts }: Import): CoreError {
  const rows = counts.errors === 1 ? 'row' : 'rows'
  return new CoreError(
    'run.errors',
    `${counts.errors} ${rows} of ${name} cannot be minted: correct them, or choose to mint the others without them.`,
  )
}
