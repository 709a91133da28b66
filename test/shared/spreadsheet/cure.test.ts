import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRow } from '../../../src/shared/spreadsheet/check-row.ts'
import { cureCell, cureRow, curesFor } from '../../../src/shared/spreadsheet/cure.ts'
import { cureRules } from '../../../src/shared/spreadsheet/cure-rules.ts'

describe('cures', () => {
  it('take out what cannot be seen', () => {
    expect(cureCell('trim', ' 0x12\u200b 34\u00a0')).toBe('0x1234')
  })

  it('make no other link of one with a space in it', () => {
    expect(cureCell('trim', '\u200b https://e.com/my cat.png ')).toBe('https://e.com/my cat.png')
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

  it('are of the column that is minted where two have one name', () => {
    const columns = (['recipient', 'ignore', 'quantity', 'name', 'image'] as const).map((field, at) => ({
      header: ['recipient', 'Qty', 'Qty', 'name', 'image'][at] ?? '',
      field,
    }))
    const cells = ['a@example.com', '7 pcs', '2 pcs', 'One', 'https://example.com/1.png']
    const rules = { columns, chain: 'polygon' as const, hasBaseUri: false, hasMedia: false }
    const { findings } = checkRow(cells, 2, rules)
    const cured = cureRow('number', { code: 'quantity.number', column: 'Qty' }, { row: 2, cells }, findings, rules)
    expect(cured).toMatchObject({ at: 2, before: '2 pcs', after: '2' })
  })

  it('are none for a wrong checksum', () => {
    expect(curesFor('recipient.checksum')).toEqual([])
    expect(cureRules.filter((rule) => curesFor('quantity.number').includes(rule))).toEqual(['number', 'one'])
  })
})
