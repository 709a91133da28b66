import type { Transaction } from 'kysely'
import type { Import } from '../../../shared/app-api.ts'
import type { Imports } from '../../imports/imports.ts'
import type { SheetIdentity } from '../../imports/ready/ready-mints.ts'
import { CoreError } from '../../lib/errors.ts'
import {
  type CollectionRow,
  findCollection,
  keepsTrees,
  stateForMints,
  wantCollection,
} from '../../store/collections/collections.ts'
import { requireSupply } from '../../store/collections/supply.ts'
import {
  type ComparedUpTo,
  comparedNothing,
  hasContentsSince,
  revivedIn,
} from '../../store/journal/contents/compared.ts'
import { addEntering, enteringFrom, enteringOfContent, hasEntering } from '../../store/journal/runs/entering.ts'
import { addRun, countRunsOf, lastRunOfImport } from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Database } from '../../store/tables/schema.ts'
import type { Minting } from '../minting.ts'
import type { Entering } from './entering.ts'
import { runContent, runIdOf } from './identity.ts'
import { type Decided, decideLeftOut } from './left-out.ts'
import type { KeptQuote } from './reserved-funds.ts'

export interface RunDeps {
  db: Store
  imports: Pick<Imports, 'get' | 'readyIdentities' | 'whileUnchanged' | 'confirmNames'>
  minting: Pick<Minting, 'wake'>
  entering: Pick<Entering, 'wake'>
  clock: () => number
  /** Called at each named point of the journal. */
  point: (name: string) => void
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
  /** Whether NFTs whose rows do not say it are compressed, in collections that have trees. */
  compressed: boolean
  /** The most NFTs that it may hold: what was quoted. Absent: as many as the rows make. */
  nftsAtMost?: number | undefined
  /** The bound on a program that makes the run; absent for a person, whom nothing bounds. */
  allowance?: Allowance | undefined
}

/** How many mints a caller may ask for. Both functions throw when these are too many. */
export interface Allowance {
  /** Checks whether so many would be allowed now. */
  look(db: Store, mints: number): Promise<void>
  /** Counts them, in the SQLite transaction that stores the run: nothing of them is signed before. */
  take(tx: Transaction<Database>, mints: number): Promise<void>
}

/**
 * Makes a run of an import's good rows, in one forced commit: from then on the run survives any crash, what it may mint is decided, and room in the
 * collection is reserved for all of it. Its rows are added to the mints afterwards (`openEntering`). NFTs that were minted into the collection before
 * are left out, unless the import says `again`. A second call for the same import returns the existing run.
 *
 * Not to be called for two runs at a time (`createRunMaker`).
 *
 * @param progress called with how many NFTs were compared with the journal, where the check of the file did not settle that
 * @returns the run's id.
 * @throws CoreError `run.errors`, `run.empty`, `run.changed`, `supply.exceeded`, `import.names`, `network.unreachable`, `network.disputed`,
 * `network.unconfirmed`, `import.notFound`, `import.notReady`, `collection.notFound`, `collection.failed`
 */
export async function createRun(
  deps: RunDeps,
  options: RunOptions,
  progress: (done: number) => void = () => undefined,
): Promise<string> {
  const { db } = deps
  const asked = await deps.imports.get(options.importId)
  if (asked.counts.errors > 0 && !options.skipErrors) throw rowsWithErrors(asked)
  const collection = await findCollection(db, options.project.id, asked.options.collectionId)
  if (collection === undefined)
    throw new CoreError('collection.notFound', `There is no collection ${asked.options.collectionId}: pick another.`)
  return await deps.imports.whileUnchanged(asked.id, async (identity, comparedUpTo) => {
    const before = await enteringFrom(db, asked.id)
    if (before !== undefined) return before
    // The import may have been changed before its turn came.
    const source = await deps.imports.get(asked.id)
    if (source.options.collectionId !== asked.options.collectionId) throw otherCollection(source)
    if (source.counts.errors > 0 && !options.skipErrors) throw rowsWithErrors(source)
    const content = contentOf(options.project, collection, identity)
    const compared = source.options.again || identity.named > 0 ? comparedNothing : comparedUpTo
    for (;;) {
      const chosen = await choose(deps, { source, collection, identity, content, compared }, progress)
      if (chosen.decided.mints === 0) return await runThereIs(db, source)
      if (chosen.decided.units > (options.nftsAtMost ?? chosen.decided.units))
        throw moreThanQuoted(source, chosen.decided.units, options.nftsAtMost)
      // A name may resolve to another account since the price was quoted, or without a quote since the file was checked.
      await deps.imports.confirmNames(source.id)
      const runId = await commitRun(deps, options, chosen)
      if (runId !== undefined) return runId
    }
  })
}

interface Given {
  source: Import
  collection: CollectionRow
  identity: SheetIdentity
  /** `runContent` of it. */
  content: string
  /** Up to where the check of the file compared contents; nothing when they are wanted again, or rows name ids. */
  compared: ComparedUpTo
}

interface Chosen extends Pick<Given, 'source' | 'collection' | 'content'> {
  decided: Decided
  behind: boolean
  /** `revivedIn` when this was decided. */
  revived: number
}

/** Decides which NFTs of the file the run takes, as the collection is now. */
async function choose(
  { db, imports }: RunDeps,
  { source, collection, identity, content, compared }: Given,
  progress: (done: number) => void,
): Promise<Chosen> {
  const revived = await revivedIn(db, collection.pk)
  // Behind a run that is still being entered, this is decided when its turn comes: that run's NFTs cannot be looked up yet.
  const behind = await hasEntering(db, collection.pk)
  if (behind && !source.options.again) await requireOtherContent(db, source, collection, content)
  const all: Decided = { mintedBefore: null, mints: identity.nfts, units: identity.units }
  const decided =
    behind || !(await hasContentsSince(db, collection.pk, compared))
      ? all
      : await decideLeftOut(db, imports.readyIdentities(source.id), factsOf(source, collection, identity), progress)
  return { source, collection, content, decided, behind, revived }
}

function contentOf({ index }: RunOptions['project'], { id, chain }: CollectionRow, { digest }: SheetIdentity): string {
  return runContent({ projectIndex: index, id, chain }, digest)
}

/** Refuses a file that is being added already: a second run of it would hold nothing when its turn comes. */
async function requireOtherContent(db: Store, { name }: Import, { pk }: CollectionRow, content: string): Promise<void> {
  const run = await enteringOfContent(db, pk, content)
  if (run === undefined) return
  throw new CoreError(
    'run.empty',
    `${name} is being minted into this collection already: rows of the run ${run} are still being added. Follow that run, or choose to mint all of it once more.`,
  )
}

/** Stores the run, in one commit. @returns undefined if ended mints went on again since it was decided what the run takes */
async function commitRun(
  { db, clock, minting, entering, point }: RunDeps,
  options: RunOptions,
  { source, collection, content, decided, behind, revived }: Chosen,
): Promise<string | undefined> {
  const { pk } = collection
  const now = clock()
  point('before run')
  const runId = await db.transaction().execute(async (trx) => {
    if ((await revivedIn(trx, pk)) !== revived) return undefined
    if ((await stateForMints(trx, pk)) === 'new') await wantCollection(trx, collection, now)
    await requireSupply(trx, pk, decided.units)
    await options.allowance?.take(trx, decided.units)
    const repeat = await countRunsOf(trx, content)
    const run_id = runIdOf(content, repeat)
    await addRun(trx, {
      id: run_id,
      project_id: options.project.id,
      collection_pk: pk,
      import_id: source.id,
      name: options.name ?? source.name,
      content,
      repeat,
      again: source.options.again ? 1 : 0,
      state: 'running',
      notice: null,
      total: decided.mints,
      unentered: decided.mints,
      quoted_fee: options.quote?.expected ?? null,
      fee_ceiling: options.feeCeiling?.toString() ?? null,
      quote: options.quote === null ? null : JSON.stringify(options.quote),
      created_at: now,
      completed_at: null,
    })
    await addEntering(trx, {
      ...{ run_id, collection_pk: pk, import_id: source.id, decided: behind ? 0 : 1 },
      ...{ again: source.options.again ? 1 : 0, compressed: options.compressed && keepsTrees(collection) ? 1 : 0 },
      ...{ minted_before: decided.mintedBefore, units: decided.units },
    })
    return run_id
  })
  if (runId === undefined) return undefined
  point('after run')
  entering.wake()
  minting.wake(pk)
  return runId
}

function factsOf(source: Import, collection: CollectionRow, { nfts }: SheetIdentity) {
  return { importId: source.id, collectionPk: collection.pk, again: source.options.again, nfts }
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

function otherCollection({ name, options }: Import): CoreError {
  return new CoreError(
    'run.changed',
    `${name} goes into the collection ${options.collectionId} by now, which another window or a program chose: ask for the price again.`,
  )
}

function rowsWithErrors({ name, counts }: Import): CoreError {
  const rows = counts.errors === 1 ? 'row' : 'rows'
  return new CoreError(
    'run.errors',
    `${counts.errors} ${rows} of ${name} cannot be minted: correct them, or choose to mint the others without them.`,
  )
}
