import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ColumnMapping, Finding, Import, ImportOptions, ImportPatch, ImportRow } from '../../shared/app-api.ts'
import { type ChainName, chainNamed } from '../../shared/chains.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { FixRule } from '../../shared/spreadsheet/fix.ts'
import { CoreError } from '../errors.ts'
import { openSheet, type Sheet } from '../store/import-sheet/sheet.ts'
import { deleteImport, findCollectionFacts, importHasRun, saveColumnMap } from '../store/imports.ts'
import type { Store } from '../store/open.ts'
import { headerHash } from './checker.ts'
import { countFiles } from './media.ts'
import { errorLines, type MintOutcome, resultLines } from './output.ts'
import type { CheckRules, Outcome, Task } from './protocol.ts'
import { type ReadyMint, readyMintsOf } from './ready-mints.ts'
import { type ImportData, type ImportRecord, openRecords, viewOf } from './records.ts'
import { findingsOf, pageOf, type RowQuery, rowOf } from './row-views.ts'
import { createWorkerPool } from './worker-pool.ts'

export interface ImportsOptions {
  store: Store
  /** The file of that database, which the workers open for themselves. */
  storeFile: string
  /** Where imports keep their rows and their media; made when it is missing. */
  dir: string
  /** `importWorkerFile(root)`. */
  workerFile: string
  /** Which of these addresses of a chain are contracts; lower case; rejects when the project's network does not answer. */
  contractsAmong(projectId: string, chain: ChainName, addresses: string[]): Promise<string[]>
  /** Told a few times a second while an import is checked, and after every change. */
  onChange?: (change: { projectId: string; import: Import }) => void
}

export interface NewImport {
  projectId: string
  collectionId: string
  /** The spreadsheet on disk; it is not needed any more once the import is checked. */
  file: string
  /** What the person calls it: the file's name. */
  name: string
  /** A folder of media; without it, files put into `mediaDir(id)` count. */
  mediaDir?: string
  columns?: ColumnMapping[]
  options?: Partial<Omit<ImportOptions, 'collectionId'>>
}

export type Imports = ReturnType<typeof createImports>

/** The imports of all projects: a spreadsheet becomes checked rows, which a run takes from here. */
export function createImports({ store, storeFile, dir, workerFile, contractsAmong, onChange }: ImportsOptions) {
  const pool = createWorkerPool(workerFile, { storeFile })
  const records = openRecords(store, onChange)
  /** The last thing that is being done, or waits to be, of each import. */
  const turns = new Map<string, Promise<void>>()

  const sheetFile = (id: string) => join(dir, `${id}.sqlite`)
  const ownMediaDir = (id: string) => join(dir, `${id}-media`)

  async function rulesFor(projectId: string, options: ImportOptions, mediaDir: string | null): Promise<CheckRules> {
    const { collectionId, otherColumnsAsTraits, duplicates, again } = options
    const facts = await findCollectionFacts(store, projectId, collectionId)
    const chain = chainNamed(facts?.chain ?? '')
    if (facts === undefined || chain === undefined)
      throw new CoreError('collection.notFound', `There is no collection ${collectionId}: pick another, or create it.`)
    const { pk: collectionPk, fungibility, hasBaseUri, supplyRemaining } = facts
    const hasFiles = (await countFiles(mediaDir)) > 0
    const choices = { otherColumnsAsTraits, duplicates, again, mediaDir: hasFiles ? mediaDir : null }
    return { chain, collectionPk, fungibility, hasBaseUri, supplyRemaining, ...choices }
  }

  /** Runs a task on an import's rows and keeps what comes of it. */
  async function work(row: ImportRecord, task: Task): Promise<ImportRecord> {
    const before = { state: row.state, outcome: row.parsed.outcome }
    records.begin(row)
    // A correction is over before anyone could read that it was under way.
    if (task.kind !== 'correct') row.state = 'checking'
    const progress = (outcome: Outcome) => {
      row.parsed.outcome = outcome
      records.tell(row)
    }
    try {
      row.parsed.outcome = await pool.run(sheetFile(row.id), task, {
        progress,
        contracts: (chain, addresses) => contractsAmong(row.project_id, chain, addresses),
      })
      // The other rows were not looked at.
      if (task.kind === 'correct') row.parsed.outcome.notice ??= before.outcome.notice
      row.state = row.parsed.outcome.failures.length > 0 ? 'failed' : 'checked'
    } catch (error) {
      const said = error instanceof CoreError ? error : new CoreError('import.failed', String(error))
      const fault = /disk is full|ENOSPC/.test(said.message) ? diskFull : said
      // A request that was wrong in itself leaves the import as it was.
      const asked = fault.code === 'import.cell' || fault.code === 'import.columns'
      row.state = asked ? before.state : 'failed'
      row.parsed.outcome = asked
        ? before.outcome
        : { ...row.parsed.outcome, failures: [findingOf(1, '', 'file.encoding', fault.message)] }
      if (asked) throw fault
    } finally {
      await records.end(row)
    }
    return row
  }

  /** Does something with the rows of an import, which are only read. */
  async function reading<T>(id: string, use: (sheet: Sheet) => T | Promise<T>): Promise<T> {
    const sheet = openSheet(sheetFile(id), { readonly: true })
    try {
      return await use(sheet)
    } finally {
      sheet.close()
    }
  }

  /** Walks over the rows of an import, which are only read. */
  async function* walking<Item>(
    id: string,
    walk: (sheet: Sheet) => AsyncIterable<Item> | Iterable<Item>,
  ): AsyncGenerator<Item> {
    const sheet = openSheet(sheetFile(id), { readonly: true })
    try {
      yield* walk(sheet)
    } finally {
      sheet.close()
    }
  }

  /** Does something to an import after what is being done to it; while a whole file is checked, that is refused. */
  function change(id: string, prepare: (row: ImportRecord) => Task | Promise<Task>): Promise<ImportRecord> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      const row = await records.load(id)
      return work(row, await prepare(row))
    })
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    turns.set(id, over)
    over.then(() => turns.get(id) === over && turns.delete(id))
    return turn
  }

  async function refuseWhileChecking(id: string): Promise<void> {
    if ((await records.load(id)).state === 'checking')
      throw new CoreError('import.checking', 'The file is still being checked: wait until it is, then change it.')
  }

  const imports = {
    /** Marks imports that a core that ended was still checking; to be called once, before anything else. */
    async recover(): Promise<void> {
      await mkdir(dir, { recursive: true })
      await records.failUnfinished()
    },

    /**
     * Begins to check a file and says its id at once; `onChange` and `get` tell how far it is, `done(id)` when it is through.
     *
     * @throws CoreError `collection.notFound`.
     */
    async start(request: NewImport): Promise<Import> {
      const id = randomUUID()
      await mkdir(dir, { recursive: true })
      const { collectionId, projectId, name, file, columns } = request
      const options = {
        collectionId,
        otherColumnsAsTraits: true,
        duplicates: 'all',
        again: false,
        ...request.options,
      } as const
      const mediaDir = request.mediaDir ?? ownMediaDir(id)
      const rules = await rulesFor(projectId, options, mediaDir)
      openSheet(sheetFile(id), { create: true }).close()
      const parsed: ImportData = { outcome: nothingYet, options, mediaDir }
      const row = {
        id,
        project_id: projectId,
        name: basename(name),
        state: 'checking' as const,
        data: JSON.stringify(parsed),
        created_at: Date.now(),
        parsed,
      }
      await records.save(row)
      // What comes of it is told through the import's state.
      void change(id, () => ({ kind: 'load', file, rules, columns: columns ?? null })).catch(() => undefined)
      return viewOf(row)
    },

    /** The import when what is being done to it is done. */
    async done(id: string): Promise<Import> {
      await turns.get(id)
      return imports.get(id)
    },

    /** @throws CoreError `import.notFound`, as all below. */
    async get(id: string): Promise<Import> {
      return viewOf(await records.load(id))
    },

    /** The project an import belongs to. */
    async projectOf(id: string): Promise<string> {
      return (await records.load(id)).project_id
    },

    /** A project's last imports, newest first. */
    async list(projectId: string, limit = 20): Promise<Import[]> {
      return records.list(projectId, limit)
    },

    /** The folder that dropped media of an import go into; it exists. Afterwards `recheck(id, {})`. */
    async mediaDir(id: string): Promise<string> {
      const row = await records.load(id)
      const folder = row.parsed.mediaDir ?? ownMediaDir(id)
      await mkdir(folder, { recursive: true })
      return folder
    },

    /**
     * Checks all rows again: with another column map (which is remembered for the header line), collection or option.
     *
     * @throws CoreError `import.checking` while a check is under way, `import.columns` for a map of another file.
     */
    async recheck(id: string, patch: ImportPatch): Promise<Import> {
      await refuseWhileChecking(id)
      const { columns, ...chosen } = patch
      const after = await change(id, async (row) => {
        const options = { ...row.parsed.options, ...chosen }
        const rules = await rulesFor(row.project_id, options, row.parsed.mediaDir)
        row.parsed.options = options
        return { kind: 'recheck', rules, columns: columns ?? null }
      })
      if (columns !== undefined) await saveColumnMap(store, headerHash(columns.map(({ header }) => header)), columns)
      return viewOf(after)
    },

    /**
     * Puts a value into a cell and checks the row and those it is equal to again. Undone by putting the old value back.
     *
     * @param column its header, or its place from 0 where two have one header.
     * @throws CoreError `import.cell` when there is no such cell, `import.checking`.
     */
    async correctCell(id: string, row: number, column: string | number, value: string): Promise<ImportRow> {
      await refuseWhileChecking(id)
      await change(id, () => ({ kind: 'correct', row, column, value }))
      const corrected = await imports.row(id, row)
      if (corrected === undefined) throw new CoreError('import.cell', `There is no row ${row} in this import.`)
      return corrected
    },

    /** Does one fix to every cell that has the fault it is for; `column` (a header) keeps it to one column. */
    async fix(id: string, rule: FixRule, column?: string): Promise<Import> {
      await refuseWhileChecking(id)
      return viewOf(await change(id, () => ({ kind: 'fix', rule, column: column ?? null })))
    },

    /** A page of the rows, by their place in the filtered list; while the file is checked, of those that are in. */
    async listRows(id: string, query: RowQuery = {}): Promise<{ total: number; rows: ImportRow[] }> {
      await records.load(id)
      return reading(id, (sheet) => pageOf(sheet, query))
    },

    /** One row by its number in the spreadsheet program. */
    async row(id: string, row: number): Promise<ImportRow | undefined> {
      await records.load(id)
      return reading(id, (sheet) => rowOf(sheet, row))
    },

    /** All findings, those of the file as a whole first, then in the order of rows and columns in which they were found. */
    async *findings(id: string): AsyncGenerator<Finding> {
      await records.load(id)
      yield* walking(id, findingsOf)
    },

    /**
     * The NFTs to mint, in the order of the rows.
     *
     * @throws CoreError `import.notReady` while it is checked, or when something is wrong with the file as a whole.
     */
    async *readyMints(id: string): AsyncGenerator<ReadyMint> {
      const row = await records.load(id)
      if (row.state !== 'checked') {
        const reason = row.parsed.outcome.failures[0]?.message ?? 'It is still being checked.'
        throw new CoreError('import.notReady', `The file ${row.name} cannot be minted yet. ${reason}`)
      }
      yield* walking(id, readyMintsOf)
    },

    /** The rows with errors as CSV, in pieces: the file's columns and one more that says why. */
    async *exportErrors(id: string): AsyncGenerator<string> {
      await records.load(id)
      yield* walking(id, errorLines)
    },

    /**
     * The results file as CSV, in pieces: every row of the file with what came of it.
     *
     * @param outcomes of the run's mints, in the order of their rows (the order of `readyMints`).
     */
    async *results(id: string, outcomes: AsyncIterable<MintOutcome>): AsyncGenerator<string> {
      await records.load(id)
      yield* walking(id, (sheet) => resultLines(sheet, outcomes))
    },

    /** Stops a check that is under way; the import stays as failed. */
    async cancel(id: string): Promise<void> {
      await pool.stop(sheetFile(id))
      await turns.get(id)
    },

    /** Drops an import with its rows and media. @throws CoreError `import.inUse` when a run was made from it. */
    async remove(id: string): Promise<void> {
      await records.load(id)
      if (await importHasRun(store, id))
        throw new CoreError('import.inUse', 'A run was made from this import, and its results need it: it stays.')
      await imports.cancel(id)
      await deleteImport(store, id)
      for (const end of ['', '-wal', '-shm']) await rm(sheetFile(id) + end, { force: true })
      await rm(ownMediaDir(id), { recursive: true, force: true })
    },

    /** Ends the workers; checks under way are given up. */
    async close(): Promise<void> {
      await pool.close()
      await Promise.all(turns.values())
    },
  }
  return imports
}

const diskFull = new CoreError(
  'disk.full',
  'The disk is full, so the file could not be checked: free some space, and give it again.',
)

const nothingYet: Outcome = {
  bytesRead: 0,
  bytesTotal: 0,
  encoding: '',
  delimiter: '',
  headers: [],
  columns: [],
  counts: { rows: 0, ready: 0, errors: 0, warnings: 0, skipped: 0, nfts: 0 },
  codes: [],
  failures: [],
  mediaFiles: 0,
}
