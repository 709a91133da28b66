import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type {
  ColumnMapping,
  Finding,
  Import,
  ImportOptions,
  ImportPatch,
  ImportRow,
  RowFilter,
} from '../../shared/app-api.ts'
import { type ChainName, chainNamed } from '../../shared/chains.ts'
import { checkRow, type RowMetadata } from '../../shared/spreadsheet/check-row.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { FixRule } from '../../shared/spreadsheet/fix.ts'
import { CoreError } from '../errors.ts'
import { openSheet, type RowStatus, type Sheet, type SheetRow, statuses } from '../store/import-sheet.ts'
import {
  deleteImport,
  findCollectionFacts,
  findImport,
  findUnfinishedImports,
  importHasRun,
  listImports,
  saveColumnMap,
  saveImport,
} from '../store/imports.ts'
import type { Store } from '../store/open.ts'
import type { ImportsTable } from '../store/schema.ts'
import { rowRules } from './check-rows.ts'
import { copiesOf, headerHash } from './checker.ts'
import { nthContentHash } from './content-hash.ts'
import { countFiles } from './media.ts'
import { errorLines, type MintOutcome, resultLines } from './output.ts'
import type { CheckRules, Outcome, SheetFacts, Task } from './protocol.ts'
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

/** One NFT that a run is to mint. */
export interface ReadyMint {
  /** The row it comes from, as a spreadsheet program shows it, and which copy of that row it is, from 1. */
  row: number
  copy: number
  /** Locator in normal form. */
  recipient: string
  /** `image` and `animation_url` may be names of files in `mediaDir`. Undefined where the collection's base URI serves it. */
  metadata?: RowMetadata
  metadataUri?: string
  /** 1, but for semi-fungible collections, where it is the balance. */
  quantity: number
  /** The caller's own id; `<id>#2` … for further copies. */
  id?: string
  compressed?: boolean
  contentHash: Buffer
}

/** What the database keeps of an import, beside its rows. */
interface ImportData {
  outcome: Outcome
  options: ImportOptions
  mediaDir: string | null
}

type Known = ImportsTable & { parsed: ImportData }

export type Imports = ReturnType<typeof createImports>

/** The imports of all projects: a spreadsheet becomes checked rows, which a run takes from here. */
export function createImports({ store, storeFile, dir, workerFile, contractsAmong, onChange }: ImportsOptions) {
  const pool = createWorkerPool(workerFile, { storeFile })
  const live = new Map<string, Known>()
  /** The last thing that is being done, or waits to be, of each import. */
  const turns = new Map<string, Promise<void>>()

  const sheetFile = (id: string) => join(dir, `${id}.sqlite`)
  const ownMediaDir = (id: string) => join(dir, `${id}-media`)

  async function load(id: string): Promise<Known> {
    const current = live.get(id)
    if (current !== undefined) return current
    const row = await findImport(store, id)
    if (row === undefined) throw new CoreError('import.notFound', `There is no import ${id}: give the file again.`)
    return { ...row, parsed: JSON.parse(row.data) as ImportData }
  }

  function tell(row: Known): void {
    onChange?.({ projectId: row.project_id, import: shape(row) })
  }

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
  async function work(row: Known, task: Task): Promise<Known> {
    const before = { state: row.state, outcome: row.parsed.outcome }
    live.set(row.id, row)
    // A correction is over before anyone could read that it was under way.
    if (task.kind !== 'correct') row.state = 'checking'
    const progress = (outcome: Outcome) => {
      row.parsed.outcome = outcome
      tell(row)
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
      // Where it cannot be kept (the disk is full) it stays in memory as it is now: nobody must wait for a check that is over.
      await save(row).then(
        () => live.delete(row.id),
        () => tell(row),
      )
    }
    return row
  }

  async function save(row: Known): Promise<void> {
    const { parsed, ...kept } = row
    await saveImport(store, { ...kept, data: JSON.stringify(parsed) })
    tell(row)
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

  /** Does something to an import after what is being done to it; while a whole file is checked, that is refused. */
  function change(id: string, prepare: (row: Known) => Task | Promise<Task>): Promise<Known> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      const row = await load(id)
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
    if ((await load(id)).state === 'checking')
      throw new CoreError('import.checking', 'The file is still being checked: wait until it is, then change it.')
  }

  const imports = {
    /** Marks imports that a core that ended was still checking; to be called once, before anything else. */
    async recover(): Promise<void> {
      await mkdir(dir, { recursive: true })
      for (const row of await findUnfinishedImports(store)) {
        const parsed = JSON.parse(row.data) as ImportData
        const message = 'Mintdesk was closed while it checked this file: give it again.'
        parsed.outcome.failures = [findingOf(1, '', 'file.empty', message)]
        await saveImport(store, { ...row, state: 'failed', data: JSON.stringify(parsed) })
      }
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
      await save(row)
      // What comes of it is told through the import's state.
      void change(id, () => ({ kind: 'load', file, rules, columns: columns ?? null })).catch(() => undefined)
      return shape(row)
    },

    /** The import when what is being done to it is done. */
    async done(id: string): Promise<Import> {
      await turns.get(id)
      return imports.get(id)
    },

    /** @throws CoreError `import.notFound`, as all below. */
    async get(id: string): Promise<Import> {
      return shape(await load(id))
    },

    /** The project an import belongs to. */
    async projectOf(id: string): Promise<string> {
      return (await load(id)).project_id
    },

    /** A project's last imports, newest first. */
    async list(projectId: string, limit = 20): Promise<Import[]> {
      const rows = await listImports(store, projectId, limit)
      return rows.map((row) => shape(live.get(row.id) ?? { ...row, parsed: JSON.parse(row.data) as ImportData }))
    },

    /** The folder that dropped media of an import go into; it exists. Afterwards `recheck(id, {})`. */
    async mediaDir(id: string): Promise<string> {
      const row = await load(id)
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
      return shape(after)
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
      return shape(await change(id, () => ({ kind: 'fix', rule, column: column ?? null })))
    },

    /** A page of the rows, by their place in the filtered list; while the file is checked, of those that are in. */
    async listRows(
      id: string,
      query: { filter?: RowFilter; code?: string | undefined; offset?: number; limit?: number } = {},
    ): Promise<{ total: number; rows: ImportRow[] }> {
      await load(id)
      const { filter = 'all', code, offset = 0, limit = 100 } = query
      return reading(id, (sheet) => {
        const { total, rows } = sheet.page({ statuses: filters[filter], code, offset, limit })
        return { total, rows: rows.map((row) => importRow(sheet, row)) }
      })
    },

    /** One row by its number in the spreadsheet program. */
    async row(id: string, row: number): Promise<ImportRow | undefined> {
      await load(id)
      return reading(id, (sheet) => {
        const found = sheet.row(row)
        return found === undefined ? undefined : importRow(sheet, found)
      })
    },

    /** All findings, those of the file as a whole first, then in the order of rows and columns in which they were found. */
    async *findings(id: string): AsyncGenerator<Finding> {
      await load(id)
      const sheet = openSheet(sheetFile(id), { readonly: true })
      try {
        yield* sheet.findingsOf(0)
        for (let after = 0; ; ) {
          const rows = sheet.foundAfter(after, 500)
          const last = rows.at(-1)
          if (last === undefined) return
          after = last
          for (const pos of rows) yield* sheet.findingsOf(pos)
          await pause()
        }
      } finally {
        sheet.close()
      }
    },

    /**
     * The NFTs to mint, in the order of the rows.
     *
     * @throws CoreError `import.notReady` while it is checked, or when something is wrong with the file as a whole.
     */
    async *readyMints(id: string): AsyncGenerator<ReadyMint> {
      const row = await load(id)
      if (row.state !== 'checked') {
        const reason = row.parsed.outcome.failures[0]?.message ?? 'It is still being checked.'
        throw new CoreError('import.notReady', `The file ${row.name} cannot be minted yet. ${reason}`)
      }
      const sheet = openSheet(sheetFile(id), { readonly: true })
      try {
        const facts = sheet.meta('facts') as SheetFacts
        for (let after = 0; ; ) {
          const rows = sheet.mintableAfter(after, 200)
          const last = rows.at(-1)
          if (last === undefined) return
          after = last.pos
          for (const one of rows) yield* mintsOf(one, facts)
          await pause()
        }
      } finally {
        sheet.close()
      }
    },

    /** The rows with errors as CSV, in pieces: the file's columns and one more that says why. */
    async *exportErrors(id: string): AsyncGenerator<string> {
      await load(id)
      const sheet = openSheet(sheetFile(id), { readonly: true })
      try {
        yield* errorLines(sheet)
      } finally {
        sheet.close()
      }
    },

    /**
     * The results file as CSV, in pieces: every row of the file with what came of it.
     *
     * @param outcomes of the run's mints, in the order of their rows (the order of `readyMints`).
     */
    async *results(id: string, outcomes: AsyncIterable<MintOutcome>): AsyncGenerator<string> {
      await load(id)
      const sheet = openSheet(sheetFile(id), { readonly: true })
      try {
        yield* resultLines(sheet, outcomes)
      } finally {
        sheet.close()
      }
    },

    /** Stops a check that is under way; the import stays as failed. */
    async cancel(id: string): Promise<void> {
      await pool.stop(sheetFile(id))
      await turns.get(id)
    },

    /** Drops an import with its rows and media. @throws CoreError `import.inUse` when a run was made from it. */
    async remove(id: string): Promise<void> {
      await load(id)
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

const filters: Record<RowFilter, readonly RowStatus[]> = {
  all: statuses,
  ready: ['ready', 'warning'],
  errors: ['error'],
  warnings: ['warning'],
  skipped: ['skipped'],
}

function shape(row: Known): Import {
  const { failures, headers: _, ...outcome } = row.parsed.outcome
  const failure = failures[0]
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    ...(failure === undefined ? {} : { failure }),
    ...outcome,
    options: row.parsed.options,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

function importRow(sheet: Sheet, row: SheetRow): ImportRow {
  const { rules, columns } = sheet.meta('facts') as SheetFacts
  const { draft } = checkRow(row.cells, row.row, rowRules(rules, columns))
  const nft =
    draft === undefined || row.status === 'error'
      ? null
      : { recipient: draft.recipient, quantity: draft.quantity, metadata: draft.metadata ?? draft.metadataUri ?? null }
  const { row: number, cells, status } = row
  return { row: number, cells, status, findings: sheet.findingsOf(row.pos), nft }
}

function* mintsOf(row: SheetRow, { rules, columns }: SheetFacts): Generator<ReadyMint> {
  const { draft } = checkRow(row.cells, row.row, rowRules(rules, columns))
  if (draft === undefined) throw new Error(`Row ${row.row} was ready and is not any more.`)
  const first = row.content
  if (first === null) throw new Error(`Row ${row.row} is ready and has no content hash.`)
  const { quantity, id, ...rest } = draft
  const copies = copiesOf(row, rules)
  for (let copy = 1; copy <= copies; copy++) {
    if (row.repeated.includes(copy)) continue
    const own = id === undefined ? {} : { id: copy === 1 ? id : `${id}#${copy}` }
    const hash = nthContentHash(first, row.occurrence + copy - 1)
    yield { row: row.row, copy, ...rest, ...own, quantity: copies === 1 ? quantity : 1, contentHash: hash }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
