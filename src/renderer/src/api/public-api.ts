/** The parts of `/api/2022-06-09` that the window uses like any other program. Shapes: spec/service-interface.md, spec/api.md. */
import { z } from 'zod'
import type { CollectionKind } from '../../../shared/contract-features.ts'

export const createdCollection = z.object({ id: z.string(), actionId: z.string() })

export interface CollectionRequest {
  chain: string
  metadata: { name: string; description: string; imageUrl: string; symbol: string }
  supplyLimit?: number
  fungibility?: 'semi-fungible'
  contractKind?: CollectionKind
}

export interface CollectionPatch {
  supplyLimit?: number | null
  payments?: { price: string; recipientAddress: string; saleSupply?: number } | null
}

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

/** `GET /api/2022-06-09/wallets/{locator}/nfts` */
export const walletNft = z.looseObject({
  chain: z.string(),
  contractAddress: z.string().optional(),
  tokenId: z.string().optional(),
  /** In place of both, on Solana. */
  mintHash: z.string().optional(),
  metadata: z.unknown(),
  locator: z.string(),
  tokenStandard: z.string().optional(),
  /** Units held, of erc-1155. */
  quantity: z.string().optional(),
})
export type WalletNft = z.infer<typeof walletNft>
export const walletNfts = z.array(walletNft)

/** `GET /api/2022-06-09/collections/{id}/nfts` */
export const collectionNft = z.looseObject({
  id: z.string(),
  metadata: z.unknown(),
  onChain: z
    .looseObject({
      status: z.string(),
      tokenId: z.string().optional(),
      /** In its place, on Solana. */
      mintHash: z.string().optional(),
      owner: z.string().optional(),
      chain: z.string().optional(),
    })
    .optional(),
})
export type CollectionNft = z.infer<typeof collectionNft>
export const collectionNfts = z.array(collectionNft)

/** `GET /api/2022-06-09/collections/{id}/templates` */
export const templates = z.array(
  z.looseObject({
    templateId: z.string(),
    metadata: z.unknown(),
    onChain: z.object({ tokenId: z.string() }),
    supply: z.object({ limit: z.number().optional(), minted: z.number() }),
  }),
)
