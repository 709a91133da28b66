import { z } from 'zod'
import { pathText } from '../nft-metadata.ts'
import { callerId, chainSchema, exampleImage } from './common.ts'

const text = (most: number) =>
  z
    .string()
    .refine((value) => value.length <= most, {
      error: ({ path = [] }) => `${pathText(path)} has more than ${most} characters: shorten it.`,
    })
    .refine((value) => !/\p{Surrogate}/u.test(value), {
      error: ({ path = [] }) => `${pathText(path)} holds a broken character: correct it.`,
    })

/** Collection721: a supply limit is kept in 48 bits. */
const mostTokens = 2 ** 48 - 1

/** The body that makes a collection (service-interface.md 2.1). */
export const collectionRequest = z
  .object({
    chain: chainSchema,
    metadata: z
      .object({
        name: text(255)
          .refine((name) => name.trim() !== '', { error: 'metadata.name is empty: give the collection a name.' })
          .meta({ description: 'Name of the collection.', example: 'Event badges' }),
        imageUrl: text(100_000).optional().meta({ example: exampleImage }),
        description: text(100_000).optional().meta({ example: 'Badges of everybody who was there.' }),
        symbol: text(64).optional().meta({ description: 'Short ticker of the token.', example: 'BADGE' }),
      })
      .meta({ description: 'What wallets show of the collection.' }),
    fungibility: z.enum(['non-fungible', 'semi-fungible']).optional().meta({
      default: 'non-fungible',
      description:
        '`semi-fungible`: NFTs are copies of templates (ERC-1155), each template one token of which there may be many units. EVM chains only.',
    }),
    supplyLimit: z
      .int({ error: 'supplyLimit must be a whole number from 1.' })
      .min(1, { error: 'supplyLimit must be a whole number from 1.' })
      .max(mostTokens, { error: `supplyLimit is at most ${mostTokens}: leave it out for no limit.` })
      .optional()
      .meta({ description: 'The most tokens that can be minted.', example: 1000 }),
    payments: z
      .object({
        price: z.string().regex(/^\d+(\.\d+)?$/, { error: 'payments.price must be a decimal text such as "0.001".' }),
        recipientAddress: z.string().min(1),
      })
      .optional()
      .meta({ description: 'Not possible in this version: answered with 422.' }),
    reuploadLinkedFiles: z
      .boolean()
      .optional()
      .meta({ default: true, description: "Whether the collection's own image is copied to IPFS." }),
    contractKind: z.enum(['economy', 'standard', 'certified', 'core']).optional().meta({
      default: 'economy',
      description: 'Kind of contract. `economy`: least gas a mint; `standard`: a slot for each owner and balance.',
    }),
  })
  .meta({ id: 'CollectionRequest' })
export type CollectionRequest = z.output<typeof collectionRequest>

/** What wallets show of a collection, in full. */
export const collectionMetadata = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  symbol: z.string(),
})
export type CollectionMetadata = z.output<typeof collectionMetadata>

/** A collection as the API answers it. */
export const collectionAnswer = z
  .object({
    id: z.string().meta({ example: 'default-polygon' }),
    metadata: collectionMetadata,
    fungibility: z.enum(['non-fungible', 'semi-fungible']),
    onChain: z.object({
      chain: z.string().meta({ example: 'polygon' }),
      type: z.string().meta({ description: 'Token standard.', example: 'erc-721' }),
      contractAddress: z.string().optional().meta({
        description: 'Where the contract is or will be.',
        example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      }),
    }),
    supplyLimit: z.int().optional(),
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
