import { expect, test } from 'vitest'
import { gwei, parseGwei } from '../../src/shared/gas-price.ts'

test.each([
  ['50', 50_000_000_000n],
  [' 0.5 ', 500_000_000n],
  ['1,200', 1_200_000_000_000n],
  ['0.000000001', 1n],
])('%s gwei is a price', (text, wei) => {
  expect(parseGwei(text)).toBe(wei)
})

test.each(['', '0', '-1', '1e9', '0.0000000001', 'fifty', '1.2.3', '0x10'])('%s is none', (text) => {
  expect(parseGwei(text)).toBeUndefined()
})

test('a price is shown to four digits', () => {
  expect([gwei(81_234_567_890n), gwei('1'), gwei(1_234_567_000_000n)]).toEqual([
    '81.23 gwei',
    '0.000000001 gwei',
    '1235 gwei',
  ])
})
