import type { CollectionSummary } from '../../../shared/app-api.ts'
import { count, counted } from '../ui/format.ts'

/** `1,200 of 5,000 minted`, `1 NFT minted, 40 on the way`, `1 NFT minted, 40 waiting`. */
export function mintedOf(collection: Pick<CollectionSummary, 'minted' | 'pending' | 'supplyLimit' | 'notice'>): string {
  const { minted, pending, supplyLimit, notice } = collection
  const done =
    supplyLimit === null ? `${counted(minted, 'NFT')} minted` : `${count(minted)} of ${count(supplyLimit)} minted`
  return pending > 0 ? `${done}, ${count(pending)} ${notice === null ? 'on the way' : 'waiting'}` : done
}
