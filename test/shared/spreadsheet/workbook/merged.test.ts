import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addArea, areaOf, coveredCells, withCovered } from '../../../../src/shared/spreadsheet/workbook/merged.ts'
import type { MergedArea } from '../../../../src/shared/spreadsheet/workbook/rows.ts'

it('an area is read from its reference, and what is none is no area', () => {
  expect(areaOf('B2:AA10')).toEqual({ firstRow: 2, lastRow: 10, firstColumn: 1, lastColumn: 26 })
  expect(areaOf('$B$2:$C$3')).toEqual({ firstRow: 2, lastRow: 3, firstColumn: 1, lastColumn: 2 })
  for (const other of ['', 'B2', 'B:C', '2:3', 'B2:C3 D4:E5', 'ABCD1:ABCD2', 'B2:C12345678'])
    expect(areaOf(other)).toBeUndefined()
})

/** Areas that do not lie over each other: one in each field of a grid. */
const areas = fc
  .uniqueArray(
    fc.record({
      field: fc.integer({ min: 0, max: 35 }),
      down: fc.integer({ min: 0, max: 2 }),
      right: fc.integer({ min: 0, max: 2 }),
    }),
    { selector: ({ field }) => field, maxLength: 20 },
  )
  .map((found) =>
    found.map(({ field, down, right }): MergedArea => {
      const [firstRow, firstColumn] = [1 + 3 * Math.floor(field / 6), 3 * (field % 6)]
      return { firstRow, lastRow: firstRow + down, firstColumn, lastColumn: firstColumn + right }
    }),
  )
const cell = fc.constantFrom('', ' ', 'a')

it('each filled cell of an area but its first is one that nobody sees, in whatever order rows come', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.array(cell, { maxLength: 20 })), { maxLength: 30 })
  fc.assert(
    fc.property(areas, rows, fc.boolean(), (merged, found, inOrder) => {
      const covered = coveredCells(merged)
      const ordered = inOrder ? [...found].sort(([one], [other]) => one - other) : found
      for (const [row, cells] of ordered) {
        const unseen = cells.flatMap((text, column) => {
          const area = merged.find(
            (one) => row >= one.firstRow && row <= one.lastRow && column >= one.firstColumn && column <= one.lastColumn,
          )
          const isFirst = area?.firstRow === row && area.firstColumn === column
          return area && !isFirst && text.trim() !== '' ? [column] : []
        })
        expect(covered(row, cells).map(({ column }) => column)).toEqual(unseen)
      }
    }),
  )
})

it('that nobody sees a cell stands for whatever else is wrong with it', () => {
  const notes = [
    { column: 0, code: 'cell.digits' },
    { column: 1, code: 'cell.stale' },
  ] as const
  const covered = [{ column: 1, code: 'cell.covered' }] as const
  expect(withCovered(notes, covered)).toEqual([notes[0], covered[0]])
})

it('areas in such number, or so much over each other, as no program makes are refused before they take the machine', () => {
  const area = { firstRow: 1, lastRow: 9, firstColumn: 0, lastColumn: 1 }
  const full = Array.from({ length: 100_000 }, () => area)
  expect(() => addArea(full, area)).toThrow(expect.objectContaining({ code: 'file.size' }))
  expect(() => coveredCells(full)(2, ['a', 'b'])).toThrow(expect.objectContaining({ code: 'file.damaged' }))
})
