import { expect, it } from 'vitest'
import { moved } from '../../src/renderer/src/ui/table/use-grid-keys.ts'

const size = { rows: 1_000, columns: 5, pageRows: 10 }

it('moves through a grid with the keys a spreadsheet has, and stays inside of it', () => {
  const at = { row: 3, column: 2 }
  expect(moved(at, 'ArrowDown', false, size)).toEqual({ row: 4, column: 2 })
  expect(moved(at, 'PageDown', false, size)).toEqual({ row: 13, column: 2 })
  expect(moved(at, 'PageUp', false, size)).toEqual({ row: 0, column: 2 })
  expect(moved(at, 'Home', false, size)).toEqual({ row: 3, column: 0 })
  expect(moved(at, 'End', true, size)).toEqual({ row: 999, column: 4 })
  expect(moved({ row: 0, column: 0 }, 'ArrowUp', false, size)).toEqual({ row: 0, column: 0 })
  expect(moved(at, 'a', false, size)).toBeNull()
})
