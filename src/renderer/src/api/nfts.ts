/** NFTs as the window shows them, whoever wrote their metadata. */
import { z } from 'zod'

const trait = z.object({
  trait_type: z.string().catch(''),
  value: z.union([z.string(), z.number(), z.boolean()]).catch(''),
  display_type: z.string().optional().catch(undefined),
})
export type Trait = z.infer<typeof trait>

/** Metadata as anybody writes it: a field of another type than expected counts as absent, so it never breaks a page. */
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

/** Metadata as an object to show: an object is read field by field; a string (the address of hosted metadata) gives empty fields. */
export function readMetadata(metadata: unknown): NftMetadata {
  const fields = typeof metadata === 'object' && metadata !== null ? metadata : {}
  return nftMetadata.parse(fields)
}

/** An NFT of a wallet, whatever its chain. */
export interface WalletNft {
  chain: string
  contractAddress?: string
  tokenId?: string
  /** On Solana, instead of both. */
  mintHash?: string
  /** On Aptos, instead of both. */
  tokenAddress?: string
  /** On Cardano, instead of both: the policy id and the asset's name, in hex. */
  assetId?: string
  metadata: unknown
  /** Where the media are, if the core found them: used instead of what the metadata names. */
  media?: { image: string; animation: string }
  locator: string
  tokenStandard?: string
  /** Units held, of erc-1155. */
  quantity?: string
}
