/** The rows of a workbook's sheet, in the same form as the rows of a text file. */
import type { FindingCode } from '../finding.ts'
import { maxColumns, maxRecordLength } from '../limits.ts'
import { maxSheetRows } from './limits.ts'
import { damaged, type Part, WorkbookError } from './package.ts'

/** A fault in a cell that the spreadsheet program left behind. */
export type CellCode = Extract<FindingCode, `cell.${string}`>

export interface CellNote {
  /** From 0. */
  column: number
  code: CellCode
}

/** A picture placed in a cell, or floating over it. */
export interface CellPicture {
  /** From 0. */
  column: number
  /** The part of the archive that holds it. */
  part: string
  /** Whether it floats over the cell; otherwise it is placed in it. */
  laid: boolean
  /** How many pictures float over this cell. */
  count: number
}

/** One row that is not blank, every cell as text. */
export interface WorkbookRow {
  /** As the spreadsheet program shows it. */
  row: number
  cells: string[]
  hidden: boolean
  notes: readonly CellNote[]
  pictures: readonly CellPicture[]
}

/** Rows, and the unpacked bytes that were read since the previous piece. */
export interface RowsPiece {
  rows: WorkbookRow[]
  bytes: number
}

/** An area of merged cells; rows from 1, columns from 0. */
export interface MergedArea {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

/** Facts about a sheet besides its rows; complete once all rows are read. */
export interface SheetTraits {
  /** Hidden columns, from 0; known before the first row. */
  hiddenColumns: Set<number>
  /** The number of areas of merged cells. */
  merged: number
  /** The first of them, such as `A2:A4`. */
  firstMerged: string
  /** All areas, if the cells that they cover may hold values. */
  areas: MergedArea[]
}

/** One sheet, ready to be read. */
export interface SheetReader {
  traits: SheetTraits
  /** Unpacked bytes to read. */
  bytes: number
  rows(): AsyncGenerator<RowsPiece>
  /** A picture that a row names. */
  picture(part: string): Part | undefined
}

/** The traits of a sheet of which nothing is known yet. */
export function unknownTraits(): SheetTraits {
  return { hiddenColumns: new Set(), merged: 0, firstMerged: '', areas: [] }
}

/** Whether a row holds anything; a row with pictures only does not count. */
export function isFilled({ cells, notes }: Pick<WorkbookRow, 'cells' | 'notes'>): boolean {
  return notes.length > 0 || cells.some((cell) => cell.trim() !== '')
}

/** Puts a text into a row's cell. @throws WorkbookError beyond the last column that a sheet may have */
export function putCell(cells: string[], column: number, text: string): void {
  requireColumn(column)
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** @throws WorkbookError for a column that no sheet has. */
export function requireColumn(column: number): void {
  if (column >= maxColumns) throw damaged('A cell of the workbook lies outside of its sheet')
}

/** @throws WorkbookError for a row that no sheet has. */
export function requireRow(row: number): void {
  if (!(row >= 1 && row <= maxSheetRows)) throw damaged('A row of the workbook lies outside of its sheet')
}

/** @throws WorkbookError for a row that is longer than any sensible one. */
export function requireLength(row: number, characters: number): void {
  if (characters <= maxRecordLength) return
  const message = `Row ${row} holds more than 8 million characters: put large media into files beside the spreadsheet.`
  throw new WorkbookError('file.size', message)
}
