import { least, most } from '../../../shared/bigint.ts'
import type { Fee, Fees } from '../../chains/family/fees.ts'

/** What a unit of weight costs in the end: the base fee of everybody and the tip, at most what was signed (EIP-1559). */
export function paid(base: bigint, fee: Fee): bigint {
  return least(base + fee.priority, fee.max)
}

/** What a unit of weight costs now, as expected: what a ceiling is compared with. */
export function priceNow({ base, expected }: Fees): bigint {
  return base + expected.priority
}

/**
 * The fee to sign with under a ceiling (wei per unit of weight; null: none): never above it; null while more than that is asked now.
 */
export function feeWithin(fees: Fees, ceiling: bigint | null): Fee | null {
  const { expected } = fees
  if (ceiling === null) return expected
  if (priceNow(fees) > ceiling) return null
  const max = least(expected.max, ceiling)
  return { ...expected, max, priority: least(expected.priority, max) }
}

/** A fee so many times what is asked is not bumped any more. */
const enoughTimes = 4n

/**
 * The fee that replaces one which does not get in: both parts by an eighth, which every node takes as a replacement (geth asks a
 * tenth), or what is asked now if that is more. `enough`: it pays well already and waits for something else (bumped for ever, it would in
 * the end cost everything). `ceiling`: no replacement fits under the ceiling.
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
  // A tip that cannot be bumped with the whole fee is no replacement.
  if (priority < replacement.priority) return 'ceiling'
  return expected.legacy ? { max, priority: max, legacy: true } : { max, priority }
}
