import type { Finding } from '../../shared/app-api.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { unescapeFormula } from '../../shared/spreadsheet/formula.ts'
import { emptyFinding, readHeader } from '../../shared/spreadsheet/preview.ts'
import type { SheetRecord } from '../../shared/spreadsheet/sheet-parser.ts'
import { coveredCells, withCovered } from '../../shared/spreadsheet/workbook/merged.ts'
import type { CellNote } from '../../shared/spreadsheet/workbook/rows.ts'
import { pause } from './pace.ts'
import { withSheetFile } from './source/read-file.ts'
import { SourceFault } from './source/sheet-source.ts'

/** A small spreadsheet, whole. */
export interface Table {
  headers: string[]
  /** Row number, as a spreadsheet program shows it. */
  headerRow: number
  /** Of a workbook: whether the row of the headers is hidden, and what is wrong with its cells. */
  headerHidden: boolean
  headerNotes: readonly CellNote[]
  rows: TableRow[]
  /** Places of hidden columns, from 0. */
  hiddenColumns: number[]
}

export interface TableRow {
  row: number
  cells: string[]
  /** Of a workbook: whether the row is hidden, and what is wrong with its cells. */
  hidden: boolean
  notes: readonly CellNote[]
}

/**
 * Reads a whole spreadsheet of any kind into memory; of a workbook, the sheet that a spreadsheet program shows first.
 * @param most rows it may have
 * @returns the table, or the finding that keeps the file from being read
 * @throws the system's error where the file cannot be opened or read
 */
export function readTable(path: string, most: number): Promise<Table | Finding> {
  return withSheetFile(path, { sheet: null, stringsFile: `${path}-strings` }, async (source) => {
    if ('fault' in source) return source.fault
    const records: SheetRecord[] = []
    try {
      for await (const piece of source.pieces()) {
        records.push(...piece.records)
        if (records.length > most + 1) return tooManyRows(most)
        await pause()
      }
    } catch (error) {
      if (error instanceof SourceFault) return error.finding
      throw error
    }
    const [first, ...rest] = records
    if (!first) return emptyFinding(false)
    const { headers, headerRow, own, fault } = readHeader(first)
    if (fault) return fault
    if (rest.length === 0) return emptyFinding(true)
    const covered = coveredCells(source.facts().areas)
    return {
      headers,
      headerRow,
      headerHidden: first.hidden ?? false,
      headerNotes: withCovered(first.notes ?? [], covered(headerRow, headers)),
      rows: rest.map(({ row, cells, hidden = false, notes = [] }) => ({
        row,
        cells: own ? cells.map(unescapeFormula) : cells,
        hidden,
        notes: withCovered(notes, covered(row, cells)),
      })),
      hiddenColumns: source.facts().hiddenColumns,
    }
  })
}

function tooManyRows(most: number): Finding {
  return findingOf(
    1,
    '',
    'file.size',
    `The file has more than ${most.toLocaleString('en')} rows: split it into several.`,
  )
}
