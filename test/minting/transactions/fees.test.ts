import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fees } from '../../../src/core/chains/family/fees.ts'
import { bumped, feeWithin, paid, priceNow } from '../../../src/core/minting/transactions/fees.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 14n })
const fees = fc.tuple(amount, amount).map(([base, tip]): Fees => {
  const fee = (times: bigint) => ({ max: base * times + tip, priority: tip })
  return { base, low: fee(2n), expected: fee(2n), high: fee(4n) }
})
const signed = fc.tuple(amount, amount).map(([max, tip]) => ({ max, priority: tip % (max + 1n) }))
const ceilings = fc.option(amount)

describe('a ceiling', () => {
  test('is never signed above, and nothing is signed while more is asked', () => {
    fc.assert(
      fc.property(fees, ceilings, (now, ceiling) => {
        const fee = feeWithin(now, ceiling)
        if (fee === null) {
          expect(ceiling !== null && priceNow(now) > ceiling).toBe(true)
          return
        }
        expect(ceiling === null || fee.max <= ceiling).toBe(true)
        expect(fee.max <= now.expected.max && fee.priority <= fee.max).toBe(true)
        // What is signed gets into the next block at what was asked.
        expect(paid(now.base, fee)).toBe(priceNow(now))
      }),
    )
  })
})

describe('a higher fee at the same sequence', () => {
  test('is one that every node takes: both parts by an eighth at least, and under the ceiling', () => {
    fc.assert(
      fc.property(signed, fees, ceilings, (old, now, ceiling) => {
        const fee = bumped(old, now, ceiling)
        if (typeof fee === 'string') return
        expect(fee.max * 8n >= old.max * 9n && fee.priority * 8n >= old.priority * 9n).toBe(true)
        expect(fee.priority <= fee.max).toBe(true)
        expect(fee.max > old.max && fee.priority > old.priority).toBe(true)
        if (ceiling === null) expect(fee.max >= now.expected.max && fee.priority >= now.expected.priority).toBe(true)
        else expect(fee.max <= ceiling).toBe(true)
      }),
    )
  })

  test('is given up where it would pay no more than four times what is asked, or not fit under the ceiling', () => {
    const now: Fees = {
      base: 10n,
      low: { max: 12n, priority: 1n },
      expected: { max: 21n, priority: 1n },
      high: { max: 41n, priority: 1n },
    }
    expect(bumped({ max: 84n, priority: 4n }, now, null)).toBe('enough')
    expect(bumped({ max: 20n, priority: 1n }, now, 22n)).toBe('ceiling')
    expect(bumped({ max: 20n, priority: 1n }, now, 23n)).toEqual({ max: 23n, priority: 2n })
  })

  test('on a chain without a base fee both parts are the gas price', () => {
    const fee = { max: 30n, priority: 30n, legacy: true }
    const now: Fees = { base: 0n, low: fee, expected: fee, high: fee }
    expect(bumped({ max: 16n, priority: 16n }, now, null)).toEqual({ max: 30n, priority: 30n, legacy: true })
    expect(bumped({ max: 40n, priority: 40n }, now, null)).toEqual({ max: 46n, priority: 46n, legacy: true })
  })
})
