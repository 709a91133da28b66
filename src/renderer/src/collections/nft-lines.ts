import type { NftAnswer } from '../../../shared/api-schemas/nfts.ts'
import type { CollectionNft, CollectionSummary } from '../../../shared/app-api.ts'
import { ownAddressOf, tokenField } from '../../../shared/token-names.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { shortAddress } from '../ui/format.ts'

/** Which token it is and who owns it; two addresses take a line each. */
export function linesOf({ onChain }: NftAnswer): string[] {
  if (onChain.status !== 'success') return [onChain.status === 'failed' ? 'Failed' : 'On the way']
  const { tokenId, owner } = onChain
  const whose = owner === undefined ? 'burnt' : shortAddress(owner)
  return tokenId === undefined ? [shortAddress(ownAddressOf(onChain) ?? ''), whose] : [`#${tokenId} · ${whose}`]
}

/** Its traits in one line: `Tier: gold · Day: 2`. */
export function traitsOf(metadata: unknown): string {
  return readMetadata(metadata)
    .attributes.map(({ trait_type, value }) => (trait_type === '' ? String(value) : `${trait_type}: ${value}`))
    .join(' · ')
}

/** A minted NFT as wallets show it; null before it is minted. */
export function walletNftOf(row: CollectionNft, collection: CollectionSummary): WalletNft | null {
  const { metadata, onChain } = row.nft
  const { contractAddress, chain } = collection
  const named = onChain.tokenId ?? ownAddressOf(onChain)
  if (named === undefined || contractAddress === null) return null
  const { name, description, imageUrl: image } = collection.metadata
  const known = typeof metadata === 'object' ? metadata : {}
  return {
    chain,
    ...(onChain.tokenId === undefined ? tokenField(chain, named) : { contractAddress, tokenId: onChain.tokenId }),
    metadata: { ...known, collection: { name, description, image } },
    media: { image: row.picture, animation: readMetadata(metadata).animation_url === '' ? '' : row.animation },
    locator: onChain.tokenId === undefined ? `${chain}:${named}` : `${chain}:${contractAddress}:${named}`,
  }
}
