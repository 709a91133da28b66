import type { Finding } from '../../shared/app-api.ts'
import { sampleRows } from '../../shared/spreadsheet/column-values.ts'
import { guessDelimiter } from '../../shared/spreadsheet/delimiter.ts'
import { createDecoder } from '../../shared/spreadsheet/encoding.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { unescapeFormula } from '../../shared/spreadsheet/formula.ts'
import { maxCellLength, maxRows } from '../../shared/spreadsheet/limits.ts'
import { emptyFinding, readHeader } from '../../shared/spreadsheet/preview.ts'
import { createSheetParser, type SheetParser, type SheetRecord } from '../../shared/spreadsheet/sheet-parser.ts'
import type { NewRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import type { Store } from '../store/sqlite/open.ts'
import { failuresOf, type RawRow } from './check-rows.ts'
import { chosenColumns } from './column-maps.ts'
import { nowAndThen, pause, rowsAtOnce } from './pace.ts'
import type { CheckRules, SheetFacts, Task } from './protocol.ts'
import type { SheetFile } from './read-file.ts'

export interface LoadRowsDeps {
  store: Store
  writer: ReturnType<Sheet['writer']>
  check(rows: readonly RawRow[], facts: SheetFacts): Promise<NewRow[]>
  /** Told how things stand now and then. */
  tell(known: SheetFacts, bytesRead: number): Promise<void>
}

/** Reads a file into its sheet, checking each row by itself; what is known of the file is kept with the rows, and returned. */
export async function loadRows(
  file: SheetFile,
  task: Extract<Task, { kind: 'load' }>,
  { store, writer, check, tell }: LoadRowsDeps,
): Promise<SheetFacts> {
  const decoder = createDecoder(file.encoding)
  let known = { ...emptyFacts(task.rules), encoding: file.encoding.name, bytesTotal: file.size }
  let parser: SheetParser | undefined
  let own: boolean | undefined
  let pos = 0
  let bytesRead: number = file.encoding.bom
  const tellNow = nowAndThen(() => tell(known, bytesRead))

  const start = async (record: SheetRecord, first: readonly SheetRecord[]) => {
    const header = readHeader(record)
    own = header.own
    const rows = first.slice(0, sampleRows).map(({ cells }) => (header.own ? cells.map(unescapeFormula) : cells))
    const columns = await chosenColumns(store, header.headers, rows, task)
    known = { ...known, headers: header.headers, headerRow: header.headerRow, ...columns }
    if (header.fault !== undefined) known.fatal = [header.fault]
    writer.setMeta('facts', known)
  }
  /** Rows that wait until there are enough to see what the columns are. */
  let held: SheetRecord[] = []
  const take = async (more: SheetRecord[], last = false) => {
    const records = held.length > 0 ? [...held, ...more] : more
    held = []
    if (own === undefined) {
      if (!last && records.length <= sampleRows) {
        held = records
        return
      }
      const first = records.shift()
      if (first === undefined) return
      await start(first, records)
      if (known.fatal.length > 0) return
    }
    for (let at = 0; at < records.length; at += rowsAtOnce) {
      const raw = records.slice(at, at + rowsAtOnce).map(({ row, cells, badQuotes }): RawRow => {
        pos++
        return { pos, row, badQuotes, cells: own === true ? cells.map(unescapeFormula) : cells }
      })
      writer.insertRows((await check(raw, known)).map(shortened))
      await pause()
    }
  }

  for await (const block of file.blocks()) {
    const text = decoder.decode(block)
    bytesRead += block.length
    if (parser === undefined) known.delimiter = guessDelimiter(text)
    parser ??= createSheetParser(guessDelimiter(text))
    await take(parser.push(text))
    if (known.fatal.length > 0) break
    if (parser.runaway !== undefined) known.fatal = [runawayFinding(parser.runaway)]
    if (pos > maxRows) known.fatal = [tooManyRows()]
    await tellNow()
  }
  if (known.fatal.length === 0 && parser !== undefined) {
    await take(parser.push(decoder.end()))
    await take(parser.end(), true)
  }
  if (own === undefined && known.fatal.length === 0) known.fatal = [emptyFinding(false)]
  else if (pos === 0 && failuresOf(known).length === 0) known.fatal = [emptyFinding(true)]
  writer.setMeta('facts', known)
  return known
}

/** What is known of a file that is still to be read; `fatal`: or never can be. */
export function emptyFacts(rules: CheckRules, fatal?: Finding): SheetFacts {
  const map = { headers: [], headerRow: 1, columns: [], answered: false }
  return { encoding: '', delimiter: '', bytesTotal: 0, ...map, fatal: fatal === undefined ? [] : [fatal], rules }
}

/** A row as it is kept: a cell beyond the limit, which has its finding by now, is cut, so that no page of rows grows large. */
function shortened<Row extends { cells: readonly string[] }>(row: Row): Row {
  if (row.cells.every((cell) => cell.length <= maxCellLength)) return row
  return {
    ...row,
    cells: row.cells.map((cell) => (cell.length > maxCellLength ? cell.slice(0, maxCellLength + 1) : cell)),
  }
}

function runawayFinding(row: number): Finding {
  const message = `Row ${row} never ends: a quotation mark in it is not closed. Close it, or save the file again as CSV.`
  return findingOf(row, '', 'file.size', message)
}

function tooManyRows(): Finding {
  const message = `The file has more than ${maxRows.toLocaleString('en')} rows: split it into several.`
  return findingOf(1, '', 'file.size', message)
}
