import type { ChainClient, Witnesses } from '../family/family.ts'
import type { PinnedRpc } from './pool.ts'

/**
 * The RPCs by which the one that answers a look is checked; none where the list has no other.
 * @param clientOf a client that one node alone answers
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
