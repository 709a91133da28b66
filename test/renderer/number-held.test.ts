import { expect, it } from 'vitest'
import { numberNeeded, numberOrNone } from '../../src/renderer/src/ui/number/number-held.ts'

const percent = (held: number | string) => numberOrNone('Percent', held, { min: 0, max: 100 })

it('is the number that stands there, in whatever form it was typed', () => {
  expect([7.5, '7.50', '5.0', '7.', '007', '.5', '0.00', 0].map(percent)).toEqual([7.5, 7.5, 5, 7, 7, 0.5, 0, 0])
  expect(numberOrNone('Limit', '12345678901234', { min: 1 })).toBe(12_345_678_901_234)
})

it('is nothing only where the field is empty', () => {
  expect(['', ' '].map(percent)).toEqual([null, null])
  expect(() => numberNeeded('Minutes', '', { min: 1 })).toThrow('Minutes: fill in a number.')
  expect(numberNeeded('Minutes', '05', { min: 1 })).toBe(5)
})

it('is refused in a sentence where it is no number, or beyond the bounds', () => {
  expect(() => percent('-')).toThrow('Percent: - is no number.')
  expect(() => percent('.')).toThrow('Percent: . is no number.')
  expect(() => percent('-5')).toThrow('Percent: -5 is too little, it is at least 0.')
  expect(() => percent('100.50')).toThrow('Percent: 100.50 is too much, it is at most 100.')
  expect(() => numberOrNone('Limit', '0', { min: 1 })).toThrow('Limit: 0 is too little, it is at least 1.')
  expect(() => numberOrNone('Limit', '99999999999999999999', { min: 1 })).toThrow('is too much')
})
