import { z } from 'zod'
import { nftMetadataSchema } from '../nft-metadata.ts'
import { collectionParams } from './collections.ts'
import {
  callerId,
  exampleAddress,
  exampleAptosAddress,
  exampleAptosToken,
  exampleImage,
  exampleMetadata,
  exampleMintHash,
  exampleSolanaAddress,
} from './common.ts'

/** The most NFTs that one batch may hold. */
export const largestBatch = 10_000

export const mintMetadata = z
  .union([
    nftMetadataSchema.meta({
      description: 'name and image are required; other fields are kept.',
      example: exampleMetadata,
    }),
    z
      .string()
      .meta({ description: 'The URL of metadata that is hosted already.', example: 'https://example.com/1.json' }),
  ])
  .meta({ description: 'What wallets show of the NFT.' })

/** Collection1155 stores the units of an item in 40 bits. */
export const mostUnits = 2 ** 40 - 1
const amountText = `amount must be a whole number from 1 to ${mostUnits}.`
/** How many units of a template to mint. */
export const unitsOfTemplate = z
  .int({ error: amountText })
  .min(1, { error: amountText })
  .max(mostUnits, { error: amountText })
  .optional()
  .meta({ default: 1, description: 'Units to mint; of a template.', example: 3 })

/** The body that mints one NFT. */
export const mintRequest = z
  .object({
    recipient: z.string().meta({
      description: '`<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`.',
      example: 'email:ada@example.com:polygon',
    }),
    metadata: mintMetadata.optional(),
    reuploadLinkedFiles: z
      .boolean()
      .optional()
      .meta({ default: true, description: 'Whether linked files are copied to IPFS.' }),
    compressed: z.boolean().optional().meta({ default: true, description: 'Solana only.' }),
    templateId: callerId.optional().meta({
      description: 'Of semi-fungible collections, in place of `metadata`: the template of which this is an edition.',
    }),
    amount: unitsOfTemplate,
  })
  .meta({
    id: 'MintRequest',
    examples: [
      { recipient: 'email:ada@example.com:polygon', metadata: { name: 'Badge #1', image: exampleImage } },
      {
        recipient: `polygon:${exampleAddress}`,
        metadata: exampleMetadata,
        reuploadLinkedFiles: true,
      },
      {
        recipient: 'email:ada@example.com:solana',
        metadata: { name: 'Badge #1', image: exampleImage },
        compressed: true,
      },
      { recipient: `solana:${exampleSolanaAddress}`, metadata: exampleMetadata, compressed: false },
      { recipient: `aptos:${exampleAptosAddress}`, metadata: exampleMetadata },
      { recipient: 'email:ada@example.com:polygon', templateId: 'gold-ticket', amount: 1 },
    ],
  })

/** The body that mints many NFTs: accepted whole or not at all. */
export const mintBatchRequest = z
  .object({
    nfts: z
      .array(
        mintRequest.extend({
          id: callerId.optional().meta({ description: 'Your own id: minted once, whatever happens.' }),
        }),
      )
      .min(1)
      .max(largestBatch),
  })
  .meta({
    id: 'MintBatchRequest',
    examples: [
      {
        nfts: [
          { id: 'ticket-2', recipient: 'email:ada@example.com:polygon', metadata: exampleMetadata },
          { id: 'ticket-3', recipient: 'userId:user-17:polygon', metadata: exampleMetadata },
        ],
      },
      {
        nfts: [
          { id: 'pass-2', recipient: 'email:ada@example.com:solana', metadata: exampleMetadata },
          { id: 'pass-3', recipient: 'userId:user-17:solana', metadata: exampleMetadata },
        ],
      },
      { nfts: [{ id: 'seat-2', recipient: 'email:ada@example.com:aptos', metadata: exampleMetadata }] },
    ],
  })

/** An NFT in the answer to a mint. */
export const mintAnswer = z
  .object({
    id: z.string().meta({ example: '0f1c3f0a-6b1f-4c1b-9c59-0a4b7c8d9e10' }),
    onChain: z.object({
      status: z.enum(['pending', 'success', 'failed']),
      chain: z.string().meta({ example: 'polygon' }),
      contractAddress: z.string().optional(),
      tokenId: z.string().optional().meta({ description: 'Once minted.', example: '1' }),
      mintHash: z
        .string()
        .optional()
        .meta({ description: 'On Solana, once minted: its own address.', example: exampleMintHash }),
      tokenAddress: z
        .string()
        .optional()
        .meta({ description: 'On Aptos, once minted: its own address.', example: exampleAptosToken }),
      owner: z.string().optional().meta({ description: 'Who holds it, once minted.' }),
      txId: z.string().optional().meta({ description: 'Transaction, once minted.' }),
    }),
    actionId: z.string(),
  })
  .meta({ id: 'MintedNft' })
export type MintAnswer = z.output<typeof mintAnswer> & { idempotentMismatch?: string[] }

/** The answer to a batch, with one result per item. */
export const batchAnswer = z
  .object({
    results: z.array(
      mintAnswer
        .extend({
          idempotentMismatch: z
            .array(z.string())
            .optional()
            .meta({
              description: 'Where the id stood before: the fields in which the item asked for something else.',
              example: ['metadata.name'],
            }),
        })
        .meta({ id: 'MintedBatchNft' }),
    ),
  })
  .meta({ id: 'MintedBatch' })

/** An NFT in the answer to a read. */
export const nftAnswer = mintAnswer
  .extend({
    metadata: z.unknown().meta({ description: 'As it was given; a text is the URL of hosted metadata.' }),
    templateId: z.string().optional().meta({ description: 'Of semi-fungible collections: what it is a copy of.' }),
    amount: z.int().optional().meta({ description: 'Of semi-fungible collections: how many units were minted.' }),
    action: z.string().meta({ description: 'Address of the action that mints it.' }),
  })
  .meta({ id: 'Nft' })
export type NftAnswer = z.output<typeof nftAnswer>

export const nftParams = collectionParams.extend({
  id: callerId.meta({
    description: 'The id that the mint answered, or the id of an action on the NFT.',
    example: 'ticket-1',
  }),
})

export const locatorParams = z.object({
  locator: z.string().meta({
    description: '`<chain>:<contract>:<tokenId>`, on Solana `solana:<mintHash>`, on Aptos `aptos:<tokenAddress>`.',
    example: 'polygon:0x5FbDB2315678afecb367f032d93F642f64180aa3:1',
  }),
})

/** The body that replaces an NFT's metadata. */
export const nftUpdateRequest = z
  .object({ metadata: mintMetadata, reuploadLinkedFiles: z.boolean().optional().meta({ default: true }) })
  .meta({
    id: 'NftUpdateRequest',
    examples: [{ metadata: exampleMetadata }, { metadata: exampleMetadata, reuploadLinkedFiles: false }],
  })
