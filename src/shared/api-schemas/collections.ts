import { z } from 'zod'
import { kindNames } from '../contract-features.ts'
import { pathText } from '../nft-metadata.ts'
import { callerId, chainSchema, exampleAddress, exampleAptosToken, exampleImage, exampleMintHash } from './common.ts'

/** A text with at most `most` characters. */
export const text = (most: number) =>
  z
    .string()
    .refine((value) => value.length <= most, {
      error: ({ path = [] }) => `${pathText(path)} has more than ${most} characters: shorten it.`,
    })
    .refine((value) => !/\p{Surrogate}/u.test(value), {
      error: ({ path = [] }) => `${pathText(path)} holds a broken character: correct it.`,
    })

/** Collection721 stores a supply limit in 48 bits. */
const mostTokens = 2 ** 48 - 1

/** A whole number of tokens. Numbers that JavaScript cannot hold exactly get the same error as all others that are too large. */
const tokens = (name: string, tooMany: string) => {
  const none = `${name} must be a whole number from 1.`
  const error = ({ code }: { code?: string | undefined }) => (code === 'too_big' ? tooMany : none)
  return z.int({ error, abort: true }).min(1, { error: none }).max(mostTokens, { error: tooMany })
}

const supplyLimit = tokens('supplyLimit', `supplyLimit is at most ${mostTokens}: leave it out for no limit.`).meta({
  description: 'The most tokens that there can ever be, those that are bought included.',
  example: 1000,
})

const payments = z
  .object({
    price: z
      .string()
      .regex(/^\d{1,60}(\.\d{1,60})?$/, { error: 'payments.price must be a decimal text such as "0.001".' })
      .meta({ description: "What one token costs, in the chain's own coin.", example: '0.001' }),
    recipientAddress: z.string().meta({ description: 'Who is paid, at once.', example: exampleAddress }),
    currency: z
      .string()
      .optional()
      .meta({ description: "The chain's own coin; no other is possible.", example: 'POL' }),
    saleSupply: tokens(
      'payments.saleSupply',
      `payments.saleSupply is at most ${mostTokens}: leave it out for no bound.`,
    )
      .optional()
      .meta({
        description:
          'How many tokens are set aside for purchases from now on. Without it: with a supply limit all that is neither minted nor queued, else without bound.',
      }),
  })
  .meta({ description: 'Lets anybody buy tokens of the collection on chain.' })
export type PaymentsRequest = z.output<typeof payments>

/** The body that makes a collection. */
export const collectionRequest = z
  .object({
    chain: chainSchema,
    metadata: z
      .object({
        name: text(255)
          .refine((name) => name.trim() !== '', { error: 'metadata.name is empty: give the collection a name.' })
          .meta({ description: 'Name of the collection.', example: 'Event badges' }),
        imageUrl: text(100_000).optional().meta({ example: exampleImage }),
        image: text(100_000)
          .optional()
          .meta({ description: 'Another name of `imageUrl`: send one of them.', example: exampleImage }),
        description: text(100_000).optional().meta({ example: 'Badges of everybody who was there.' }),
        symbol: text(64).optional().meta({ description: 'Short ticker of the token.', example: 'BADGE' }),
      })
      .meta({ description: 'What wallets show of the collection.' }),
    fungibility: z.enum(['non-fungible', 'semi-fungible']).optional().meta({
      default: 'non-fungible',
      description:
        '`semi-fungible`: NFTs are copies of templates (ERC-1155), each template one token of which there may be many units. EVM chains only.',
    }),
    supplyLimit: supplyLimit.optional(),
    payments: payments.optional(),
    reuploadLinkedFiles: z
      .boolean()
      .optional()
      .meta({ default: true, description: "Whether the collection's own image is copied to IPFS." }),
    contractKind: z.enum(kindNames).optional().meta({
      description:
        'Kind of contract. On EVM `economy` (the default there): least gas a mint; `standard`: a slot for each owner and balance. On Solana `certified` (the default there): a Token Metadata collection, least to mint; `core`: a Metaplex Core collection, with royalties, and the cheaper kind where NFTs are not compressed.',
    }),
  })
  .meta({
    id: 'CollectionRequest',
    examples: [
      { chain: 'polygon', metadata: { name: 'Event badges' } },
      {
        chain: 'base',
        metadata: {
          name: 'Event badges',
          description: 'Badges of everybody who was there.',
          imageUrl: exampleImage,
          symbol: 'BADGE',
        },
        fungibility: 'non-fungible',
        supplyLimit: 1000,
        payments: { price: '0.001', recipientAddress: exampleAddress, currency: 'ETH', saleSupply: 200 },
        reuploadLinkedFiles: true,
        contractKind: 'economy',
      },
      { chain: 'solana', metadata: { name: 'Event badges', imageUrl: exampleImage, symbol: 'BADGE' } },
      {
        chain: 'solana',
        metadata: { name: 'Event badges with royalties', imageUrl: exampleImage, symbol: 'BADGE' },
        supplyLimit: 1000,
        contractKind: 'core',
      },
      { chain: 'aptos', metadata: { name: 'Event badges', imageUrl: exampleImage }, supplyLimit: 1000 },
    ],
  })
export type CollectionRequest = z.output<typeof collectionRequest>

/** The body that changes a collection; null removes a limit or a sale. */
export const collectionPatch = z
  .object({ supplyLimit: supplyLimit.nullable().optional(), payments: payments.nullable().optional() })
  .refine((patch) => patch.supplyLimit !== undefined || patch.payments !== undefined, {
    error: 'The body names nothing to change: give supplyLimit, payments, or both.',
  })
  .meta({
    id: 'CollectionPatch',
    examples: [
      { supplyLimit: 1000 },
      { supplyLimit: 5000, payments: { price: '0.001', recipientAddress: exampleAddress, saleSupply: 200 } },
    ],
  })
export type CollectionPatch = z.output<typeof collectionPatch>

/** What wallets show of a collection, in full. */
export const collectionMetadata = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  symbol: z.string(),
})
export type CollectionMetadata = z.output<typeof collectionMetadata>

/** A collection in the API's answers. */
export const collectionAnswer = z
  .object({
    id: z.string().meta({ example: 'default-polygon' }),
    metadata: collectionMetadata,
    fungibility: z.enum(['non-fungible', 'semi-fungible']),
    onChain: z.object({
      chain: z.string().meta({ example: 'polygon' }),
      type: z.string().meta({
        description:
          'Token standard: `erc-721`, `erc-1155`, `metaplex-certified-collection`, `metaplex-core-collection` or `aptos-digital-asset`.',
        example: 'erc-721',
      }),
      contractAddress: z.string().optional().meta({
        description: 'Where the contract is or will be.',
        example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      }),
      mintAddress: z
        .string()
        .optional()
        .meta({ description: 'On Solana, in place of contractAddress.', example: exampleMintHash }),
      collectionAddress: z
        .string()
        .optional()
        .meta({ description: 'On Aptos, in place of contractAddress.', example: exampleAptosToken }),
    }),
    supplyLimit: z.int().optional().meta({ description: 'As the chain has it; absent without a limit.' }),
    payments: z
      .object({
        price: z.string().meta({ example: '0.001' }),
        recipientAddress: z.string(),
        currency: z.string().meta({ example: 'POL' }),
        saleSupply: z.int().optional().meta({ description: 'How many can still be bought; absent without bound.' }),
      })
      .optional()
      .meta({ description: 'As the chain has it; absent where nothing is for sale.' }),
    actionId: z.string().meta({ description: 'The action that makes the collection.' }),
  })
  .meta({ id: 'Collection' })
export type CollectionAnswer = z.output<typeof collectionAnswer>

export const collectionList = z.object({ results: z.array(collectionAnswer) })

export const collectionParams = z.object({
  collectionId: callerId.meta({
    description: 'A collection of the project. `default` stands for `default-polygon`.',
    example: 'default-polygon',
  }),
})
