import { randomUUID } from 'node:crypto'
import { constants, copyFile, mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ColumnMapping, Cure, Import, ImportOptions, ImportPatch, ImportRow } from '../../shared/app-api.ts'
import type { ChainName } from '../../shared/chains.ts'
import type { NameAnswer } from '../chains/family/names.ts'
import { CoreError } from '../lib/errors.ts'
import type { LinkFinding } from '../store/import-sheet/links.ts'
import { openSheet } from '../store/import-sheet/sheet.ts'
import type { ComparedUpTo } from '../store/journal/contents/compared.ts'
import { deleteImport, importHasRun, saveColumnMap } from '../store/journal/imports.ts'
import { enteringFrom } from '../store/journal/runs/entering.ts'
import { lastRunOfImport } from '../store/journal/runs/runs.ts'
import type { Store } from '../store/sqlite/open.ts'
import { importChanges } from './changes.ts'
import { headerHash } from './column-maps.ts'
import type { ConfirmedNames } from './confirmed-names.ts'
import { mediaBeside } from './media.ts'
import type { Outcome, Task } from './protocol.ts'
import type { SheetIdentity } from './ready/ready-mints.ts'
import { type ImportData, type ImportRecord, openRecords, viewOf } from './records.ts'
import { rulesFor } from './rules.ts'
import { sheetReads } from './sheet-reads.ts'
import { createWorkerPool } from './worker-pool.ts'

export interface ImportsOptions {
  store: Store
  /** The path of that database, which the workers open for themselves. */
  storeFile: string
  /** The folder for rows and media of imports; it is created when missing. */
  dir: string
  /** The file of `import-worker`. */
  workerFile: string
  /** Returns which of these addresses of a chain, in lower case, are contracts; rejects when the project's network does not answer. */
  contractsAmong(projectId: string, chain: ChainName, addresses: string[]): Promise<string[]>
  /** Returns what names stand for on a project's network; rejects when the network does not answer. */
  namesOn(projectId: string, chain: ChainName, names: string[]): Promise<NameAnswer[]>
  /** The names that were confirmed lately. */
  confirmed: ConfirmedNames
  /** Called a few times a second while an import is checked, and after every change. */
  onChange?: (change: { projectId: string; import: Import }) => void
}

export interface NewImport {
  projectId: string
  collectionId: string
  /** The spreadsheet on disk; not needed any more once the import is checked. */
  file: string
  /** The file's name, for the person. */
  name: string
  columns?: ColumnMapping[]
  /** The sheet of a workbook; without it the usual one. */
  sheet?: string | undefined
  options?: Partial<Omit<ImportOptions, 'collectionId'>>
}

export type Imports = ReturnType<typeof createImports>

/** The imports of all projects: a spreadsheet becomes checked rows, from which a run is made. */
export function createImports({
  store,
  storeFile,
  dir,
  workerFile,
  contractsAmong,
  namesOn,
  confirmed,
  onChange,
}: ImportsOptions) {
  const pool = createWorkerPool(workerFile, storeFile)
  const records = openRecords(store, onChange)
  const sheetFile = (id: string) => join(dir, `${id}.sqlite`)
  const workbookFile = (id: string) => join(dir, `${id}-workbook`)
  const mediaFolder = (id: string) => mediaBeside(sheetFile(id))
  const { change, inTurn, versionOf, done, allDone } = importChanges({
    pool,
    records,
    sheetFile,
    contractsAmong,
    namesOn,
  })
  const reads = sheetReads(records, sheetFile, namesOn, confirmed)

  /** Keeps a workbook of several sheets, because the person may choose another sheet later. */
  async function keepWorkbook({ id, parsed }: ImportRecord, file: string): Promise<void> {
    if (parsed.outcome.sheets.length > 1) await copyFile(file, workbookFile(id), constants.COPYFILE_FICLONE)
  }

  /** @throws CoreError `import.sheet` where there is no such sheet, `import.inUse` where a run was made from the present sheet. */
  async function requireSheet({ id, parsed }: ImportRecord, sheet: string): Promise<void> {
    const { sheets } = parsed.outcome
    if (sheets.length < 2 || !sheets.some(({ name }) => name === sheet))
      throw new CoreError(
        'import.sheet',
        `There is no other sheet ${JSON.stringify(sheet)} in this file: choose another.`,
      )
    if (await importHasRun(store, id))
      throw new CoreError('import.inUse', 'A run was made from this sheet: give the file again to read another one.')
  }

  async function refuseWhileChecking(id: string): Promise<void> {
    if ((await records.load(id)).state === 'checking')
      throw new CoreError('import.checking', 'The file is still being checked: wait until it is, then change it.')
  }

  /** Rows go into a run as the person sees them in the file, so the file stays as it is until all of them are in. */
  async function refuseWhileEntering(id: string): Promise<void> {
    if ((await enteringFrom(store, id)) !== undefined)
      throw new CoreError(
        'import.entering',
        'Rows of this file are still being added to a run: wait until all are, or cancel the run, then change the file.',
      )
  }

  /** Corrections that are in a run are not offered to be undone any more. */
  async function noteRun(row: ImportRecord): Promise<void> {
    const run = await lastRunOfImport(store, row.id)
    if (run === undefined) return
    row.parsed.runAt = run.created_at
    await records.save(row)
  }

  /** Changes the rows of an import, unless they are going into a run. */
  function alter(id: string, prepare: (row: ImportRecord) => Task | Promise<Task>): Promise<ImportRecord> {
    return change(id, async (row) => {
      await refuseWhileEntering(id)
      return await prepare(row)
    })
  }

  const imports = {
    ...reads,

    /** Marks imports whose check an ended core left unfinished; call it once, before anything else. */
    async recover(): Promise<void> {
      await mkdir(dir, { recursive: true })
      await records.failUnfinished()
    },

    /**
     * Begins to check a file and returns its id at once; `onChange` and `get` report the progress, `done(id)` resolves at the end.
     *
     * @throws CoreError `collection.notFound`.
     */
    async start(request: NewImport): Promise<Import> {
      const id = randomUUID()
      await mkdir(dir, { recursive: true })
      const { collectionId, projectId, name, file, columns } = request
      const options = {
        collectionId,
        otherColumnsAsTraits: false,
        traits: [] as string[],
        duplicates: 'all',
        again: false,
        hidden: 'ask',
        ...request.options,
      } as const
      const rules = await rulesFor(store, projectId, options, mediaFolder(id))
      openSheet(sheetFile(id), { create: true }).close()
      const parsed: ImportData = { outcome: nothingYet, options }
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
      // The import's state reports the result.
      const sheet = request.sheet ?? null
      const noTraits = request.options?.otherColumnsAsTraits === false && options.traits.length === 0
      const load = { kind: 'load', file, sheet, rules, columns: columns ?? null, noTraits } as const
      const keep = (after: ImportRecord) => keepWorkbook(after, file)
      void change(id, () => load, keep).catch(() => undefined)
      return viewOf(row)
    },

    /** Returns the import when its pending changes are done. */
    async done(id: string): Promise<Import> {
      await done(id)
      return imports.get(id)
    },

    /** @throws CoreError `import.notFound`; so do all functions below. */
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

    /** Creates and returns the folder for dropped media of an import. Call `recheck(id, {})` after files are put there. */
    async mediaDir(id: string): Promise<string> {
      await records.load(id)
      const folder = mediaFolder(id)
      await mkdir(folder, { recursive: true })
      return folder
    },

    /**
     * Checks all rows again: with another column map (which is remembered for the header line), collection, option or sheet.
     *
     * @throws CoreError `import.checking` while a check is under way, `import.columns` for a map of another file.
     */
    async recheck(id: string, patch: ImportPatch): Promise<Import> {
      await refuseWhileChecking(id)
      const { columns, sheet, ...chosen } = patch
      const after = await alter(id, async (row) => {
        if (sheet !== undefined) await requireSheet(row, sheet)
        const options = { ...row.parsed.options, ...chosen }
        const rules = await rulesFor(store, row.project_id, options, mediaFolder(id))
        row.parsed.options = options
        if (sheet === undefined) return { kind: 'recheck', rules, columns: columns ?? null }
        const load = { kind: 'load', file: workbookFile(id), sheet, rules, columns: columns ?? null } as const
        return { ...load, noTraits: chosen.otherColumnsAsTraits === false && options.traits.length === 0 }
      })
      if (columns !== undefined) await saveColumnMap(store, headerHash(columns.map(({ header }) => header)), columns)
      return viewOf(after)
    },

    /**
     * Puts a value into a cell and checks its row, and the rows equal to it, again.
     *
     * @param column its header, or its place from 0 where two columns share a header.
     * @throws CoreError `import.cell` when there is no such cell, `import.checking`.
     */
    async correctCell(id: string, row: number, column: string | number, value: string): Promise<ImportRow> {
      await refuseWhileChecking(id)
      await alter(id, () => ({ kind: 'correct', row, column, value }))
      const corrected = await reads.row(id, row)
      if (corrected === undefined) throw new CoreError('import.cell', `There is no row ${row} in this import.`)
      return corrected
    },

    /** Cures every cell of a column that has this finding, where the cured cell has no fault left. */
    async cure(id: string, { rule, code, column }: Cure): Promise<Import> {
      await refuseWhileChecking(id)
      return viewOf(await alter(id, () => ({ kind: 'cure', rule, fault: { code, column } })))
    },

    /**
     * Undoes the last correction, of one cell or of many.
     *
     * @throws CoreError `import.undo` when there was none since the last check of the whole file, or a run was made since; `import.checking`.
     */
    async undo(id: string): Promise<Import> {
      await refuseWhileChecking(id)
      const prepare = async () => ({
        kind: 'undo' as const,
        runAt: (await lastRunOfImport(store, id))?.created_at ?? null,
      })
      return viewOf(await alter(id, prepare))
    },

    /** Grows with every change of an import's rows. */
    version: versionOf,

    /** Adds warnings about links to rows, unless the rows have changed since `version`. @param fresh replaces the earlier warnings */
    async markLinks(id: string, version: number, found: LinkFinding[], fresh: boolean): Promise<void> {
      await inTurn(id, async (row, work) => {
        if (versionOf(id) === version && row.state === 'checked') await work({ kind: 'links', found, fresh })
      })
    },

    /**
     * Makes a run of a fully checked import while nothing can change it.
     *
     * @param use makes it; gets the identity of all its NFTs, and up to where they were compared with the collection
     * @throws CoreError `import.notReady` while the file is checked, or when something is wrong with the file as a whole.
     */
    async whileUnchanged<T>(
      id: string,
      use: (identity: SheetIdentity, comparedUpTo: ComparedUpTo) => Promise<T>,
    ): Promise<T> {
      await reads.identityOf(id)
      return await inTurn(id, async (row, work) => {
        if ((await reads.identityOf(id)).identity === null) await work({ kind: 'identify' })
        const { identity, comparedUpTo } = await reads.identityOf(id)
        if (identity === null) throw new Error(`nobody knows what the rows of the import ${id} are`)
        const made = await use(identity, comparedUpTo)
        // The run is there, whether or not this can be written.
        await noteRun(row).catch(() => undefined)
        return made
      })
    },

    /** Stops a running check; the import remains with state `failed`. */
    async cancel(id: string): Promise<void> {
      await pool.stop(sheetFile(id))
      await done(id)
    },

    /** Deletes an import with its rows and media. @throws CoreError `import.inUse` when a run was made from it. */
    async remove(id: string): Promise<void> {
      await records.load(id)
      if (await importHasRun(store, id))
        throw new CoreError('import.inUse', 'A run was made from this import, and its results need it: it stays.')
      await imports.cancel(id)
      await deleteImport(store, id)
      await rm(workbookFile(id), { force: true })
      for (const end of ['', '-wal', '-shm', '-strings']) await rm(sheetFile(id) + end, { force: true })
      await rm(mediaFolder(id), { recursive: true, force: true })
    },

    /** Ends the workers and abandons running checks. */
    async close(): Promise<void> {
      await pool.close()
      await allDone()
    },
  }
  return imports
}

const nothingYet: Outcome = {
  bytesRead: 0,
  bytesTotal: 0,
  encoding: '',
  delimiter: '',
  sheets: [],
  sheet: null,
  remarks: [],
  headers: [],
  columns: [],
  counts: { rows: 0, ready: 0, errors: 0, warnings: 0, skipped: 0, nfts: 0 },
  codes: [],
  lastCorrection: null,
  failures: [],
  mediaFiles: 0,
}
