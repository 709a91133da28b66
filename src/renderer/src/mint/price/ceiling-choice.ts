import { fromUnits, toUnits } from '../../../../shared/amount.ts'
import { type Cost, costNow, gasPriceFor, roundedUp } from './run-cost.ts'

/** What a person chose: `price` of a unit of gas in the coin's smallest unit, or null for no ceiling; not `valid` while what is typed is no amount. */
export interface CeilingChoice {
  on: boolean
  /** As typed, in coin. */
  text: string
  price: string | null
  valid: boolean
}
export const noCeiling: CeilingChoice = { on: false, text: '', price: null, valid: true }

/** A ceiling as it was typed, with the price of gas that it means for what is priced. */
export function ceilingFor(quote: Cost, text: string): CeilingChoice {
  const most = toUnits(text.trim(), quote.fee.expected.decimals)
  const price = most === undefined ? null : gasPriceFor(quote, most)
  return { on: true, text, price: price?.toString() ?? null, valid: price !== null }
}

/** What a ceiling begins with. */
export function suggestedCeiling(quote: Cost): string {
  const { amount, decimals } = costNow(quote)
  return fromUnits(roundedUp(BigInt(amount) * 2n).toString(), decimals)
}
