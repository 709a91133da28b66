import type { Limits } from '../chains/family.ts'

/**
 * Ours: most mints in one transaction of a standard collection. `npm run bench:gas`: 47 k gas a mint, so 200 are 9.4 M, and with the
 * longest list of hosted URIs (24 kB kept as code at 200 gas a byte, and sent) 15 M: under the 16.8 M of EIP-7825. More would save
 * less than half a percent.
 */
const standardMints = 200

/** How many mints of a collection of this kind may go out in one transaction. */
export function mintsPerTransaction(contractKind: string, limits: Pick<Limits, 'mintsPerBatch'>): number {
  return contractKind === 'standard' ? Math.min(standardMints, limits.mintsPerBatch) : limits.mintsPerBatch
}

/** Whether recipients are to be sorted in batches beyond `unsortedPerCollection`: only where `balanceOf` reads through batches. */
export function searchesBatches(contractKind: string): boolean {
  return contractKind !== 'standard'
}
