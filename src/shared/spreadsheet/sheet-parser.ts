import Papa, { type ParseResult } from 'papaparse'
import type { Delimiter } from './delimiter.ts'
import { maxRecordLength } from './limits.ts'
import type { CellNote, CellPicture } from './workbook/rows.ts'

/** One record of a file that is not blank. */
export interface SheetRecord {
  /** As a spreadsheet program numbers it: from 1, counting blank lines, and not line breaks inside quotes. */
  row: number
  cells: string[]
  /** Whether a quotation mark in it is not closed, or is closed in the middle of a cell. */
  badQuotes: boolean
  /** Of workbooks only: whether the row is hidden; the cells' faults; the pictures in and over cells. */
  hidden?: boolean
  notes?: readonly CellNote[]
  pictures?: readonly CellPicture[]
}

export interface SheetParser {
  /** Adds a piece of text (line ends as LF); returns the records that it completes. */
  push(text: string): SheetRecord[]
  /** The last record. */
  end(): SheetRecord[]
  /** The row of a record that exceeds `maxRecordLength`; the caller should stop reading. */
  readonly runaway: number | undefined
}

/**
 * A parser that takes a file in pieces and holds no more than one record of it. RFC 4180 quoting; a file of any size.
 */
export function createSheetParser(delimiter: Delimiter): SheetParser {
  let rest = ''
  let rows = 0
  let runaway: number | undefined
  const take = (text: string, last: boolean): SheetRecord[] => {
    const input = rest + text
    const result: ParseResult<string[]> = new Papa.Parser({ delimiter, newline: '\n' }).parse(input, 0, !last)
    rest = last ? '' : input.slice(result.meta.cursor)
    const bad = new Set(result.errors.filter((error) => error.type === 'Quotes').map((error) => error.row))
    const records: SheetRecord[] = []
    for (const [at, cells] of result.data.entries()) {
      rows++
      if (cells.some((cell) => cell.trim() !== '')) records.push({ row: rows, cells, badQuotes: bad.has(at) })
    }
    if (rest.length > maxRecordLength) runaway = rows + 1
    return records
  }
  return {
    push: (text) => {
      if (text.includes('\n')) return take(text, false)
      // No record ends in this piece: parsing a long record again with every piece would take quadratic time.
      rest += text
      if (rest.length > maxRecordLength) runaway = rows + 1
      return []
    },
    // A line end at the end of a file does not begin another record.
    end: () => (rest === '' ? [] : take('', true)),
    get runaway() {
      return runaway
    },
  }
}
