import type { Money, Quote } from '../../../../shared/app-api.ts'
import { gasPriceUnit } from '../../../../shared/gas-price.ts'

/** What relates a price to the price of a unit of gas; a run's quote also has the units of gas. */
export type Cost = { fee: Pick<Quote['fee'], 'expected'> } & Pick<Quote, 'chain' | 'gasPrice' | 'dataFee'> &
  Partial<Pick<Quote, 'treesFee' | 'gas'>>

/**
 * The price of a unit of gas at which a run would cost `most`.
 * @param most in the coin's smallest unit
 * @returns null where it would cost more at any price that its chain accepts, or its cost does not depend on gas
 */
export function gasPriceFor(quote: Cost, most: bigint): bigint | null {
  const fixed = fixedOf(quote)
  const now = BigInt(costNow(quote).amount) - fixed
  if (now <= 0n) return null
  const price = ((most - fixed) * BigInt(quote.gasPrice.expected)) / now
  return price >= gasPriceUnit(quote.chain).least ? price : null
}

/** The cost at the price of gas now, computed anew: a quote that was asked for with a ceiling limits its fee to that. */
export function costNow(quote: Cost): Money {
  const { fee, gas, gasPrice } = quote
  if (gas === undefined) return fee.expected
  return { ...fee.expected, amount: (BigInt(gas) * BigInt(gasPrice.expected) + fixedOf(quote)).toString() }
}

function fixedOf({ treesFee, dataFee }: Cost): bigint {
  return BigInt(treesFee?.amount ?? 0) + BigInt(dataFee.amount)
}

/** An amount in the smallest unit, rounded up to four significant digits, as a person would type it. */
export function roundedUp(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - 4))
  return ((amount + step - 1n) / step) * step
}
