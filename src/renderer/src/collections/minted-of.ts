import type { CollectionSummary } from '../../../shared/app-api.ts'
import { count, counted } from '../ui/format.ts'

/** `1,200 of 5,000 minted`, `1 NFT minted, 40 on the way`. */
export function mintedOf(collection: Pick<CollectionSummary, 'minted' | 'pending' | 'supplyLimit'>): string {
  const { minted, pending, supplyLimit } = collection
  const done =
    supplyLimit === null ? `${counted(minted, 'NFT')} minted` : `${count(minted)} of ${count(supplyLimit)} minted`
  return pending > 0 ? `${done}, ${count(pending)} on the way` : done
}
