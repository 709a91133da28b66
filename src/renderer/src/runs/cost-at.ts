import type { Money, Run } from '../../../shared/app-api.ts'

/**
 * What a run would cost as a whole at a price of gas, by the gas that its NFTs took so far: what a fee ceiling means in coin, as it was chosen
 * before the run.
 * @param price of a unit of gas, in the coin's smallest unit
 * @returns null while none is minted
 */
export function costAt({ gasUsed, counts, fee }: Pick<Run, 'gasUsed' | 'counts' | 'fee'>, price: bigint): Money | null {
  if (counts.succeeded === 0 || gasUsed === '0') return null
  const gas = (BigInt(gasUsed) * BigInt(counts.total - counts.cancelled)) / BigInt(counts.succeeded)
  return { ...fee, amount: (gas * price).toString() }
}
