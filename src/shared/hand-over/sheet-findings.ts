/** What the program of a workbook hid, or left wrong: what moves does not come back, so none of it is taken. Pure. */
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

/** Columns that are used and hidden. @param hidden their places, from 0 */
export function hiddenColumnFindings(
  { email, userId, address }: HandOverColumns,
  hidden: readonly number[],
  headerRow: number,
): Finding[] {
  return [email, userId, address].flatMap((column) => {
    if (column === undefined || !hidden.includes(column.at)) return []
    const message = `The column ${shown(column.header)} is hidden in the sheet: show it, or remove it, and give the file again.`
    return [handOverFinding(headerRow, column.header, 'sheet.hidden', message)]
  })
}

/** What is wrong with the cells of a row that say who and where to. */
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
