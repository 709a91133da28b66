import { z } from 'zod'
import { callerId, exampleMetadata } from './common.ts'
import { mintMetadata, unitsOfTemplate } from './nfts.ts'

/** Collection1155 stores a limit in 48 bits. */
const highestLimit = 2 ** 48 - 1

const limitText = `supply.limit must be a whole number from 1 to ${highestLimit}; leave it out for no limit.`
const limit = z
  .int({ error: limitText })
  .min(1, { error: limitText })
  .max(highestLimit, { error: limitText })
  .meta({ description: 'The most units that can be minted.', example: 500 })

const tokenText = `onChain.tokenId must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, as text or number; leave it out to have one chosen.`
const tokenId = z
  .union([z.int({ error: tokenText }), z.string().regex(/^\d{1,16}$/, { error: tokenText })], { error: tokenText })
  .transform(Number)
  .refine((id) => id >= 1 && Number.isSafeInteger(id), { error: tokenText })

/** The fields of a template except its metadata, which the handler checks like a mint's. */
export const templateFields = z.object({
  onChain: z.object({ tokenId: tokenId.optional() }).optional(),
  supply: z.object({ limit: limit.optional() }).optional(),
  reuploadLinkedFiles: z.boolean().optional(),
  /** Only with POST. */
  templateId: callerId.optional(),
})

/** The body that makes a template. */
export const templateRequest = z
  .object({
    templateId: callerId.optional().meta({ description: 'Your own id; with PUT it stands in the path.' }),
    metadata: mintMetadata.optional(),
    onChain: z
      .object({ tokenId: z.string().optional().meta({ description: 'Token id of its copies.', example: '7' }) })
      .optional(),
    supply: z.object({ limit: limit.optional() }).optional(),
    reuploadLinkedFiles: z
      .boolean()
      .optional()
      .meta({ default: true, description: 'Whether linked files are copied to IPFS.' }),
  })
  .meta({
    id: 'TemplateRequest',
    examples: [
      { metadata: exampleMetadata },
      {
        templateId: 'gold-ticket',
        metadata: exampleMetadata,
        onChain: { tokenId: '7' },
        supply: { limit: 500 },
        reuploadLinkedFiles: true,
      },
    ],
  })

/** The fields of a template's change except its metadata. */
export const templateChangeFields = z.object({
  supply: z.object({ limit: limit.nullable().optional() }).optional(),
  reuploadLinkedFiles: z.boolean().optional(),
})

/** The body that changes a template: its metadata, its supply, or both. */
export const templateChange = z
  .object({
    metadata: mintMetadata.optional(),
    supply: z.object({ limit: limit.nullable().optional() }).optional().meta({ description: '`null`: no limit.' }),
    reuploadLinkedFiles: z.boolean().optional().meta({ default: true }),
  })
  .meta({
    id: 'TemplateChange',
    examples: [
      { supply: { limit: 600 } },
      { metadata: exampleMetadata, supply: { limit: null }, reuploadLinkedFiles: true },
    ],
  })

/** A template in the API's answers. */
export const templateAnswer = z
  .object({
    templateId: z.string().meta({ example: 'gold-ticket' }),
    metadata: z.unknown().meta({ description: 'As it was given last; a text is the URL of hosted metadata.' }),
    onChain: z.object({ tokenId: z.string().meta({ example: '2251799813685248' }) }),
    supply: z.object({
      limit: z.int().optional().meta({ example: 500 }),
      minted: z.int().meta({ description: 'Units that are on chain.', example: 12 }),
    }),
  })
  .meta({ id: 'Template' })
export type TemplateAnswer = z.output<typeof templateAnswer>

export const copiesParams = z.object({
  collectionId: callerId.meta({ description: 'A semi-fungible collection of the project.', example: 'tickets' }),
})

export const templateParams = copiesParams.extend({
  templateId: callerId.meta({ description: 'A template of the collection.', example: 'gold-ticket' }),
})

/** The body that mints copies of a template. */
export const sftRequest = z
  .object({
    templateId: callerId.meta({ description: 'What to mint copies of.', example: 'gold-ticket' }),
    recipient: z.string().meta({
      description: '`<chain>:<address>`, `email:<email>:<chain>` or `userId:<id>:<chain>`.',
      example: 'email:ada@example.com:polygon',
    }),
    amount: unitsOfTemplate,
  })
  .meta({
    id: 'SftRequest',
    examples: [{ templateId: 'gold-ticket', recipient: 'email:ada@example.com:polygon', amount: 3 }],
  })
