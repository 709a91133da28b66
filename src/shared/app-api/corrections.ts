import { z } from 'zod'
import { finding } from './imports.ts'
import { quote } from './money/quotes.ts'

/**
 * `POST /app/runs/{id}/corrections/check` → `correction`: what would be minted, what is wrong with it, and its price; nothing is changed.
 * `POST /app/runs/{id}/corrections` → `Run`: queues the corrected NFT in its run, under a new action. 422 `correction.findings` if it has errors.
 */
export const correctionRequest = z
  .object({
    /** The failed NFT, by its row as a spreadsheet program shows it; only if exactly one NFT of that row failed. */
    row: z.int().min(1).optional(),
    /** Or by its id. Exactly one of the two fields, since ids may be numbers too. */
    nftId: z.string().min(1).optional(),
    /** The new values; an absent one stays. `recipient` and `image` as in a spreadsheet. */
    recipient: z.string().optional(),
    name: z.string().optional(),
    image: z.string().optional(),
  })
  .refine(({ row, nftId }) => (row === undefined) !== (nftId === undefined), {
    error: 'Name the failed NFT by row, the number that a spreadsheet program shows, or by nftId: by one of both.',
  })
export type CorrectionRequest = z.infer<typeof correctionRequest>

const content = z.object({
  recipient: z.string(),
  /** Absent if the NFT has no metadata of its own. */
  name: z.string().optional(),
  image: z.string().optional(),
  metadataUri: z.string().optional(),
})

export const correction = z.object({
  row: z.int(),
  nftId: z.string(),
  /** Why it failed. */
  error: z.string(),
  before: content,
  /** With the recipient in its normal form if it has one. */
  after: content,
  findings: z.array(finding),
  /** The present price of minting it; null if it has errors. */
  price: quote.nullable(),
})
export type Correction = z.infer<typeof correction>
