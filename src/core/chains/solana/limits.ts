import type { Limits } from '../family/transactions.ts'

/** Solana's own: compute of a transaction. */
const unitsPerTransaction = 1_400_000n

/** What one treasury may have under way, where so many transactions may be. */
export function limitsOf(transactionsInFlight: number): Limits {
  return {
    weightPerTransaction: unitsPerTransaction,
    weightInFlight: unitsPerTransaction * BigInt(transactionsInFlight),
    transactionsInFlight,
    // Rows that are taken up at a time; how many go into a transaction is a matter of their bytes: two to six, of which all divide this.
    mintsPerBatch: 120,
    unsortedPerCollection: Number.MAX_SAFE_INTEGER,
  }
}
