import { base58 as base58Codec } from '@scure/base'
import { z } from 'zod'
import { solanaChains } from '../../../shared/chains.ts'
import { solanaNetworkOf } from '../../chains/networks.ts'
import { tellLeaves } from './das-leaves.ts'
import { dasCalls, dasName } from './das-rpc.ts'
import { type AssetProvider, type ProviderAsset, ProviderError } from './provider.ts'

/** DAS' own limit: the most assets of a page. */
const atOnce = 1_000
/** Interfaces of fungible tokens, collections and other accounts that are no NFTs. */
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

/** The fields of an asset that are read; providers differ in the others. */
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

/**
 * The Digital Asset Standard's API (`getAssetsByOwner`, and das-leaves.ts) of Helius and others: compressed NFTs and others. The key is
 * one of Helius, or the whole address of a DAS RPC, including its key.
 */
export const das: Required<AssetProvider> = {
  lists: 'assets',
  name: dasName,
  chains: [...solanaChains],
  keyless: false,
  quiet: base58Codec.encode(new Uint8Array(32).fill(0x0a, 30)),
  async page({ chain, address, cursor, key, signal }) {
    const { known, chain: cluster, call } = dasCalls(chain, key, signal)
    if (!known && cursor === null) {
      const { genesis, label } = solanaNetworkOf(cluster)
      if ((await call('getGenesisHash', [], z.string())) !== genesis)
        throw new ProviderError(
          'chain',
          `The address that is set for ${dasName} is of another network than ${label}: set the one of ${label} for ${chain}.`,
        )
    }
    const page = cursor === null ? 1 : Number(cursor)
    const { items } = await call(
      'getAssetsByOwner',
      {
        ownerAddress: address,
        page,
        limit: atOnce,
        // Sorted by id, so that no NFT is missed or repeated between pages.
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
  leaves: ({ chain, addresses, key, signal }, tell) => tellLeaves(dasCalls(chain, key, signal), addresses, tell),
}
