/** Covered cells: a program shows only the first cell of a merged area, but a file may hold values in the others. */
import { maxColumns } from '../limits.ts'
import { columnOf } from './columns.ts'
import { maxMergedAreas } from './limits.ts'
import { damaged, WorkbookError } from './package.ts'
import type { CellNote, MergedArea } from './rows.ts'

/** The area of a reference such as `A2:A4`; undefined for any other text. */
export function areaOf(reference: string): MergedArea | undefined {
  const [, from = '', firstRow = '', to = '', lastRow = ''] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (from === '') return undefined
  return {
    ...{ firstRow: Number(firstRow), lastRow: Number(lastRow) },
    ...{ firstColumn: columnOf(from), lastColumn: columnOf(to) },
  }
}

/** Adds an area. @throws WorkbookError above `maxMergedAreas` */
export function addArea(areas: MergedArea[], area: MergedArea | undefined): void {
  if (area === undefined) return
  if (areas.length === maxMergedAreas)
    throw new WorkbookError(
      'file.size',
      `The sheet has more than ${maxMergedAreas.toLocaleString('en')} areas of merged cells: separate them, and save the file again.`,
    )
  areas.push(area)
}

/**
 * Returns a function that finds the covered filled cells of each row, to be called in row order. A picture in a cell counts as its text.
 * @throws WorkbookError for overlapping areas, which no program writes
 */
export function coveredCells(areas: readonly MergedArea[]): (row: number, cells: readonly string[]) => CellNote[] {
  const sorted = [...areas].sort((one, other) => one.firstRow - other.firstRow)
  let next = 0
  let last = 0
  let here: MergedArea[] = []
  return (row, cells) => {
    // Rows ascend, except in a file that was written by hand.
    if (row < last) [next, here] = [0, []]
    last = row
    if (here.some(({ lastRow }) => lastRow < row)) here = here.filter(({ lastRow }) => lastRow >= row)
    for (let area = sorted[next]; area !== undefined && area.firstRow <= row; area = sorted[++next])
      if (area.lastRow >= row) here.push(area)
    if (here.length > maxColumns) throw damaged('Areas of merged cells lie over each other')
    const covered = new Set<number>()
    for (const { firstRow, firstColumn, lastColumn } of here)
      for (let column = firstColumn; column <= Math.min(lastColumn, cells.length - 1); column++) {
        const isFirst = row === firstRow && column === firstColumn
        if (!isFirst && (cells[column] ?? '').trim() !== '') covered.add(column)
      }
    return [...covered].sort((one, other) => one - other).map((column) => ({ column, code: 'cell.covered' }))
  }
}

/** The notes of a row; that a cell is covered replaces its other notes. */
export function withCovered(notes: readonly CellNote[], covered: readonly CellNote[]): CellNote[] {
  const columns = new Set(covered.map(({ column }) => column))
  return [...notes.filter(({ column }) => !columns.has(column)), ...covered]
}
