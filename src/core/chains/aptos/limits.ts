import type { Limits } from '../family/transactions.ts'

/** aptos-core, gas schedule, `max_gas_amount`: units of gas of one transaction. */
export const unitsPerTransaction = 2_000_000n
/** aptos-core, gas schedule, `min_gas_price`: octas a unit of gas, at least. */
export const leastPrice = 100n
/** Script of so many mints is the largest (`scripts/aptos-scripts.mjs`). */
export const mintsPerTransaction = 30

/** aptos-core, mempool, `capacity_per_user`: what a node keeps of one account. */
const transactionsInFlight = 100

/** What one treasury may have under way. */
export const aptosLimits: Limits = {
  weightPerTransaction: unitsPerTransaction,
  weightInFlight: unitsPerTransaction * BigInt(transactionsInFlight),
  transactionsInFlight,
  mintsPerBatch: mintsPerTransaction,
  unsortedPerCollection: Number.MAX_SAFE_INTEGER,
}
