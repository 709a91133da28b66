import type { TransferClient } from '../family/transfers.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { standingAt } from './tokens.ts'

/** Transfers of tokens of the Digital Asset standard, of any collection. The treasury sends; the holder signs, too. */
export function transferClient(rpc: () => Promise<AptosRpc>): TransferClient {
  return {
    holderSends: false,
    async standing(address, _tokenId, holder) {
      const standing = await standingAt(await rpc(), address)
      if (standing.kind === 'nothing') return { kind: 'no-contract' }
      if (standing.kind === 'other' || !standing.token.movable) return { kind: 'no-nft' }
      return { kind: 'nft', standard: 'addressed', held: standing.token.owner === holder ? 1n : 0n }
    },
    madeBy: async () => null,
  }
}
