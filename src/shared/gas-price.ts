/** Prices of a unit of gas, as a person writes and reads them: in gwei on EVM chains, in octas on Aptos. */
import { fromUnits } from './amount.ts'
import { evm } from './families/evm.ts'
import type { GasPriceUnit } from './families/family.ts'
import { familyOf } from './families.ts'

/** What prices on a chain are written in; where nothing is paid by weight, a price is refused however it is written. */
export function gasPriceUnit(chain: string): GasPriceUnit {
  return familyOf(chain).gasPrice ?? evm.gasPrice
}

/** Commas stand between thousands alone: where one is written for a decimal point, as in `0,500`, nobody pays a thousand times as much. */
const inThousands = /^[1-9]\d{0,2}(,\d{3})+(?![\d,])/

/** `0.5`, `50`, `1,200`; undefined for what is no price, or below the least of the chain. As the coin's smallest unit per gas. */
export function parseGasPrice(chain: string, text: string): bigint | undefined {
  const { decimals, least } = gasPriceUnit(chain)
  const typed = text.trim()
  const plain = inThousands.test(typed) ? typed.replaceAll(',', '') : typed
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(plain) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const price = BigInt(whole + fraction.padEnd(decimals, '0'))
  return price >= least ? price : undefined
}

/** `80 gwei`, `14,010 octas`: of the coin's smallest unit per gas, to four digits. */
export function gasPrice(chain: string, price: bigint | string): string {
  const { name, decimals } = gasPriceUnit(chain)
  const value = Number(BigInt(price)) / 10 ** decimals
  return `${new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(value)} ${name}`
}

/** The same without its unit and never rounded, as a person types it: for a field that they change. */
export function gasPriceNumber(chain: string, price: bigint | string): string {
  return fromUnits(price.toString(), gasPriceUnit(chain).decimals)
}
