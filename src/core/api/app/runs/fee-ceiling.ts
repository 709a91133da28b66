import { chainLabel, isChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import { gasPrice } from '../../../../shared/gas-price.ts'
import { CoreError } from '../../../lib/errors.ts'

/**
 * Reads a run's fee ceiling; null: whatever the network asks.
 * @throws CoreError `run.feeCeiling` on a chain without a gas price, and for less than the chain ever takes
 */
export function ceilingOn(chain: string, given: string | null = null): bigint | null {
  if (given === null) return null
  const unit = familyOf(chain).gasPrice
  const label = isChainName(chain) ? chainLabel(chain) : chain
  if (unit === null)
    throw new CoreError(
      'run.feeCeiling',
      `A fee ceiling is a price of gas, and ${label} has no gas: leave it out (--max-fee). A transaction there costs 5,000 lamports for each signature, and at most a lamport for each unit of compute.`,
    )
  if (BigInt(given) < unit.least)
    throw new CoreError(
      'run.feeCeiling',
      `${label} takes no transaction for less than ${gasPrice(chain, unit.least)} a unit of gas, so nothing would ever be minted for ${gasPrice(chain, given)}: give a higher fee ceiling, or none.`,
    )
  return BigInt(given)
}
