import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ratesRequest } from '../../src/shared/app-api.ts'
import { worthText } from '../../src/shared/worth.ts'

const rates = { money: 'EUR', coins: { POL: { rate: '0.52', setAt: '' }, SOL: { rate: '140.5', setAt: '' } } }
const pol = (amount: string) => ({ amount, currency: 'POL', decimals: 18 })

it('tells what an amount is worth at the rate that a person set, and nothing where none is', () => {
  for (const [money, text] of [
    [pol(`1${'0'.repeat(18)}`), 'about 0.52 EUR'],
    [pol(`12345678${'0'.repeat(18)}`), 'about 6,419,752.56 EUR'],
    [pol('1'), 'less than 0.01 EUR'],
    [pol('0'), null],
    [{ amount: '1500000000', currency: 'SOL', decimals: 9 }, 'about 210.75 EUR'],
    [{ amount: '1', currency: 'ETH', decimals: 18 }, null],
  ] as const)
    expect(worthText(money, rates)).toBe(text)
  expect(worthText(pol('1'), undefined)).toBeNull()
})

it('is within half a cent of the product, at any rate that is taken', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 24n), fc.integer({ min: 1, max: 10 ** 9 }), (amount, thousandths) => {
      const rate = (thousandths / 1_000).toFixed(3)
      expect(ratesRequest.safeParse({ money: 'EUR', coins: { POL: rate } }).success).toBe(true)
      const text = worthText(pol(amount.toString()), { money: 'EUR', coins: { POL: { rate, setAt: '' } } })
      const said = Number(/[\d,.]+/.exec(text ?? '0')?.[0].replaceAll(',', ''))
      const product = (Number(amount) / 1e18) * (thousandths / 1_000)
      if (text?.startsWith('about')) expect(Math.abs(said - product)).toBeLessThanOrEqual(0.0051 + product * 1e-9)
      else expect(product).toBeLessThan(0.0051)
    }),
  )
})
