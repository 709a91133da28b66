import { z } from 'zod'
import { evmChains } from '../../../shared/chains.ts'
import { evmNetworkFacts } from '../../chains/evm/networks.ts'
import { chainIdOf } from '../../chains/networks.ts'
import { ask } from './ask.ts'
import { contract, standard, tokenId } from './fields.ts'
import { type Provider, ProviderError } from './provider.ts'

const parameter = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Some instances call the contract's address `address`, newer ones `address_hash`. */
const item = z
  .object({
    id: tokenId,
    token_type: standard,
    token: z.object({ address: contract.nullish(), address_hash: contract.nullish() }),
  })
  .transform((nft, context) => {
    const address = nft.token.address_hash ?? nft.token.address
    if (address) return { contract: address, tokenId: nft.id, standard: nft.token_type, block: null }
    context.addIssue({ code: 'custom', message: 'no address', path: ['token'] })
    return z.NEVER
  })

const answer = z.object({ items: z.array(item), next_page_params: z.record(z.string(), parameter).nullish() })

/** Blockscout's PRO API, `GET /{chain id}/api/v2/addresses/{address}/nft` (docs.blockscout.com/devs/pro-api). */
export const blockscout: Provider = {
  lists: 'tokens',
  name: 'Blockscout',
  chains: evmChains.filter((chain) => evmNetworkFacts[chain].off === undefined),
  async page({ chain, address, cursor, key, signal }) {
    const chainId = chainIdOf(chain)
    if (chainId === null) throw new ProviderError('chain', `Blockscout does not list the NFTs on ${chain}.`)
    const query = new URLSearchParams(cursor ?? '')
    query.set('type', 'ERC-721,ERC-1155')
    const page = await ask({
      name: 'Blockscout',
      url: `https://api.blockscout.com/${chainId}/api/v2/addresses/${address}/nft?${query}`,
      headers: { authorization: `Bearer ${key}` },
      schema: answer,
      signal,
    })
    return { tokens: page.items, next: page.next_page_params ? queryOf(page.next_page_params) : null }
  },
}

/** The query of the next page, from the last answer. */
function queryOf(parameters: z.output<typeof answer>['next_page_params'] & object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, String(value))
  return query.toString()
}
