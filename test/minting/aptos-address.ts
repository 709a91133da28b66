import { createHash } from 'node:crypto'

/** The address of a wallet that nobody has the key of. */
export function aptosAddress(ordinal: number): string {
  return `0x${createHash('sha256').update(`recipient ${ordinal}`).digest('hex')}`
}
