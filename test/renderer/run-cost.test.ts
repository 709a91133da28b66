import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costNow, gasPriceFor, roundedUp } from '../../src/renderer/src/mint/price/run-cost.ts'
import { costAt } from '../../src/renderer/src/runs/cost-at.ts'
import { run } from './a-run.ts'

const money = (amount: bigint) => ({ amount: amount.toString(), currency: 'POL', decimals: 18 })
const quote = (gas: bigint, price: bigint, fixed: bigint, chain = 'polygon') => ({
  chain,
  gasPrice: { low: '1', expected: price.toString(), high: '9' },
  fee: { expected: money(gas * price + fixed) },
  treesFee: money(0n),
  dataFee: money(fixed),
})

describe('what a run may cost', () => {
  it('is a price of a unit of gas at which it costs no more, and one more would be too much', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10n ** 18n }), amounts, (gas, price, fixed, most) => {
        const found = gasPriceFor(quote(gas, price, fixed), most)
        if (found === null) expect(gas + fixed > most).toBe(true)
        else {
          expect(gas * found + fixed <= most).toBe(true)
          expect(gas * (found + 1n) + fixed > most).toBe(true)
        }
      }),
    )
  })

  it('is the same price whatever ceiling the price was asked for with, and what it costs now is said without one', () => {
    const within = (ceiling: bigint) => ({
      ...quote(1_000n, 100n, 7n),
      gas: '1000',
      fee: { expected: money(1_000n * (ceiling < 100n ? ceiling : 100n) + 7n) },
    })
    for (const ceiling of [1n, 50n, 99n, 100n, 1_000n]) {
      expect(gasPriceFor(within(ceiling), 40_007n)).toBe(40n)
      expect(costNow(within(ceiling))).toEqual(money(100_007n))
    }
  })

  it('is no price that its chain never takes: what is stored on Aptos costs the same at each', () => {
    expect(gasPriceFor(quote(1_000n, 150n, 7_000n, 'aptos'), 106_999n)).toBeNull()
    expect(gasPriceFor(quote(1_000n, 150n, 7_000n, 'aptos'), 107_000n)).toBe(100n)
  })

  it('is suggested in four digits, and never below what it is', () => {
    expect(roundedUp(123_456_789n)).toBe(123_500_000n)
    expect(roundedUp(999_999n)).toBe(1_000_000n)
    expect(roundedUp(42n)).toBe(42n)
  })

  it('is said of a fee ceiling in coin once something is minted, by the gas that took', () => {
    expect(costAt(run, 100n)).toBeNull()
    const counts = { ...run.counts, total: 10, succeeded: 4, cancelled: 2 }
    expect(costAt({ ...run, counts, gasUsed: '4000' }, 100n)).toEqual(money(800_000n))
  })
})
