import { ownAddressOf } from '../../../shared/token-names.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'

/** The names of the collections among these, sorted, each once. */
export function collectionNames(nfts: readonly WalletNft[]): string[] {
  const names = new Set(nfts.map((nft) => readMetadata(nft.metadata).collection.name))
  names.delete('')
  return [...names].sort((a, b) => a.localeCompare(b))
}

/** The NFTs with the text (without case) in their name, token id, own address or traits; of one collection if one is given. */
export function holdingsMatching(
  nfts: readonly WalletNft[],
  text: string,
  collection: string | null,
): readonly WalletNft[] {
  const wanted = text.trim().toLowerCase()
  return nfts.filter((nft) => {
    const { name, attributes, collection: own } = readMetadata(nft.metadata)
    if (collection !== null && own.name !== collection) return false
    if (wanted === '') return true
    const words = [
      name,
      nft.tokenId ?? ownAddressOf(nft) ?? nft.assetId ?? '',
      ...attributes.flatMap(({ trait_type, value }) => [trait_type, String(value)]),
    ]
    return words.some((word) => word.toLowerCase().includes(wanted))
  })
}
