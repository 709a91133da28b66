import { coveredCells, withCovered } from '../../shared/spreadsheet/workbook/merged.ts'
import type { MergedArea } from '../../shared/spreadsheet/workbook/rows.ts'
import type { NewRow, SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { pause, rowsAtOnce } from './pace.ts'

export interface NoteCoveredDeps {
  sheet: Pick<Sheet, 'rowsAfter'>
  writer: Pick<ReturnType<Sheet['writer']>, 'updateRows'>
  check(rows: readonly SheetRow[]): Promise<readonly NewRow[]>
}

/**
 * Notes with the rows of a sheet which of their filled cells merged ones cover, and checks those rows again.
 * @throws WorkbookError for areas that no program makes
 */
export async function noteCovered(
  areas: readonly MergedArea[],
  { sheet, writer, check }: NoteCoveredDeps,
): Promise<void> {
  const covered = coveredCells(areas)
  for (let after = 0; ; ) {
    const rows = sheet.rowsAfter(after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    const noted = rows.flatMap((row) => {
      const found = covered(row.row, row.cells)
      return found.length === 0 ? [] : [{ ...row, notes: withCovered(row.notes, found) }]
    })
    if (noted.length > 0) writer.updateRows(await check(noted))
    await pause()
  }
}
