import type { InFlight } from '../../chains/family/transactions.ts'

/** What decides how long transactions take to get in. */
export interface TimeFacts {
  /** Units of weight, and transactions, of everything that goes out. */
  weight: bigint
  transactions: number
  /** The collection's contract is to be made first. */
  deploys: boolean
  /** Most that the signer has in flight: what waits for its confirmations counts. */
  inFlight: InFlight
  /** Blocks until something is settled, the including one counted. */
  confirmations: number
  /** Milliseconds from one block to the next. */
  blockMs: number
}

/** Seconds until everything is minted and settled, as far as room in flight and the network's own blocks decide it. */
export function secondsFor({ weight, transactions, deploys, inFlight, confirmations, blockMs }: TimeFacts): number {
  const depth = BigInt(confirmations)
  const byWeight = Number((weight * depth + inFlight.weight - 1n) / inFlight.weight)
  const byCount = Math.ceil((transactions * confirmations) / inFlight.transactions)
  const blocks = Math.max(byWeight, byCount) + confirmations
  return Math.ceil(((deploys ? blocks + confirmations : blocks) * blockMs) / 1_000)
}
