import type { Finding, ImportRow, RowFilter } from '../../shared/app-api.ts'
import { checkRow } from '../../shared/spreadsheet/check-row.ts'
import { type RowStatus, type SheetRow, statuses } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { pause } from './pace.ts'
import type { SheetFacts } from './protocol.ts'
import { rowRules } from './row-check/check-rows.ts'

export interface RowQuery {
  filter?: RowFilter
  code?: string | undefined
  /** With `code`: only findings of this column. */
  column?: string | undefined
  offset?: number
  limit?: number
}

const filters: Record<RowFilter, readonly RowStatus[]> = {
  all: statuses,
  ready: ['ready', 'warning'],
  errors: ['error'],
  warnings: ['warning'],
  skipped: ['skipped'],
}

/** A page of a sheet's rows, by their place in the filtered list. */
export function pageOf(
  sheet: Sheet,
  { filter = 'all', code, column, offset = 0, limit = 100 }: RowQuery,
): { total: number; rows: ImportRow[] } {
  const { total, rows } = sheet.page({ statuses: filters[filter], code, column, offset, limit })
  return { total, rows: rows.map((row) => importRow(sheet, row)) }
}

/** One row by its number in the spreadsheet program. */
export function rowOf(sheet: Sheet, row: number): ImportRow | undefined {
  const found = sheet.row(row)
  return found === undefined ? undefined : importRow(sheet, found)
}

/** All findings: first those of the file as a whole, then by row, in the order in which they were found. */
export async function* findingsOf(sheet: Sheet): AsyncGenerator<Finding> {
  yield* sheet.findingsOf(0)
  for (let after = 0; ; ) {
    const rows = sheet.foundAfter(after, 500)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last
    for (const pos of rows) yield* sheet.findingsOf(pos)
    await pause()
  }
}

function importRow(sheet: Sheet, row: SheetRow): ImportRow {
  const { rules, columns } = sheet.meta('facts') as SheetFacts
  const { draft } = checkRow(row.cells, row.row, rowRules(rules, columns, sheet.knownName))
  const nft =
    draft === undefined || row.status === 'error'
      ? null
      : { recipient: draft.recipient, quantity: draft.quantity, metadata: draft.metadata ?? draft.metadataUri ?? null }
  const { row: number, cells, status } = row
  return { row: number, cells, status, findings: sheet.findingsOf(row.pos), nft }
}
