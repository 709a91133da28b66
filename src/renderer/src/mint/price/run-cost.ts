import type { Money, Quote } from '../../../../shared/app-api.ts'
import { gasPriceUnit } from '../../../../shared/gas-price.ts'

/** What of a price follows the price of a unit of gas; of a run's, with the units. */
export type Cost = { fee: Pick<Quote['fee'], 'expected'> } & Pick<Quote, 'chain' | 'gasPrice' | 'dataFee'> &
  Partial<Pick<Quote, 'treesFee' | 'gas'>>

/**
 * The price of a unit of gas at which a run would cost so much.
 * @param most in the coin's smallest unit
 * @returns null where it would cost more at any price that its chain takes, or its cost follows none
 */
export function gasPriceFor(quote: Cost, most: bigint): bigint | null {
  const fixed = fixedOf(quote)
  const now = BigInt(costNow(quote).amount) - fixed
  if (now <= 0n) return null
  const price = ((most - fixed) * BigInt(quote.gasPrice.expected)) / now
  return price >= gasPriceUnit(quote.chain).least ? price : null
}

/** What it would cost at the price of gas now: the fee of a price that was asked for with a ceiling is within that. */
export function costNow(quote: Cost): Money {
  const { fee, gas, gasPrice } = quote
  if (gas === undefined) return fee.expected
  return { ...fee.expected, amount: (BigInt(gas) * BigInt(gasPrice.expected) + fixedOf(quote)).toString() }
}

function fixedOf({ treesFee, dataFee }: Cost): bigint {
  return BigInt(treesFee?.amount ?? 0) + BigInt(dataFee.amount)
}

/** An amount of the smallest unit, rounded up to four digits: what a person would type. */
export function roundedUp(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - 4))
  return ((amount + step - 1n) / step) * step
}
