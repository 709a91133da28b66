import { TokenStandard } from '@metaplex-foundation/mpl-token-metadata'
import { isNone } from '@metaplex-foundation/umi'
import type { TransferClient } from '../family/transfers.ts'
import { metadataIn } from './assets.ts'
import { readAsset } from './core-assets.ts'
import { tokenProgram } from './made-once.ts'
import { accountsAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'

export interface TransferOptions {
  rpc(): Promise<SolanaRpc>
  metadataOf(mint: string): string
  /** The holder of a token that is an account; null: nobody. */
  ownerOf(address: string): Promise<string | null>
}

/** SPL Token's Mint: authority (36 bytes), supply (8), decimals (1), … */
const mintLayout = { bytes: 82, supplyAt: 36, decimalsAt: 44 } as const

/** NFTs of any collection that are accounts: of Token Metadata, or Core assets. Only the journal knows those in trees. */
export function transferClient({ rpc, metadataOf, ownerOf }: TransferOptions): TransferClient {
  return {
    holderSends: false,
    async standing(mint, _tokenId, holder) {
      const at = { encoding: 'base64', commitment: 'confirmed' }
      const node = await rpc()
      const { value } = await node.call('getMultipleAccounts', [[mint, metadataOf(mint)], at], accountsAnswer)
      const [account, metadata] = value
      if (!account) return { kind: 'no-contract' }
      const asset = readAsset(account)
      if (asset) return { kind: 'nft', standard: 'addressed', held: asset.owner === holder ? 1n : 0n }
      const data = Buffer.from(account.data[0], 'base64')
      const one =
        account.owner === tokenProgram &&
        data.length === mintLayout.bytes &&
        data.readBigUInt64LE(mintLayout.supplyAt) === 1n &&
        data[mintLayout.decimalsAt] === 0
      if (!one || !metadata || !isPlain(Buffer.from(metadata.data[0], 'base64'))) return { kind: 'no-nft' }
      return { kind: 'nft', standard: 'addressed', held: (await ownerOf(mint)) === holder ? 1n : 0n }
    },
    madeBy: async () => null,
  }
}

/** Whether its holder alone can move it: it is neither programmable nor fungible, nor in a form that a later version of the program may write. */
function isPlain(metadata: Uint8Array): boolean {
  const read = metadataIn(metadata)
  return read !== null && (isNone(read.tokenStandard) || read.tokenStandard.value === TokenStandard.NonFungible)
}
