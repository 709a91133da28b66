/** Findings for hidden or faulty parts of a workbook. Transfers cannot be undone, so all of these are refused. Pure. */
import type { ColumnMapping, Finding } from '../app-api.ts'
import { cellFindings } from '../spreadsheet/cell-findings.ts'
import { shown } from '../spreadsheet/finding.ts'
import type { CellNote } from '../spreadsheet/workbook/rows.ts'
import type { HandOverColumns } from './columns.ts'
import { handOverFinding } from './finding.ts'

/** The finding of a hidden row, which nobody saw in the program. */
export function hiddenRowFinding(row: number): Finding {
  const message = 'The row is hidden in the sheet: show it, or remove it, and give the file again.'
  return handOverFinding(row, '', 'sheet.hidden', message)
}

interface Headers {
  headers: readonly string[]
  headerRow: number
  headerHidden: boolean
  headerNotes: readonly CellNote[]
  /** Indices of hidden columns, from 0. */
  hiddenColumns: readonly number[]
}

/** Findings for used columns that are hidden, or whose header is hidden or faulty. */
export function unseenHeaders(
  { headers, headerRow, headerHidden, headerNotes, hiddenColumns }: Headers,
  columns: HandOverColumns,
): Finding[] {
  const { email, userId, address } = columns
  const names = wrongCells({ row: headerRow, cells: headers, notes: headerNotes }, headers, columns)
  const row = headerHidden ? [hiddenRowFinding(headerRow)] : []
  const hidden = [email, userId, address].flatMap((column) => {
    if (column === undefined || !hiddenColumns.includes(column.at)) return []
    const message = `The column ${shown(column.header)} is hidden in the sheet: show it, or remove it, and give the file again.`
    return [handOverFinding(headerRow, column.header, 'sheet.hidden', message)]
  })
  return [...row, ...hidden, ...names]
}

/** The faults of the cells of a row that name person and address. */
export function wrongCells(
  { row, cells, notes }: { row: number; cells: readonly string[]; notes: readonly CellNote[] },
  headers: readonly string[],
  { email, userId, address }: HandOverColumns,
): Finding[] {
  if (notes.length === 0) return []
  const used = new Set([email?.at, userId?.at, address.at])
  const columns = headers.map((header, at): ColumnMapping => ({ header, field: used.has(at) ? 'recipient' : 'ignore' }))
  return cellFindings(row, cells, notes, columns)
}
