import { chainLabel, isChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import { CoreError } from '../../../lib/errors.ts'

/**
 * The most that a run may pay for a unit of gas; null: whatever the network asks.
 * @throws CoreError `run.feeCeiling` on a chain where nothing is paid by it
 */
export function ceilingOn(chain: string, given: string | null = null): bigint | null {
  if (given === null || familyOf(chain).gasPrice !== null) return given === null ? null : BigInt(given)
  throw new CoreError(
    'run.feeCeiling',
    `A fee ceiling is a price of gas, and ${isChainName(chain) ? chainLabel(chain) : chain} has no gas: leave it out (--max-fee). A transaction there costs 5,000 lamports for each signature, and at most a lamport for each unit of compute.`,
  )
}
