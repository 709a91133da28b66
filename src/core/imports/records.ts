import type { Import, ImportOptions } from '../../shared/app-api.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { CoreError } from '../lib/errors.ts'
import { findImport, findUnfinishedImports, listImports, saveImport } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { ImportsTable } from '../store/tables/imports.ts'
import type { Outcome } from './protocol.ts'

/** What the database stores of an import, beside its rows. */
export interface ImportData {
  outcome: Outcome
  options: ImportOptions
  /** When the last run was made from the import (Unix, ms): older corrections are not undone. */
  runAt?: number
}

export type ImportRecord = ImportsTable & { parsed: ImportData }

/**
 * The records of all imports, without their rows: from memory while an import is being changed, else from the database.
 * @param onChange called after every change of an import, and while it is checked
 */
export function openRecords(store: Store, onChange?: (change: { projectId: string; import: Import }) => void) {
  const underWay = new Map<string, ImportRecord>()

  function tell(row: ImportRecord): void {
    onChange?.({ projectId: row.project_id, import: viewOf(row) })
  }

  async function save(row: ImportRecord): Promise<void> {
    const { parsed, ...kept } = row
    await saveImport(store, { ...kept, data: JSON.stringify(parsed) })
    tell(row)
  }

  return {
    tell,
    save,
    /** @throws CoreError `import.notFound` */
    async load(id: string): Promise<ImportRecord> {
      const current = underWay.get(id)
      if (current !== undefined) return current
      const row = await findImport(store, id)
      if (row === undefined) throw new CoreError('import.notFound', `There is no import ${id}: give the file again.`)
      return parsedOf(row)
    },
    /** From here until `end` the record in memory counts. */
    begin(row: ImportRecord): void {
      underWay.set(row.id, row)
    },
    /** Saves the record. If that fails (the disk is full), it stays in memory as it is now: nobody must wait for a check that is over. */
    async end(row: ImportRecord): Promise<void> {
      await save(row).then(
        () => underWay.delete(row.id),
        () => tell(row),
      )
    },
    /** A project's last imports, newest first. */
    async list(projectId: string, limit: number): Promise<Import[]> {
      const rows = await listImports(store, projectId, limit)
      return rows.map((row) => viewOf(underWay.get(row.id) ?? parsedOf(row)))
    },
    /** Marks imports whose check an ended core left unfinished. */
    async failUnfinished(): Promise<void> {
      for (const row of await findUnfinishedImports(store)) {
        const { parsed } = parsedOf(row)
        const message = 'Mintdesk was closed while it checked this file: give it again.'
        parsed.outcome.failures = [findingOf(1, '', 'file.empty', message)]
        await saveImport(store, { ...row, state: 'failed', data: JSON.stringify(parsed) })
      }
    },
  }
}

/** An import as the window and the command line see it. */
export function viewOf(row: ImportRecord): Import {
  const { failures, headers: _, lastCorrection: __, ...outcome } = row.parsed.outcome
  const failure = failures[0]
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    ...(failure === undefined ? {} : { failure }),
    ...outcome,
    lastCorrection: undoable(row.parsed),
    options: row.parsed.options,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

/** The correction that `undo` takes back. */
function undoable({ outcome: { lastCorrection }, runAt }: ImportData): Import['lastCorrection'] {
  if (lastCorrection === null) return null
  const { at, ...correction } = lastCorrection
  return runAt !== undefined && at <= runAt ? null : correction
}

function parsedOf(row: ImportsTable): ImportRecord {
  return { ...row, parsed: JSON.parse(row.data) as ImportData }
}
