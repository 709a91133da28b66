import { z } from 'zod'
import { finding } from './imports.ts'
import { quote } from './money/quotes.ts'

/**
 * `POST /app/runs/{id}/corrections/check` → `correction`: what would be minted, what is wrong with it, and its price; nothing is changed.
 * `POST /app/runs/{id}/corrections` → `Run`: it waits with the run's others, under a new action. 422 `correction.findings` when it has errors.
 */
export const correctionRequest = z
  .object({
    /** The failed NFT: its row, as a spreadsheet program shows it, where one NFT of that row has failed. */
    row: z.int().min(1).optional(),
    /** Or its id: one of both, since ids may be numbers too. */
    nftId: z.string().min(1).optional(),
    /** What it is to be instead; what is left out stays as it was. `recipient` and `image` as in a spreadsheet. */
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
  /** Absent where the NFT has none of its own. */
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
  /** The recipient in its normal form where it has one. */
  after: content,
  findings: z.array(finding),
  /** What minting it costs now; null where it has errors. */
  price: quote.nullable(),
})
export type Correction = z.infer<typeof correction>
