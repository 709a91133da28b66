import type { Run } from '../app-api.ts'
import { count, counted } from '../format.ts'

/** Which NFTs the quote next to a run's fee covers, such as ` for 30 of 260 NFTs`; '' if it covers all. */
export function quotedFor({ quotedForOthers, counts }: Pick<Run, 'quotedForOthers' | 'counts'>): string {
  const { total, failed, cancelled } = counts
  return quotedForOthers === null ? '' : ` for ${count(total - failed - cancelled)} of ${counted(total, 'NFT')}`
}
