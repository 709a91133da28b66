import { describe, expect, it } from 'vitest'
import { cut, facts, plain, table, wrap } from '../../src/cli/table.ts'

describe('a table in the terminal', () => {
  const columns = [{ header: 'row', right: true }, { header: 'column', most: 10 }, { header: 'what is wrong' }]

  it('is aligned, and its last column wraps within the width', () => {
    const lines = table(
      columns,
      [
        ['2', 'name', 'Missing.'],
        ['1204', 'attributes.Seat:number', 'This is not a number: write it with digits.'],
      ],
      46,
    )
    expect(lines).toEqual([
      ' row  column      what is wrong',
      '   2  name        Missing.',
      '1204  attri…mber  This is not a number: write',
      '                  it with digits.',
    ])
  })

  it('shows nothing that a terminal would obey', () => {
    expect(plain('a\u001b[31mb\r\nc\u202ed')).toBe('a [31mb c d')
    expect(table([{ header: 'x' }], [['\u001b]0;title\u0007']], 80)[1]).toBe(']0;title')
  })

  it('cuts long texts in the middle', () => {
    expect(cut('0x1234567890abcdef', 9)).toBe('0x12…cdef')
    expect(cut('short', 9)).toBe('short')
  })

  it('keeps a word that is longer than a line whole', () => {
    expect(wrap('a verylongword b', 5)).toEqual(['a', 'verylongword', 'b'])
  })

  it('puts names before aligned values', () => {
    expect(
      facts(
        [
          ['Fee', '1 POL'],
          ['Treasury', '2 POL'],
        ],
        80,
      ),
    ).toEqual(['  Fee       1 POL', '  Treasury  2 POL'])
  })
})
