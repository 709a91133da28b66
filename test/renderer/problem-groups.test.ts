import { expect, it } from 'vitest'
import { problemsOf, problemTitle } from '../../src/renderer/src/mint/check/groups.ts'
import { findingLevels } from '../../src/shared/spreadsheet/finding.ts'

it('problems stand in groups, what keeps rows from being minted first, the largest before the others', () => {
  const of = (code: string, level: 'error' | 'warning', count: number) => ({ code, column: 'x', level, count })
  const codes = [
    of('file.repeat', 'warning', 900),
    of('metadata.media', 'error', 10),
    of('recipient.checksum', 'error', 122),
    of('sheet.hidden', 'error', 1),
    of('file.header', 'error', 1),
    of('quantity.number', 'error', 1),
  ]
  expect(problemsOf({ codes }).map(problemTitle)).toEqual([
    '122 mistyped addresses',
    '10 pictures that cannot be found',
    '1 quantity that is no number',
    '900 rows that were minted before',
  ])
  expect(problemTitle({ code: 'new.code', count: 3 })).toBe('new.code: 3')
})

it('every group has words for one and for many, and a cell that is far too long is a group beside what is said of the file', () => {
  const codes = Object.entries(findingLevels).flatMap(([code, level]) =>
    ['x', ''].flatMap((column) => [1, 2].map((count) => ({ code, column, level, count }))),
  )
  const titles = problemsOf({ codes }).map(problemTitle)
  expect(titles.filter((title) => !/^[12] [a-z][a-z -]+$/.test(title))).toEqual([])
  expect(titles).toContain('2 texts that are far too long')
  expect(problemsOf({ codes: codes.filter(({ code }) => code === 'file.size') }).map(({ column }) => column)).toEqual([
    'x',
    'x',
  ])
})
