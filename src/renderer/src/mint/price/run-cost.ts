import type { Quote } from '../../../../shared/app-api.ts'

/** What of a price follows the price of a unit of gas. */
export type Cost = { fee: Pick<Quote['fee'], 'expected'> } & Pick<Quote, 'gasPrice' | 'dataFee'> &
  Partial<Pick<Quote, 'treesFee'>>

/**
 * The price of a unit of gas at which a run would cost so much.
 * @param most in the coin's smallest unit
 * @returns null where it would cost more at any price, or its cost follows none
 */
export function gasPriceFor(quote: Cost, most: bigint): bigint | null {
  const fixed = BigInt(quote.treesFee?.amount ?? 0) + BigInt(quote.dataFee.amount)
  const byGas = BigInt(quote.fee.expected.amount) - fixed
  if (byGas <= 0n) return null
  const price = ((most - fixed) * BigInt(quote.gasPrice.expected)) / byGas
  return price > 0n ? price : null
}

/** An amount of the smallest unit, rounded up to four digits: what a person would type. */
export function roundedUp(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - 4))
  return ((amount + step - 1n) / step) * step
}
