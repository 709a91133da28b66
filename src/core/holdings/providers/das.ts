import { z } from 'zod'
import { isSolanaChain, type SolanaChain, solanaChains } from '../../../shared/chains.ts'
import { solanaNetworkOf } from '../../chains/networks.ts'
import { ask, readAs, wordsOf } from './ask.ts'
import { type AssetProvider, type ProviderAsset, ProviderError } from './provider.ts'

const name = 'DAS (Helius)'
/** Where Helius answers (helius.dev/docs/das-api); what is no address is its key. */
const hosts: Readonly<Record<SolanaChain, string>> = {
  solana: 'mainnet.helius-rpc.com',
  'solana-devnet': 'devnet.helius-rpc.com',
}
/** DAS' own: most of a page. */
const atOnce = 1_000
/** What is fungible, or a collection and none of its NFTs. */
const noNfts = new Set([
  'FungibleToken',
  'FungibleAsset',
  'MplCoreCollection',
  'MplCoreGroup',
  'Executable',
  'Identity',
])

const text = z.string().catch('')
const base58 = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

/** What is read of an asset; of the rest providers say more or less. */
const item = z.object({
  interface: text,
  id: base58,
  burnt: z.boolean().catch(false),
  compression: z.object({ compressed: z.boolean().catch(false) }).nullish(),
  ownership: z.object({ owner: z.string() }),
  content: z.object({ json_uri: text, metadata: z.object({ name: text }).nullish() }).nullish(),
  grouping: z
    .array(z.object({ group_key: text, collection_metadata: z.object({ name: text }).nullish().catch(null) }))
    .nullish()
    .catch(null),
})
const list = z.object({ items: z.array(item) })

/** JSON-RPC's own errors come with HTTP's status 200. */
const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().catch(0), message: text }).nullish(),
})

/**
 * The Digital Asset Standard's API (`getAssetsByOwner`), as Helius and others have it: compressed NFTs and others. The key is Helius', or the
 * whole address of whoever answers, with its key.
 */
export const das: AssetProvider = {
  lists: 'assets',
  name,
  chains: [...solanaChains],
  async page({ chain, address, cursor, key, signal }) {
    if (!isSolanaChain(chain)) throw new ProviderError('chain', `${name} does not list the NFTs on ${chain}.`)
    const { url, known } = addressOf(chain, key)
    const call = async <Result extends z.ZodType>(
      method: string,
      params: unknown,
      result: Result,
    ): Promise<z.output<Result>> => {
      const body = { jsonrpc: '2.0', id: 'mintdesk', method, params }
      const said = await ask({ name, url, body, schema: answer, signal })
      if (said.error) throw faultOf(said.error)
      return readAs(name, result, said.result)
    }
    if (!known && cursor === null) {
      const { genesis, label } = solanaNetworkOf(chain)
      if ((await call('getGenesisHash', [], z.string())) !== genesis)
        throw new ProviderError(
          'chain',
          `The address that is set for ${name} is of another network than ${label}: set the one of ${label} for ${chain}.`,
        )
    }
    const page = cursor === null ? 1 : Number(cursor)
    const { items } = await call(
      'getAssetsByOwner',
      {
        ownerAddress: address,
        page,
        limit: atOnce,
        // By their ids, so that pages fit together.
        sortBy: { sortBy: 'id', sortDirection: 'asc' },
        displayOptions: { showFungible: false, showCollectionMetadata: true, showUnverifiedCollections: false },
      },
      list,
    )
    return {
      assets: items.flatMap((one): ProviderAsset[] => {
        const { owner } = one.ownership
        if (one.burnt || noNfts.has(one.interface) || owner !== address) return []
        const collection = one.grouping?.find(({ group_key }) => group_key === 'collection')
        return [
          {
            address: one.id,
            compressed: one.compression?.compressed ?? false,
            name: one.content?.metadata?.name ?? '',
            uri: one.content?.json_uri ?? '',
            collectionName: collection?.collection_metadata?.name ?? '',
          },
        ]
      }),
      next: items.length < atOnce ? null : String(page + 1),
    }
  },
}

/** Where is asked, and whether that is known to be of the chain. @throws ProviderError */
function addressOf(chain: SolanaChain, key: string): { url: string; known: boolean } {
  const at = (apiKey: string) => ({
    url: `https://${hosts[chain]}/?api-key=${encodeURIComponent(apiKey)}`,
    known: true,
  })
  if (!/^https?:/i.test(key)) return at(key)
  const url = URL.canParse(key) ? new URL(key) : undefined
  if (url === undefined)
    throw new ProviderError('key', `That is neither a key of Helius nor an address: copy it again from its dashboard.`)
  const apiKey = url.searchParams.get('api-key')
  // Helius' addresses differ by the network's name alone, and its key is good for all.
  if (Object.values(hosts).includes(url.hostname) && apiKey) return at(apiKey)
  return { url: url.href, known: false }
}

/** JSON-RPC's codes, and those that providers took from HTTP. */
function faultOf({ code, message }: { code: number; message: string }): ProviderError {
  if (code === 429 || code === -32429 || /rate limit|too many requests/i.test(message))
    return new ProviderError('limited', `${name} is asked too often for its plan.`, 2_000)
  if (code === 401 || code === 403 || code === -32001 || code === -32401)
    return new ProviderError('key', `${name} does not take the key: copy it again from its dashboard.`)
  if (code === -32601)
    return new ProviderError(
      'chain',
      `What answers at the address that is set for ${name} does not know getAssetsByOwner: choose an RPC with DAS.`,
    )
  return new ProviderError('refused', `${name} answers with error ${code}${wordsOf(message)}; it is asked again later.`)
}
