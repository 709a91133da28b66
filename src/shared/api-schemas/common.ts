import { z } from 'zod'
import { collectionChains, isChainName } from '../chains.ts'
import { customName } from '../custom-chain.ts'
import { familyOf } from '../families.ts'

/** Path prefix of the hosted service's stable operations. */
export const stable = '/api/2022-06-09'
/** Path prefix of its alpha operations. */
export const alpha = '/api/v1-alpha1'

/** An image for examples that a reader may run unchanged: a data URL, which needs no network. */
export const exampleImage =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E'

/** An address for examples: anvil's second account. */
export const exampleAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** An address on Solana, for examples: a point on the curve of which nobody has the key. */
export const exampleSolanaAddress = '66wxK3b1rtiukDg5g6qtqCnZH4E3GbxLRToQHwA8iiGN'

/** An NFT on Solana, for examples of answers. */
export const exampleMintHash = '6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX'

/** An account on Aptos, for examples. */
export const exampleAptosAddress = '0x5d1cbf3a77a2d9b9bb8d9cf1b5a3fbd1a2c1e9be74e8ad2f6ab1f0f3f4dd8e17'

/** A token or a collection on Aptos, for examples of answers. */
export const exampleAptosToken = '0x8f3a21c7b6e1d04e5a9c27b1f0e6d38a4c5b7190e2d3f4a5b6c7d8e9fa0b1c2d'
/** An NFT on Cardano, for examples of answers, from CIP-68. */
export const exampleAsset = {
  policy: 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc',
  name: '000de14054657374546f6b656e',
}

/** Metadata for examples. */
export const exampleMetadata = {
  name: 'Badge #1',
  image: exampleImage,
  description: 'For everybody who was there.',
  attributes: [{ trait_type: 'Day', value: 'Friday' }],
}

/** The headers that make repeats of a `POST` safe (docs/api.md, "Repeating a request safely"). */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      'Up to 255 characters. The same key with the same body again makes nothing and answers what was made, as it stands now; with another body: 409. `x-idempotency-key` is the same.',
  }),
})

/** The error for a chain whose wallets can only be viewed; undefined for any other text. */
export function lookedAtOnly(chain: unknown, chains: readonly string[]): string | undefined {
  if (typeof chain !== 'string' || !isChainName(chain) || !familyOf(chain).indexed) return undefined
  return `On ${familyOf(chain).label} wallets can be looked at, and nothing can be minted or moved: use one of ${chains.join(', ')}.`
}

/** The name of a network that a person added. */
export const customChain = z.templateLiteral(['custom-', z.string().regex(customName)])

/** One of these chains, or a custom network; chains whose wallets can only be viewed get an error of their own. */
export const chainOf = <Chain extends string>(chains: readonly [Chain, ...Chain[]]) =>
  z.union([z.enum(chains), customChain], {
    error: ({ input }) => lookedAtOnly(input, chains),
  })

export const chainSchema = chainOf(collectionChains).meta({ description: 'The blockchain.', example: 'polygon' })

const control = /\p{Cc}/u

/** A caller's own identifier: 1–255 bytes of UTF-8, no control characters, not `.` or `..`. */
export const callerId = z
  .string()
  // A UTF-16 code unit takes at most three bytes of UTF-8, so only texts over 85 units need the slow encoding.
  .refine((text) => text !== '', { error: 'An identifier is missing here: give 1 to 255 bytes of UTF-8.' })
  .refine((text) => text.length <= 85 || new TextEncoder().encode(text).length <= 255, {
    error: 'An identifier has 1 to 255 bytes of UTF-8: use a shorter one.',
  })
  .refine((text) => !control.test(text) && !/\p{Surrogate}/u.test(text), {
    error: 'An identifier may not hold control characters: remove them.',
  })
  .refine((text) => text !== '.' && text !== '..', { error: 'An identifier may not be "." or "..": use another one.' })

const wholeNumber = (message: string) =>
  z
    .string({ error: message })
    .regex(/^\d+$/, { error: message })
    .transform(Number)
    .refine((number) => number >= 1, { error: message })

/** Ours: no list has so many pages. Later pages are past the end as well; this one's offset is an exact number. */
const lastPage = 999_999_999
const perPageFault = 'perPage must be a whole number from 1 to 100.'

/** The default number of items per page. */
export const usualPerPage = 20

/** `?page&perPage` of lists. */
const pageQuery = z.object({
  page: wholeNumber('page must be a whole number from 1.')
    .transform((page) => Math.min(page, lastPage))
    .default(1)
    .meta({ description: 'Page, from 1.', example: '1' }),
  perPage: wholeNumber(perPageFault)
    .refine((perPage) => perPage <= 100, { error: perPageFault })
    .default(usualPerPage)
    .meta({ description: 'Items per page, 1 to 100.', example: '20' }),
})

const cursorText = 'cursor is none that a list answered: take it from the header X-Mintdesk-Next.'
const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,400}$/, { error: cursorText })
  .optional()
  .meta({ description: 'In place of `page`: what the header `X-Mintdesk-Next` of the page before it said.' })

/** The query of lists that can also continue from a cursor. Absent fields stay undefined. */
export const listQuery = z
  .object({
    page: pageQuery.shape.page.unwrap().optional().meta({ description: 'Page, from 1 on.', example: '1' }),
    perPage: pageQuery.shape.perPage
      .unwrap()
      .optional()
      .meta({ description: 'Items per page, 1 to 100; 20 when it is left out.', example: '20' }),
    cursor,
  })
  .refine((query) => query.page === undefined || query.cursor === undefined, {
    error: 'A cursor stands in place of page: send one of them.',
    path: ['cursor'],
  })
export type ListQuery = z.output<typeof listQuery>
