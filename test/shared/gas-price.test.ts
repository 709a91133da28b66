import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gasPrice, gasPriceNumber, parseGasPrice } from '../../src/shared/gas-price.ts'

test.each([
  ['50', 50_000_000_000n],
  [' 0.5 ', 500_000_000n],
  ['1,200', 1_200_000_000_000n],
  ['1,234,567.5', 1_234_567_500_000_000n],
  ['0.000000001', 1n],
])('%s gwei is a price', (text, wei) => {
  expect(parseGasPrice('polygon', text)).toBe(wei)
})

test.each([
  '',
  '0',
  '-1',
  '1e9',
  '0.0000000001',
  'fifty',
  '1.2.3',
  '0x10',
  '0,500',
  '00,500',
  '1,2345',
  '1234,567',
  '1,200,5',
])('%s is none', (text) => {
  expect(parseGasPrice('polygon', text)).toBeUndefined()
})

test('a price is shown to four digits, with commas between thousands', () => {
  expect([
    gasPrice('polygon', 81_234_567_890n),
    gasPrice('polygon', '1'),
    gasPrice('polygon', 1_234_567_000_000n),
  ]).toEqual(['81.23 gwei', '0.000000001 gwei', '1,235 gwei'])
})

test('on Aptos a price is a whole number of octas, and one that no node takes is none', () => {
  expect(['99', '100'].map((text) => parseGasPrice('aptos', text))).toEqual([undefined, 100n])
  expect(['150', '1,200', '0.5', '0'].map((text) => parseGasPrice('aptos', text))).toEqual([
    150n,
    1200n,
    undefined,
    undefined,
  ])
  expect(gasPrice('aptos', 100n)).toBe('100 octas')
  expect(gasPrice('aptos', 14_010n)).toBe('14,010 octas')
})

test('a price in a field has no commas and is not rounded: who sets it again as it stands changes nothing', () => {
  expect(gasPriceNumber('aptos', 14_010n)).toBe('14010')
  expect(gasPriceNumber('polygon', '81234567890')).toBe('81.23456789')
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (price) => {
      expect(parseGasPrice('polygon', gasPriceNumber('polygon', price))).toBe(price)
    }),
  )
})
