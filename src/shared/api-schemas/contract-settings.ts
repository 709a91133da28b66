import { z } from 'zod'
import { exampleAddress } from './common.ts'

/** The base URI: tokens without their own metadata use `{uri}/{tokenId}`. */
export const baseUriRequest = z
  .object({
    uri: z
      .string({ error: 'uri is required and must be text.' })
      .regex(/^(https?|ipfs|ar):\/\/[^\s/]\S*$/i, { error: 'uri must be an http(s), ipfs or ar URL.' })
      .max(2_048, { error: 'uri is at most 2048 characters long: use a shorter one.' })
      .meta({ example: 'https://example.com/nfts' }),
  })
  .meta({ id: 'BaseUri', examples: [{ uri: 'https://example.com/nfts' }] })
export const baseUriAnswer = z.object({ uri: z.string().nullable() })

/** Whether holders can transfer their tokens. */
export const transferableRequest = z
  .object({ value: z.boolean({ error: 'value is required and must be true or false.' }) })
  .meta({ id: 'Transferable', examples: [{ value: false }] })

/** The royalties that marketplaces are asked to pay on a sale (EIP-2981). */
export const royaltiesRequest = z
  .object({
    recipients: z
      .array(
        z.object({
          address: z.string({ error: 'address is required and must be text.' }),
          basisPoints: z
            .int({ error: 'basisPoints must be a whole number from 1 to 10000.' })
            .min(1, { error: 'basisPoints must be at least 1; DELETE takes royalties away.' })
            .max(10_000, { error: 'basisPoints is at most 10000, which is all of the price.' })
            .meta({ description: 'Hundredths of a percent.', example: 500 }),
        }),
        { error: 'recipients must be a list of one recipient.' },
      )
      .min(1, { error: 'recipients must hold one recipient; DELETE takes royalties away.' }),
  })
  .meta({ id: 'Royalties', examples: [{ recipients: [{ address: exampleAddress, basisPoints: 500 }] }] })
export const royaltiesAnswer = z.object({
  recipients: z.array(z.object({ address: z.string(), basisPoints: z.int() })),
})
