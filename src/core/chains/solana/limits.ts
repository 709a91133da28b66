import type { Limits } from '../family/transactions.ts'

/** Solana's own: most compute units of a transaction. */
const unitsPerTransaction = 1_400_000n

/** One treasury's limits, with this many transactions in flight. */
export function limitsOf(transactionsInFlight: number): Limits {
  return {
    weightPerTransaction: unitsPerTransaction,
    weightInFlight: unitsPerTransaction * BigInt(transactionsInFlight),
    transactionsInFlight,
    // Rows taken up at a time. Their bytes decide how many fit into a transaction: two to six, and each of these numbers divides 120.
    mintsPerBatch: 120,
    unsortedPerCollection: Number.MAX_SAFE_INTEGER,
  }
}
