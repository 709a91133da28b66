/** The cells of a row with their columns. */
import type { ColumnMapping } from '../app-api.ts'
import type { ChainName } from '../chains.ts'
import type { FindingCode } from './finding.ts'
import { maxCellLength } from './limits.ts'
import type { KnownNames } from './recipient-name.ts'

/** What rows are checked against. */
export interface RowRules {
  columns: readonly ColumnMapping[]
  /** The collection's chain. */
  chain: ChainName
  /** The collection has a base URI, so that name and image may be left out. */
  hasBaseUri: boolean
  /** A folder of media came with the file: a text that is no URL names a file in it. */
  hasMedia: boolean
  /** The names that were looked up; absent: names are not looked up (practice projects). */
  names?: KnownNames | undefined
}

/** A cell that is not empty. */
export interface Cell {
  text: string
  header: string
  mapping: ColumnMapping
}

/** Adds a finding of the row. */
export type Add = (column: string, code: FindingCode, message: string) => void

/** The non-empty cells of a row; reports cells that are too long or lack a header. */
export function givenCells(cells: readonly string[], rules: RowRules, add: Add): Cell[] {
  const given: Cell[] = []
  for (const [at, mapping] of rules.columns.entries()) {
    const raw = cells[at] ?? ''
    if (raw === '') continue
    if (raw.length > maxCellLength) {
      const megabytes = (raw.length / 1024 ** 2).toFixed(1)
      const message = `The cell holds ${megabytes} million characters, and at most 1 million are taken: put large media into a file beside the spreadsheet and write its name here.`
      add(mapping.header, 'file.size', message)
      continue
    }
    const text = raw.trim()
    if (text !== '') given.push({ text, header: mapping.header, mapping })
  }
  const extra = cells.slice(rules.columns.length).filter((cell) => cell.trim() !== '').length
  if (extra > 0) {
    const message = `The row has ${cells.length} cells, but the header has ${rules.columns.length}: put cells that hold the delimiter into quotes, or add a header.`
    add('', 'row.columns', message)
  }
  return given
}

/** The header of a field's column; the field's name if there is no such column. */
export function headerOf(rules: RowRules, field: ColumnMapping['field']): string {
  return rules.columns.find((column) => column.field === field)?.header ?? field
}
