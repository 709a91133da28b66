import type { Finding } from '../../shared/app-api.ts'
import { guessDelimiter } from '../../shared/spreadsheet/delimiter.ts'
import { createDecoder } from '../../shared/spreadsheet/encoding.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { unescapeFormula } from '../../shared/spreadsheet/formula.ts'
import { emptyFinding, readHeader } from '../../shared/spreadsheet/preview.ts'
import { createSheetParser, type SheetParser, type SheetRecord } from '../../shared/spreadsheet/sheet-parser.ts'
import { pause } from './pace.ts'
import { withSheetFile } from './read-file.ts'

/** A small spreadsheet, whole. */
export interface Table {
  headers: string[]
  /** As a spreadsheet program shows it. */
  headerRow: number
  rows: { row: number; cells: string[] }[]
}

/**
 * Reads a spreadsheet that fits into memory. The one way to do so: what learns to read further kinds of files, learns it here.
 * @param most rows it may have
 * @returns the table; or what keeps the file from being read
 * @throws the system's error where the file cannot be opened or read
 */
export function readTable(path: string, most: number): Promise<Table | Finding> {
  return withSheetFile(path, async (file) => {
    if ('code' in file) return file
    const decoder = createDecoder(file.encoding)
    const records: SheetRecord[] = []
    let parser: SheetParser | undefined
    for await (const block of file.blocks()) {
      const text = decoder.decode(block)
      parser ??= createSheetParser(guessDelimiter(text))
      records.push(...parser.push(text))
      if (parser.runaway !== undefined)
        return findingOf(
          parser.runaway,
          '',
          'file.size',
          `Row ${parser.runaway} never ends: a quotation mark in it is not closed. Close it, or save the file again as CSV.`,
        )
      if (records.length > most + 1)
        return findingOf(
          1,
          '',
          'file.size',
          `The file has more than ${most.toLocaleString('en')} rows: split it into several.`,
        )
      await pause()
    }
    if (parser) records.push(...parser.push(decoder.end()), ...parser.end())
    const [first, ...rest] = records
    if (!first) return emptyFinding(false)
    const { headers, headerRow, own, fault } = readHeader(first)
    if (fault) return fault
    if (rest.length === 0) return emptyFinding(true)
    return {
      headers,
      headerRow,
      rows: rest.map(({ row, cells }) => ({ row, cells: own ? cells.map(unescapeFormula) : cells })),
    }
  })
}
