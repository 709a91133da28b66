import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, coins, counted, duration, shortAddress } from '../../src/renderer/src/ui/format.ts'

describe('coins', () => {
  it('shows an amount of wei as a person reads it', () => {
    expect(coins('0', 18)).toBe('0')
    expect(coins('1000000000000000000', 18)).toBe('1')
    expect(coins('9998765432100000000000', 18)).toBe('9,998.7654')
    expect(coins('2100000000000000', 18)).toBe('0.0021')
    expect(coins('12', 0)).toBe('12')
  })

  it('never shows an amount as nothing, and never as more than it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }), (wei, decimals) => {
        const [whole = '', fraction = ''] = coins(String(wei), decimals).replaceAll(',', '').split('.')
        const shown = BigInt(whole + fraction.padEnd(decimals, '0'))
        expect(shown).toBeLessThanOrEqual(wei)
        if (wei > 0n) expect(shown).toBeGreaterThan(0n)
      }),
    )
  })
})

it('names counts, times, sizes and addresses', () => {
  expect(counted(1, 'NFT')).toBe('1 NFT')
  expect(counted(9985, 'NFT')).toBe('9,985 NFTs')
  expect([0.4, 12, 60, 200, 7_500].map(duration)).toEqual([
    'under a second',
    '12 s',
    '1 min',
    '3 min 20 s',
    '2 h 5 min',
  ])
  expect([0, 812, 3_400_000].map(bytes)).toEqual(['0 B', '812 B', '3.4 MB'])
  expect(shortAddress('0x9D90dbDd0E22a079008Feb3bC671023D5D507c20')).toBe('0x9D90…7c20')
  expect(shortAddress('abc')).toBe('abc')
})
