import type { Money } from '../../../shared/app-api.ts'
import type { MintCost } from '../../../shared/collection-kinds.ts'
import { counted, moneyText } from '../ui/format.ts'

/**
 * What it costs to mint so many NFTs, as far as that is known before the collection exists: "about 0.4 POL for 200 NFTs".
 * @param each what one NFT costs on a chain whose fees change; null while that is not known
 * @returns '' where nothing is known
 */
export function mintCost(cost: MintCost, each: Money | null, nfts: number): string {
  const words = (one: Money): string => {
    const all = { ...one, amount: String(BigInt(one.amount) * BigInt(Math.max(1, nfts))) }
    return nfts > 1 ? `about ${moneyText(all)} for ${counted(nfts, 'NFT')}` : `about ${moneyText(all)} each`
  }
  if ('weight' in cost) return each === null ? '' : words(each)
  return words({ amount: String(cost.compressed), currency: cost.symbol, decimals: cost.decimals })
}
