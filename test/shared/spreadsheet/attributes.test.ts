import { expect, it } from 'vitest'
import { parseTrait } from '../../../src/shared/spreadsheet/attributes.ts'

it.each([
  ...['2025-02-30', '2025-02-29', '1900-02-29', '2025-04-31', '2025-06-31T12:00Z', '2025-11-31 12:00:00+02:00'],
  ...[
    '2025-00-10',
    '2025-01-32',
    '2025-01-01T24:30',
    '2025-01-01T25:00Z',
    '2025-01-01T10:60',
    '2025-01-01T10:00+25:00',
  ],
])('a trait that is a date is refused where the calendar has no %s', (date) => {
  const message = `"${date}" is not a date: write the trait "Born" as 2025-12-31, 2025-12-31T18:00:00Z, or seconds since 1970.`
  expect(parseTrait('Born', 'date', date)).toEqual({ ok: false, message })
})

it.each([
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  ['2000-02-29T10:30', '2000-02-29T10:30:00Z'],
  ['2025-12-31 23:30:00-01:00', '2026-01-01T00:30:00Z'],
  ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40Z'],
])('a trait that is the date %s is that one', (date, iso) => {
  const value = Date.parse(iso) / 1000
  const attribute = { display_type: 'date', trait_type: 'Born', value }
  expect(parseTrait('Born', 'date', date)).toEqual({ ok: true, attribute })
})
