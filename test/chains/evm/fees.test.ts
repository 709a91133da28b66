import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeeFacts, feesOf } from '../../../src/core/chains/evm/transactions/fees.ts'

const gwei = 1_000_000_000n
const rules = { baseFee: true, minimumTip: 0n }
const quiet: FeeFacts = { base: 10n * gwei, tips: [], suggestedTip: null, gasPrice: 12n * gwei }

describe('fees from a fee history', () => {
  test('tips are what the blocks paid in the middle, whatever a single block paid', () => {
    const tips = [1n, 2n, 900n, 3n, 2n].map((tip) => [tip * gwei, (tip + 1n) * gwei, (tip + 2n) * gwei] as const)
    const fees = feesOf({ ...quiet, tips, suggestedTip: 50n * gwei }, rules)
    expect([fees.low.priority, fees.expected.priority, fees.high.priority]).toEqual([2n * gwei, 3n * gwei, 4n * gwei])
    expect(fees.expected.max).toBe(23n * gwei)
  })

  test('a tip that is higher than the node asks is not kept up: it may have been our own', () => {
    const tips = [[9n * gwei, 9n * gwei, 9n * gwei]] as const
    expect(feesOf({ ...quiet, tips, suggestedTip: 2n * gwei }, rules).expected.priority).toBe(2n * gwei)
    expect(feesOf({ ...quiet, tips }, rules).expected.priority).toBe(9n * gwei)
  })

  test('where nobody sent anything, the node is asked; where it knows nothing, a gwei', () => {
    expect(feesOf({ ...quiet, suggestedTip: 5n }, rules).expected.priority).toBe(5n)
    expect(feesOf(quiet, rules).expected.priority).toBe(gwei)
  })

  test('where nobody pays a tip, none is paid but the wei that nodes ask', () => {
    const fees = feesOf({ ...quiet, tips: [[0n, 0n, 0n]], suggestedTip: 0n }, rules)
    expect([fees.low.priority, fees.expected.priority, fees.high.priority]).toEqual([1n, 1n, 1n])
  })

  test('a chain with a least tip (Polygon: 25 gwei) is never offered less', () => {
    const fees = feesOf({ ...quiet, tips: [[gwei, gwei, 40n * gwei]] }, { baseFee: true, minimumTip: 25n * gwei })
    expect([fees.low.priority, fees.expected.priority, fees.high.priority]).toEqual([
      25n * gwei,
      25n * gwei,
      40n * gwei,
    ])
  })

  test('a chain without a base fee: the gas price is paid whole', () => {
    const fees = feesOf({ ...quiet, base: null }, rules)
    expect(fees).toEqual({
      base: 0n,
      low: { max: 12n * gwei, priority: 12n * gwei, legacy: true },
      expected: { max: 12n * gwei, priority: 12n * gwei, legacy: true },
      high: { max: 24n * gwei, priority: 24n * gwei, legacy: true },
    })
  })

  test('whatever a node says: low ≤ expected ≤ high, never less than the least tip, and enough for the next block', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const facts = fc.record({
      base: fc.option(amount),
      tips: fc.array(fc.tuple(amount, amount, amount), { maxLength: 10 }),
      suggestedTip: fc.option(amount),
      gasPrice: amount,
    })
    fc.assert(
      fc.property(facts, amount, (said, minimumTip) => {
        const { base, low, expected, high } = feesOf(said, { baseFee: true, minimumTip })
        for (const fee of [low, expected, high]) {
          expect(fee.priority >= minimumTip && fee.priority > 0n).toBe(true)
          expect(fee.max >= base + fee.priority).toBe(true)
        }
        expect(low.max <= expected.max && expected.max <= high.max).toBe(true)
        expect(low.priority <= expected.priority && expected.priority <= high.priority).toBe(true)
      }),
    )
  })
})
