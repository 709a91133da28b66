import { z } from 'zod'
import { chainIdOf } from '../../chains/networks.ts'
import { ask } from './ask.ts'
import { block, contract, standard, tokenId } from './fields.ts'
import { type Provider, ProviderError } from './provider.ts'

/** docs.moralis.com/supported-chains, those that Mintdesk knows. */
const chains = [
  'arbitrum',
  'base',
  'base-sepolia',
  'bsc',
  'ethereum',
  'ethereum-sepolia',
  'optimism',
  'polygon',
  'polygon-amoy',
]

const answer = z.object({
  cursor: z.string().nullish(),
  result: z.array(
    z.object({ token_address: contract, token_id: tokenId, contract_type: standard, block_number: block }),
  ),
})

/** Moralis' EVM API 2.2, `GET /{address}/nft`. */
export const moralis: Provider = {
  lists: 'tokens',
  name: 'Moralis',
  chains,
  async page({ chain, address, cursor, key, signal }) {
    const chainId = chainIdOf(chain)
    if (chainId === null || !chains.includes(chain))
      throw new ProviderError('chain', `Moralis does not list the NFTs on ${chain}.`)
    const query = new URLSearchParams({
      chain: `0x${chainId.toString(16)}`,
      format: 'decimal',
      limit: '100',
      normalizeMetadata: 'false',
      media_items: 'false',
    })
    if (cursor !== null) query.set('cursor', cursor)
    const page = await ask({
      name: 'Moralis',
      url: `https://deep-index.moralis.io/api/v2.2/${address}/nft?${query}`,
      headers: { 'x-api-key': key },
      schema: answer,
      signal,
    })
    return {
      tokens: page.result.map((nft) => ({
        contract: nft.token_address,
        tokenId: nft.token_id,
        standard: nft.contract_type,
        block: nft.block_number,
      })),
      next: page.cursor || null,
    }
  },
}
