/** Parses what the person typed for a withdrawal. */
import { toUnits } from '../../../shared/amount.ts'
import type { ChainName } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import type { Chains } from '../../chains/family/family.ts'
import { CoreError } from '../../lib/errors.ts'
import { coinOf } from '../runs/view.ts'

/** The amount in the smallest unit. @throws CoreError `withdrawal.amount` */
export function amountIn(networks: Chains['networks'], chain: ChainName, amount: string): bigint {
  const { decimals, currency } = coinOf(networks, chain)(0n)
  const units = toUnits(amount.trim(), decimals)
  if (units !== undefined && units !== 0n) return units
  throw new CoreError(
    'withdrawal.amount',
    `${JSON.stringify(amount)} is no amount of ${currency}: name a number above 0 with at most ${decimals} digits after the point, such as 0.5, or withdraw all.`,
  )
}

/** The checked address. @throws CoreError `withdrawal.address` for text that is no address on the chain */
export function addressIn(chain: ChainName, text: string): string {
  const checked = familyOf(chain).checkAddress(text.trim())
  if (!checked.ok) throw new CoreError('withdrawal.address', checked.faults.map(({ message }) => message).join(' '))
  if (/^(0x)?[01]*$/.test(checked.address))
    throw new CoreError('withdrawal.address', 'Nobody has the key of that address: what is sent there is lost.')
  return checked.address
}

/** Whether two addresses are the same on the chain. */
export function isSameAddress(chain: ChainName, one: string, other: string): boolean {
  return familyOf(chain).caselessAddresses ? one.toLowerCase() === other.toLowerCase() : one === other
}
