import type { Finding } from '../../shared/app-api.ts'
import {
  pictureColumns,
  takenPictures,
  withPictureColumn,
  withPictures,
} from '../../shared/spreadsheet/cell-pictures.ts'
import { sampleRows } from '../../shared/spreadsheet/column-values.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { unescapeFormula } from '../../shared/spreadsheet/formula.ts'
import { maxCellLength, maxRows } from '../../shared/spreadsheet/limits.ts'
import { emptyFinding, headerBelow, readHeader } from '../../shared/spreadsheet/preview.ts'
import type { SheetRecord } from '../../shared/spreadsheet/sheet-parser.ts'
import type { NewRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import type { Store } from '../store/sqlite/open.ts'
import { chosenColumns } from './column-maps.ts'
import { readMap } from './hidden.ts'
import { inOrder, nowAndThen, pause, piecesAhead, rowsAtOnce } from './pace.ts'
import type { CheckRules, LoadTask, SheetFacts } from './protocol.ts'
import type { RawRow } from './row-check/check-each.ts'
import { failuresOf } from './row-check/check-rows.ts'
import { picturePlacer } from './source/place-pictures.ts'
import { noFacts, type SheetSource, SourceFault } from './source/sheet-source.ts'
import { openTally, type Standing } from './tally.ts'

export interface LoadRowsDeps {
  store: Store
  writer: ReturnType<Sheet['writer']>
  /** The folder for the pictures of a workbook. */
  mediaDir: string
  /** Begins to check rows; the function that it returns finishes the check (`beginRows`). */
  begin(rows: readonly RawRow[], facts: SheetFacts): Promise<() => Promise<NewRow[]>>
  /** Receives the standing from time to time. */
  tell(known: SheetFacts, bytesRead: number, standing: Standing): Promise<void>
}

/** Reads a file into its sheet and checks each row by itself. Stores what is known of the file with the rows, and returns it. */
export async function loadRows(
  source: SheetSource,
  task: LoadTask,
  { store, writer, mediaDir, begin, tell }: LoadRowsDeps,
): Promise<SheetFacts> {
  let known: SheetFacts = { ...emptyFacts(task.rules), ...source.facts(), bytesTotal: source.size }
  let own: boolean | undefined
  let pos = 0
  let bytesRead = 0
  /** Rows that wait: at first until there are enough to recognise the columns, then until there are enough for one piece. */
  let held: SheetRecord[] = []
  const tally = openTally()
  const tellNow = nowAndThen(() => tell(known, bytesRead, tally.standing()))
  const checks = inOrder<NewRow[]>(piecesAhead, (checked) => {
    writer.insertRows(checked.map(shortened))
    tally.add(checked)
  })
  const placePictures = picturePlacer(source, mediaDir)

  const start = async (record: SheetRecord, first: readonly SheetRecord[]) => {
    const header = readHeader(record)
    own = header.own
    const rows = first.slice(0, sampleRows).map(({ cells }) => (header.own ? cells.map(unescapeFormula) : cells))
    const { columns, answered } = await chosenColumns(store, header.headers, rows, task)
    known = { ...known, ...source.facts(), headers: header.headers, headerRow: header.headerRow }
    const { hidden: headerHidden = false, notes: headerNotes = [] } = record
    known = { ...known, headerHidden, headerNotes, headerBelow: headerBelow(first) }
    const guessed = answered ? columns : withPictureColumn(columns, first)
    known = { ...known, ...readMap(guessed, known), answered }
    if (header.fault !== undefined) known.fatal = [header.fault]
    writer.setMeta('facts', known)
  }
  const take = async (records: SheetRecord[], last: boolean) => {
    held = held.concat(records)
    if (own === undefined) {
      while (held[0] !== undefined && isBlank(held[0])) held.shift()
      if (held.length <= sampleRows && !last) return
      const [header, ...others] = held
      held = others
      if (header === undefined) return
      await start(header, others)
      if (known.fatal.length > 0) return
    }
    // The person sees the first rows at once.
    while (held.length >= (last || pos === 0 ? 1 : rowsAtOnce)) await takeSome(held.splice(0, rowsAtOnce))
  }
  const takeSome = async (records: SheetRecord[]) => {
    const columns = pictureColumns(known.columns)
    if (await placePictures(records, columns)) known.rules = { ...known.rules, hasMedia: true }
    const raw = records.map((record): RawRow => {
      const { row, cells, badQuotes, notes, hidden = false } = withPictures(record, columns)
      pos++
      if (hidden && known.hiddenRows++ === 0) known.firstHidden = row
      known.laidPictures += takenPictures(record, columns).filter(({ laid }) => laid).length
      return { pos, row, badQuotes, notes, hidden, cells: own === true ? cells.map(unescapeFormula) : cells }
    })
    const first = pos === raw.length
    await checks.add(await begin(raw, known))
    if (first) await checks.drain()
    if (pos > maxRows) throw new SourceFault(tooManyRows())
    await pause()
  }

  try {
    for await (const piece of source.pieces()) {
      bytesRead = piece.bytesRead
      await take(piece.records, false)
      if (known.fatal.length > 0) break
      await tellNow()
    }
    if (known.fatal.length === 0) await take([], true)
    await checks.drain()
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    // The rows before the fault are kept, so that the person sees where the file breaks off.
    if (own !== undefined && pos <= maxRows) await take([], true)
    await checks.drain()
    known.fatal = [error.finding]
  }
  known = { ...known, ...source.facts() }
  if (own === undefined && known.fatal.length === 0) known.fatal = [emptyFinding(false)]
  else if (pos === 0 && failuresOf(known).length === 0) known.fatal = [emptyFinding(true)]
  writer.setMeta('facts', known)
  return known
}

/** The facts of a file before anything of it is read; `fatal`: why it never can be. */
export function emptyFacts(rules: CheckRules, fatal?: Finding): SheetFacts {
  const map = { headers: [], headerRow: 1, columns: [], answered: false }
  const counted = { bytesTotal: 0, hiddenRows: 0, firstHidden: 0, laidPictures: 0 }
  return { ...noFacts, ...counted, ...map, fatal: fatal === undefined ? [] : [fatal], rules }
}

/** Whether a row has no text; it may still have a picture or notes. */
function isBlank({ cells }: SheetRecord): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** A row as it is stored: a cell beyond the limit, which already has its finding, is cut, so that no page of rows grows large. */
function shortened<Row extends { cells: readonly string[] }>(row: Row): Row {
  if (row.cells.every((cell) => cell.length <= maxCellLength)) return row
  return {
    ...row,
    cells: row.cells.map((cell) => (cell.length > maxCellLength ? cell.slice(0, maxCellLength + 1) : cell)),
  }
}

function tooManyRows(): Finding {
  const message = `The file has more than ${maxRows.toLocaleString('en')} rows: split it into several.`
  return findingOf(1, '', 'file.size', message)
}
