import type { CardanoNftAnswer } from '../../../../shared/api-schemas/wallets.ts'
import type { IndexedNft } from '../../../holdings/indexed.ts'

/** A wallet's NFTs as the API answers them, on a chain that is read only through an index. */
export function indexedNftsOf(chain: string, held: readonly IndexedNft[]): CardanoNftAnswer[] {
  return held.map(({ policy, name, metadata, collectionName }) => ({
    ...{ chain, assetId: `${policy}${name}` },
    metadata: { ...metadata, collection: { name: collectionName, description: '', image: '' } },
    locator: `${chain}:${policy}:${name}`,
  }))
}

/** The filters of a request: a policy takes the place of a contract, an asset's name that of a token id. */
export function assetsOf({ contractAddress, tokenId }: { contractAddress?: string[]; tokenId?: string[] }) {
  return {
    policies: contractAddress?.map((text) => text.toLowerCase()),
    names: tokenId?.map((text) => text.toLowerCase()),
  }
}
