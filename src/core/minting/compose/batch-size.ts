import type { Limits } from '../../chains/family/transactions.ts'

/**
 * Ours: most mints in one transaction of a standard collection. `npm run bench:gas`: 47 k gas a mint, so 200 are 9.4 M, and with the
 * longest list of hosted URIs (24 kB kept as code at 200 gas a byte, and sent) 15 M: under the 16.8 M of EIP-7825. More would save
 * less than half a percent.
 */
const standardMints = 200

/**
 * The same for copies, by Collection1155 on anvil 1.7.1: 97 k gas each where every one is of a new template, so 150 are 14.6 M; 28.7 k where all are
 * of one template, and then 150 cost a hundredth more each than 500 would.
 */
const copiesMints = 150

/** How many mints of a collection of this kind may go out in one transaction. */
export function mintsPerTransaction(contractKind: string, limits: Pick<Limits, 'mintsPerBatch'>): number {
  const most = { standard: standardMints, copies: copiesMints }[contractKind] ?? limits.mintsPerBatch
  return Math.min(most, limits.mintsPerBatch)
}

/** Whether recipients are to be sorted in batches beyond `unsortedPerCollection`: only where `balanceOf` reads through batches. */
export function searchesBatches(contractKind: string): boolean {
  return contractKind !== 'standard' && contractKind !== 'copies'
}
