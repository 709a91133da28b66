import { z } from 'zod'
import { ask } from './ask.ts'
import { block, contract, standard, tokenId } from './fields.ts'
import { type Provider, ProviderError } from './provider.ts'

/** alchemy.com/docs/reference/getnftsforowner-v3 and its list of networks. */
const networks: Readonly<Record<string, string>> = {
  arbitrum: 'arb-mainnet',
  'arbitrum-sepolia': 'arb-sepolia',
  arbitrumnova: 'arbnova-mainnet',
  base: 'base-mainnet',
  'base-sepolia': 'base-sepolia',
  bsc: 'bnb-mainnet',
  ethereum: 'eth-mainnet',
  'ethereum-sepolia': 'eth-sepolia',
  optimism: 'opt-mainnet',
  'optimism-sepolia': 'opt-sepolia',
  polygon: 'polygon-mainnet',
  'polygon-amoy': 'polygon-amoy',
  zora: 'zora-mainnet',
  'zora-sepolia': 'zora-sepolia',
}

/** With metadata, `contract` is an object and the standard is given; without metadata there is only the address. */
const owned = z.union([
  z
    .object({
      contract: z.object({ address: contract }),
      tokenId,
      tokenType: standard,
      acquiredAt: z.object({ blockNumber: block }).nullish().catch(null),
    })
    .transform((nft) => ({
      contract: nft.contract.address,
      tokenId: nft.tokenId,
      standard: nft.tokenType,
      block: nft.acquiredAt?.blockNumber ?? null,
    })),
  z
    .object({ contractAddress: contract, tokenId })
    .transform((nft) => ({ contract: nft.contractAddress, tokenId: nft.tokenId, standard: null, block: null })),
])

const answer = z.object({ ownedNfts: z.array(owned), pageKey: z.string().nullish() })

/** Alchemy's NFT API, version 3. Its key is part of the request's path. */
export const alchemy: Provider = {
  lists: 'tokens',
  name: 'Alchemy',
  chains: Object.keys(networks),
  async page({ chain, address, cursor, key, signal }) {
    const network = networks[chain]
    if (network === undefined) throw new ProviderError('chain', `Alchemy does not list the NFTs on ${chain}.`)
    const query = new URLSearchParams({ owner: address, withMetadata: 'false', pageSize: '100' })
    if (cursor !== null) query.set('pageKey', cursor)
    const url = `https://${network}.g.alchemy.com/nft/v3/${encodeURIComponent(key)}/getNFTsForOwner?${query}`
    const { ownedNfts, pageKey } = await ask({ name: 'Alchemy', url, schema: answer, signal })
    return { tokens: ownedNfts, next: pageKey ?? null }
  },
}
