import { expect, it } from 'vitest'
import { problemsOf, problemTitle } from '../../src/renderer/src/mint/check/groups.ts'

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
