/** NFTs as the window shows them, whoever wrote their metadata. */
import { z } from 'zod'

const trait = z.object({
  trait_type: z.string().catch(''),
  value: z.union([z.string(), z.number(), z.boolean()]).catch(''),
  display_type: z.string().optional().catch(undefined),
})
export type Trait = z.infer<typeof trait>

/** Metadata as strangers write it: a field of another kind than expected counts as absent, it never breaks a page. */
export const nftMetadata = z.looseObject({
  name: z.string().catch(''),
  description: z.string().catch(''),
  image: z.string().catch(''),
  animation_url: z.string().catch(''),
  external_url: z.string().catch(''),
  attributes: z.array(trait).catch([]),
  collection: z.object({ name: z.string().catch('') }).catch({ name: '' }),
})
export type NftMetadata = z.infer<typeof nftMetadata>

/** Any metadata as an object to show: an object is read field by field, a string is the address of hosted metadata. */
export function readMetadata(metadata: unknown): NftMetadata {
  const fields = typeof metadata === 'object' && metadata !== null ? metadata : {}
  return nftMetadata.parse(fields)
}

/** An NFT of a wallet, whatever its chain. */
export interface WalletNft {
  chain: string
  contractAddress?: string
  tokenId?: string
  /** In place of both, on Solana. */
  mintHash?: string
  /** In place of both, on Aptos. */
  tokenAddress?: string
  /** In place of both, on Cardano: its policy and its name, in hex. */
  assetId?: string
  metadata: unknown
  /** Where its media are, where the core finds them: in place of what the metadata names. */
  media?: { image: string; animation: string }
  locator: string
  tokenStandard?: string
  /** Units held, of erc-1155. */
  quantity?: string
}
