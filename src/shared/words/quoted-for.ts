import type { Run } from '../app-api.ts'
import { count, counted } from '../format.ts'

/** Which NFTs the quote beside a run's fee is for, as ` for 30 of 260 NFTs`; empty where it is for all of them. */
export function quotedFor({ quotedForOthers, counts }: Pick<Run, 'quotedForOthers' | 'counts'>): string {
  const { total, failed, cancelled } = counts
  return quotedForOthers === null ? '' : ` for ${count(total - failed - cancelled)} of ${counted(total, 'NFT')}`
}
