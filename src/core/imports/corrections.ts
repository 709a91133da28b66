import { placeOfHeader } from '../../shared/spreadsheet/columns.ts'
import { cureRow, type Fault } from '../../shared/spreadsheet/cure.ts'
import type { CureRule } from '../../shared/spreadsheet/cure-rules.ts'
import { CoreError } from '../lib/errors.ts'
import type { NewRow, SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { pause, rowsAtOnce } from './pace.ts'
import type { SheetFacts, Task } from './protocol.ts'
import type { RawRow } from './row-check/check-each.ts'
import { rowRules } from './row-check/check-rows.ts'

export interface CorrectionsDeps {
  sheet: Sheet
  writer: ReturnType<Sheet['writer']>
  check(rows: readonly RawRow[], facts: SheetFacts): Promise<NewRow[]>
  /** Checks changed rows again, and the rows that they equal now or equalled before. */
  change(rows: readonly SheetRow[], facts: SheetFacts): Promise<void>
  /** Compares all rows with each other, after many changed. */
  compareAll(facts: SheetFacts): Promise<void>
  tell(facts: SheetFacts): Promise<void>
}

/** Corrections of one or many cells. Each is recorded before it is made, so that it can be undone. */
export function corrections({ sheet, writer, check, change, compareAll, tell }: CorrectionsDeps) {
  /** @throws CoreError `import.cell` */
  async function correct({ row, column, value }: Extract<Task, { kind: 'correct' }>, known: SheetFacts): Promise<void> {
    const found = sheet.row(row)
    const at = typeof column === 'number' ? column : placeOfHeader(known.columns, column)
    if (found === undefined || at < 0 || at >= known.headers.length)
      throw new CoreError('import.cell', noCell(row, column, known))
    const id = writer.beginCorrection({ column: known.headers[at] ?? '', row, rule: null })
    writer.keepCells(id, [{ pos: found.pos, place: at, cell: found.cells[at] ?? '', notes: found.notes }])
    const notes = found.notes.filter((note) => note.column !== at)
    await change([withCell(found, at, value.replace(/\p{Surrogate}/gu, '\ufffd'), notes, known)], known)
    writer.boundCorrections()
  }

  async function cure({ rule, fault }: Extract<Task, { kind: 'cure' }>, known: SheetFacts): Promise<void> {
    const id = writer.beginCorrection({ column: fault.column, row: null, rule })
    let cells = 0
    for await (const piece of curedRows(sheet, known, rule, fault)) {
      writer.keepCells(
        id,
        piece.map(({ row, at, before }) => ({ pos: row.pos, place: at, cell: before, notes: row.notes })),
      )
      writer.updateRows(
        await check(
          piece.map(({ row, cells }) => ({ ...row, cells })),
          known,
        ),
      )
      cells += piece.length
      await tell(known)
    }
    if (cells === 0) writer.dropCorrection(id)
    writer.boundCorrections()
    await compareAll(known)
  }

  /** @throws CoreError `import.undo` where there is nothing to undo any more */
  async function undo({ runAt }: Extract<Task, { kind: 'undo' }>, known: SheetFacts): Promise<void> {
    const last = writer.lastCorrection()
    if (last === undefined)
      throw new CoreError(
        'import.undo',
        'There is no correction to undo. Those from before the whole file was last checked stay: change their cells.',
      )
    if (runAt !== null && last.at <= runAt)
      throw new CoreError(
        'import.undo',
        'A run was made with this correction, so it is not undone: drop the file again to mint it otherwise.',
      )
    if (last.cells === 1) {
      await change(putBack(last.id, 0, known), known)
    } else {
      for (let after = 0; ; ) {
        const rows = putBack(last.id, after, known)
        const end = rows.at(-1)
        if (end === undefined) break
        after = end.pos
        writer.updateRows(await check(rows, known))
        await pause()
        await tell(known)
      }
      await compareAll(known)
    }
    writer.dropCorrection(last.id)
  }

  function putBack(correction: number, after: number, known: SheetFacts): SheetRow[] {
    const cells = writer.cellsBefore(correction, after, rowsAtOnce)
    const rows = new Map(sheet.rowsAt(cells.map(({ pos }) => pos)).map((row) => [row.pos, row]))
    return cells.flatMap(({ pos, place, cell, notes }) => {
      const row = rows.get(pos)
      return row === undefined ? [] : [withCell(row, place, cell, notes, known)]
    })
  }

  return { correct, cure, undo }
}

function noCell(row: number, column: string | number, { headers }: SheetFacts): string {
  if (typeof column === 'string') return `There is no cell in row ${row}, column ${column}, of this import.`
  return `There is no cell in row ${row}, column ${column}, of this import: its ${headers.length} columns are counted from 0.`
}

/** The rows that a cure changes, in pieces, each with its cell before and after. */
export async function* curedRows(sheet: Sheet, known: SheetFacts, rule: CureRule, fault: Fault) {
  const rules = rowRules(known.rules, known.columns, sheet.knownName)
  for (let after = 0; ; ) {
    const rows = sheet.rowsWithCode(fault.code, after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    yield rows.flatMap((row) => {
      const cured = cureRow(rule, fault, row, sheet.findingsOf(row.pos), rules)
      return cured === undefined ? [] : [{ row, ...cured }]
    })
    await pause()
  }
}

/** A row with another value in one cell; cells that the row lacks before it become empty. */
function withCell(
  row: SheetRow,
  at: number,
  value: string,
  notes: SheetRow['notes'],
  { headers }: SheetFacts,
): SheetRow {
  const cells = headers.map((_, index) => row.cells[index] ?? '').concat(row.cells.slice(headers.length))
  cells[at] = value
  return { ...row, cells, notes }
}
