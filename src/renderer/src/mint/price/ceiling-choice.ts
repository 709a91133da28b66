import { fromUnits, toUnits } from '../../../../shared/amount.ts'
import { type Cost, costNow, gasPriceFor, roundedUp } from './run-cost.ts'

/** A person's choice: `price` of a unit of gas in the coin's smallest unit, or null for no ceiling; `valid` unless the text is no amount. */
export interface CeilingChoice {
  on: boolean
  /** As typed, in coin. */
  text: string
  price: string | null
  valid: boolean
}
export const noCeiling: CeilingChoice = { on: false, text: '', price: null, valid: true }

/** A ceiling as typed, with the price of gas at which the quoted work costs that much. */
export function ceilingFor(quote: Cost, text: string): CeilingChoice {
  const most = toUnits(text.trim(), quote.fee.expected.decimals)
  const price = most === undefined ? null : gasPriceFor(quote, most)
  return { on: true, text, price: price?.toString() ?? null, valid: price !== null }
}

/** The proposed ceiling: twice the cost now, rounded up. */
export function suggestedCeiling(quote: Cost): string {
  const { amount, decimals } = costNow(quote)
  return fromUnits(roundedUp(BigInt(amount) * 2n).toString(), decimals)
}
