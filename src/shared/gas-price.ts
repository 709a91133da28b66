/** Gas prices as a person writes and reads them: in gwei on EVM chains, in octas on Aptos. */
import { fromUnits } from './amount.ts'
import { evm } from './families/evm.ts'
import type { GasPriceUnit } from './families/family.ts'
import { familyOf } from './families.ts'

/** The unit of gas prices on a chain. Where fees are not paid by weight any unit will do, since every price is refused there. */
export function gasPriceUnit(chain: string): GasPriceUnit {
  return familyOf(chain).gasPrice ?? evm.gasPrice
}

/** Commas may only separate thousands: `0,500` with a decimal comma is refused, so that nobody pays a thousand times as much. */
const inThousands = /^[1-9]\d{0,2}(,\d{3})+(?![\d,])/

/** Parses `0.5`, `50`, `1,200` into the coin's smallest unit per gas; undefined for no price, or one below the chain's least. */
export function parseGasPrice(chain: string, text: string): bigint | undefined {
  const { decimals, least } = gasPriceUnit(chain)
  const typed = text.trim()
  const plain = inThousands.test(typed) ? typed.replaceAll(',', '') : typed
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(plain) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const price = BigInt(whole + fraction.padEnd(decimals, '0'))
  return price >= least ? price : undefined
}

/** Formats the coin's smallest unit per gas: `80 gwei`, `14,010 octas`, to four digits. */
export function gasPrice(chain: string, price: bigint | string): string {
  const { name, decimals } = gasPriceUnit(chain)
  const value = Number(BigInt(price)) / 10 ** decimals
  return `${new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(value)} ${name}`
}

/** The same without unit and never rounded, as the initial value of an input field. */
export function gasPriceNumber(chain: string, price: bigint | string): string {
  return fromUnits(price.toString(), gasPriceUnit(chain).decimals)
}
