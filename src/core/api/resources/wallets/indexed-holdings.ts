import type { CardanoNftAnswer } from '../../../../shared/api-schemas/wallets.ts'
import type { IndexedNft } from '../../../holdings/indexed.ts'

/** What a wallet holds, as the API answers it, on a chain that an index alone tells of. */
export function indexedNftsOf(chain: string, held: readonly IndexedNft[]): CardanoNftAnswer[] {
  return held.map(({ policy, name, metadata, collectionName }) => ({
    ...{ chain, assetId: `${policy}${name}` },
    metadata: { ...metadata, collection: { name: collectionName, description: '', image: '' } },
    locator: `${chain}:${policy}:${name}`,
  }))
}

/** The filters as they came: a policy stands for a contract, an asset's name for a token id. */
export function assetsOf({ contractAddress, tokenId }: { contractAddress?: string[]; tokenId?: string[] }) {
  return {
    policies: contractAddress?.map((text) => text.toLowerCase()),
    names: tokenId?.map((text) => text.toLowerCase()),
  }
}
