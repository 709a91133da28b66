import { toUnits } from './amount.ts'
import type { Rates } from './app-api/money/rates.ts'
import type { Money } from './app-api/units.ts'

/** Decimals of a rate, and of money. */
const rateDigits = 12
const moneyDigits = 2

/** The value of an amount at the rate that a person set, such as `about 1.23 EUR`; null without a rate, or for an amount of 0. */
export function worthText({ amount, currency, decimals }: Money, rates: Rates | undefined): string | null {
  const rate = toUnits(rates?.coins[currency]?.rate ?? '', rateDigits)
  if (rates === undefined || rate === undefined || amount === '0') return null
  const scale = 10n ** BigInt(decimals + rateDigits - moneyDigits)
  const cents = (BigInt(amount) * rate + scale / 2n) / scale
  if (cents === 0n) return `less than 0.01 ${rates.money}`
  const digits = cents.toString().padStart(moneyDigits + 1, '0')
  const whole = BigInt(digits.slice(0, -moneyDigits)).toLocaleString('en-US')
  return `about ${whole}.${digits.slice(-moneyDigits)} ${rates.money}`
}
