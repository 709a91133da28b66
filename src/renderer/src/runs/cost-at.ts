import type { Money, Run } from '../../../shared/app-api.ts'

/**
 * What a whole run would cost at a price of gas, by the gas that its NFTs used so far: the meaning of a fee ceiling in coin, as it was chosen
 * before the run.
 * @param price of a unit of gas, in the coin's smallest unit
 * @returns null while no NFT is minted
 */
export function costAt({ gasUsed, counts, fee }: Pick<Run, 'gasUsed' | 'counts' | 'fee'>, price: bigint): Money | null {
  if (counts.succeeded === 0 || gasUsed === '0') return null
  const gas = (BigInt(gasUsed) * BigInt(counts.total - counts.cancelled)) / BigInt(counts.succeeded)
  return { ...fee, amount: (gas * price).toString() }
}
