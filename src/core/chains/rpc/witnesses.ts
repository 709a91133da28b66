import type { ChainClient, Witnesses } from '../family/family.ts'
import type { PinnedRpc } from './pool.ts'

/**
 * The other RPCs of the list, for checking the one that answers an observation; empty where there is no other.
 * @param clientOf makes a client that uses only this node
 */
export function witnessesOf<Rpc>(
  pinned: PinnedRpc<Rpc>,
  clientOf: (rpc: Rpc) => ChainClient,
): { witnesses?: Witnesses } {
  if (pinned.others.length === 0) return {}
  const others = pinned.others.map(({ name, open }) => ({
    name,
    async client() {
      const rpc = await open()
      return rpc && clientOf(rpc)
    },
  }))
  return { witnesses: { asked: pinned.name, others, compared: pinned.compared } }
}
