import { least, most } from '../../../shared/bigint.ts'
import type { Fee, Fees } from '../../chains/family/fees.ts'

/** What a unit of weight costs in the end: the base fee plus the tip, at most the signed maximum (EIP-1559). */
export function paid(base: bigint, fee: Fee): bigint {
  return least(base + fee.priority, fee.max)
}

/** The expected price of a unit of weight now; ceilings are compared with it. */
export function priceNow({ base, expected }: Fees): bigint {
  return base + expected.priority
}

/** The fee to sign with, never above the ceiling (wei per unit of weight; null: no ceiling); null while the price is above it. */
export function feeWithin(fees: Fees, ceiling: bigint | null): Fee | null {
  const { expected } = fees
  if (ceiling === null) return expected
  if (priceNow(fees) > ceiling) return null
  const max = least(expected.max, ceiling)
  return { ...expected, max, priority: least(expected.priority, max) }
}

/** A fee of this many times what the network asks is not bumped any more. */
const enoughTimes = 4n

/**
 * The fee of a replacement: both parts raised by an eighth, which every node accepts (geth asks for a tenth), or what the network asks now if that is
 * more. `enough`: the old fee is high enough, so the transaction waits for another reason (endless bumps would in the end cost everything).
 * `ceiling`: no replacement fits under the ceiling.
 */
export function bumped(
  old: Fee,
  { expected }: Pick<Fees, 'expected'>,
  ceiling: bigint | null,
): Fee | 'enough' | 'ceiling' {
  if (old.max >= expected.max * enoughTimes && old.priority >= expected.priority * enoughTimes) return 'enough'
  const bump = (fee: bigint): bigint => (fee * 9n) / 8n + 1n
  const replacement = { max: bump(old.max), priority: bump(old.priority) }
  if (ceiling !== null && replacement.max > ceiling) return 'ceiling'
  const max =
    ceiling === null ? most(replacement.max, expected.max) : least(most(replacement.max, expected.max), ceiling)
  const priority = least(most(replacement.priority, expected.priority), max)
  // If the tip cannot be raised as well, it is no replacement.
  if (priority < replacement.priority) return 'ceiling'
  return expected.legacy ? { max, priority: max, legacy: true } : { max, priority }
}
