import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import { coveredCells, withCovered } from '../../../shared/spreadsheet/workbook/merged.ts'
import { WorkbookError } from '../../../shared/spreadsheet/workbook/package.ts'
import type { NewRow, SheetRow } from '../../store/import-sheet/rows.ts'
import type { Sheet } from '../../store/import-sheet/sheet.ts'
import { pause, rowsAtOnce } from '../pace.ts'
import type { SheetFacts } from '../protocol.ts'

export interface CoveredDeps {
  sheet: Pick<Sheet, 'rowsAfter'>
  writer: Pick<ReturnType<Sheet['writer']>, 'updateRows' | 'setMeta'>
  check(rows: readonly SheetRow[], facts: SheetFacts): Promise<readonly NewRow[]>
}

/**
 * Notes which filled cells of the header and the rows are invisible under merged cells, and checks those rows again. It runs after the rows,
 * because a workbook lists its merged areas behind them.
 */
export async function withCoveredNoted({ areas, ...rest }: SheetFacts, deps: CoveredDeps): Promise<SheetFacts> {
  const known: SheetFacts = { ...rest, areas: [] }
  if (areas.length === 0) return known
  try {
    await noteCovered(areas, known, deps)
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error
    known.fatal = [findingOf(1, '', error.code, error.message)]
  }
  deps.writer.setMeta('facts', known)
  return known
}

async function noteCovered(
  areas: SheetFacts['areas'],
  known: SheetFacts,
  { sheet, writer, check }: CoveredDeps,
): Promise<void> {
  const covered = coveredCells(areas)
  known.headerNotes = withCovered(known.headerNotes ?? [], covered(known.headerRow, known.headers))
  for (let after = 0; ; ) {
    const rows = sheet.rowsAfter(after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    const noted = rows.flatMap((row) => {
      const found = covered(row.row, row.cells)
      return found.length === 0 ? [] : [{ ...row, notes: withCovered(row.notes, found) }]
    })
    if (noted.length > 0) writer.updateRows(await check(noted, known))
    await pause()
  }
}
