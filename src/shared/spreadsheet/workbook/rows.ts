/** The rows of a workbook's sheet, in the form in which those of a text file come. */
import type { FindingCode } from '../finding.ts'
import { maxColumns, maxRecordLength } from '../limits.ts'
import { maxSheetRows } from './limits.ts'
import { damaged, type Part, WorkbookError } from './package.ts'

/** What is wrong with a cell as the spreadsheet program left it. */
export type CellCode = Extract<FindingCode, `cell.${string}`>

export interface CellNote {
  /** From 0. */
  column: number
  code: CellCode
}

/** A picture in a cell, or over it. */
export interface CellPicture {
  /** From 0. */
  column: number
  /** The part that holds it. */
  part: string
  /** It lies over the cell; it was not placed in it. */
  laid: boolean
  /** How many lie over this cell. */
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

/** Rows, and how many bytes (unpacked) were read for them since the last ones. */
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

/** What is known of a sheet beside its rows; complete when they are read. */
export interface SheetTraits {
  /** Columns that are hidden, from 0; known before the first row. */
  hiddenColumns: Set<number>
  /** Areas of merged cells. */
  merged: number
  /** The first of them, such as `A2:A4`. */
  firstMerged: string
  /** All of them, where cells that they cover may hold something. */
  areas: MergedArea[]
}

/** One sheet, ready to be read. */
export interface SheetReader {
  traits: SheetTraits
  /** Bytes (unpacked) that reading it takes. */
  bytes: number
  rows(): AsyncGenerator<RowsPiece>
  /** A picture that a row names. */
  picture(part: string): Part | undefined
}

/** Nothing of a sheet is known yet. */
export function unknownTraits(): SheetTraits {
  return { hiddenColumns: new Set(), merged: 0, firstMerged: '', areas: [] }
}

/** Whether a row says anything; a picture alone does not make one. */
export function isFilled({ cells, notes }: Pick<WorkbookRow, 'cells' | 'notes'>): boolean {
  return notes.length > 0 || cells.some((cell) => cell.trim() !== '')
}

/** Puts a text into a row's cell. @throws WorkbookError beyond the columns and characters that a row may have */
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

/** @throws WorkbookError for a row that is longer than any that is meant. */
export function requireLength(row: number, characters: number): void {
  if (characters <= maxRecordLength) return
  const message = `Row ${row} holds more than 8 million characters: put large media into files beside the spreadsheet.`
  throw new WorkbookError('file.size', message)
}
