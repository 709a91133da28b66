import type { AssetsClient, ChainAsset } from '../family/assets.ts'
import { eachOf } from './resources.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { collectionName, standingAt } from './tokens.ts'

/**
 * See `AssetsClient`. A node reports what is at an address, but not what an account holds: an object names its holder, while an account does not
 * list its objects. Aptos has no trees.
 * @param heldBy given for a network with its own indexer, which never lags
 */
export function assetsClient(rpc: () => Promise<AptosRpc>, heldBy?: AssetsClient['heldBy']): AssetsClient {
  return {
    whole: heldBy !== undefined,
    // One call for each.
    lookedBeside: 20,
    heldBy: heldBy ?? (async () => []),
    async described(addresses) {
      const node = await rpc()
      return eachOf(addresses, (address) => assetAt(node, address))
    },
    knownAs: () => undefined,
    async collectionNames(collections) {
      const node = await rpc()
      return eachOf(collections, async (address) => (await collectionName(node, address)) ?? '')
    },
    treeChanges: async (trees) => trees.map(() => null),
    proved: async (claims) => claims.map(() => null),
  }
}

async function assetAt(node: AptosRpc, address: string): Promise<ChainAsset | null> {
  const standing = await standingAt(node, address)
  if (standing.kind !== 'token') return null
  const { name, uri, collection, owner } = standing.token
  return { address, name, uri, collection, holder: owner }
}
