import type { Fee } from '../chains/family.ts'

/** Both fees by an eighth, which every node takes as a replacement (geth asks a tenth), or to what is asked now if that is more. */
export function bumped(old: Fee, now: Fee): Fee {
  const raise = (fee: bigint): bigint => (fee * 9n) / 8n + 1n
  const more = (a: bigint, b: bigint): bigint => (a > b ? a : b)
  return { max: more(raise(old.max), now.max), priority: more(raise(old.priority), now.priority) }
}
