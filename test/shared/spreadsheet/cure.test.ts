import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cureCell, curesFor } from '../../../src/shared/spreadsheet/cure.ts'
import { cureRules } from '../../../src/shared/spreadsheet/cure-rules.ts'

describe('cures', () => {
  it('take out what cannot be seen', () => {
    expect(cureCell('trim', ' 0x12\u200b 34\u00a0')).toBe('0x1234')
  })

  it('take the one number out of a text, and guess none', () => {
    for (const [text, number] of [
      ['2 pcs', '2'],
      ['x3', '3'],
      ['4.0', '4'],
      ['5,00 Stück', '5'],
    ] as const)
      expect(cureCell('number', text), text).toBe(number)
    for (const text of ['1/2', '2.5', '-3', '\u22123', '1,000', 'two', '', '1e3', '3-'])
      expect(cureCell('number', text), text).toBe(text)
  })

  it('make no number of a text that has several groups of digits', () => {
    const words = fc.string().map((text) => text.replace(/\d/g, ''))
    fc.assert(
      fc.property(fc.nat(999), words, fc.integer({ min: 1, max: 999 }), (one, between, other) => {
        fc.pre(between !== '')
        const text = `${one}${between}${other}`
        expect(cureCell('number', text)).toBe(text)
      }),
    )
  })

  it('are none for a wrong checksum', () => {
    expect(curesFor('recipient.checksum')).toEqual([])
    expect(cureRules.filter((rule) => curesFor('quantity.number').includes(rule))).toEqual(['number', 'one'])
  })
})
