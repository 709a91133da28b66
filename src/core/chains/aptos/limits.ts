import type { Limits } from '../family/transactions.ts'

/** aptos-core, gas schedule, `max_gas_amount`: most units of gas of one transaction. */
export const unitsPerTransaction = 2_000_000n
/** aptos-core, gas schedule, `min_gas_price`: least octas per unit of gas. */
export const leastPrice = 100n
/** The largest mint script mints this many tokens (`scripts/aptos-scripts.mjs`). */
export const mintsPerTransaction = 30

/** aptos-core, mempool, `capacity_per_user`: transactions that a node keeps for one account. */
const transactionsInFlight = 100

/** One treasury's limits. */
export const aptosLimits: Limits = {
  weightPerTransaction: unitsPerTransaction,
  weightInFlight: unitsPerTransaction * BigInt(transactionsInFlight),
  transactionsInFlight,
  mintsPerBatch: mintsPerTransaction,
  unsortedPerCollection: Number.MAX_SAFE_INTEGER,
}
