import { z } from 'zod'
import { compressed, feeCeiling } from './money/quotes.ts'
import { amount, money, time } from './units.ts'
import { waitsFor } from './waiting.ts'

/**
 * `POST /app/runs {importId, feeCeiling?, compressed?}` → `Run`, at once; its rows are added while it mints (`entering`). If a large file
 * must first be compared with what was minted since its check, the answer is 202 `{making}` with the progress, and the caller repeats the
 * call (`startRun`). Rows with errors are left out only if `skipErrors` is true; otherwise the answer is 422 `run.errors`.
 */
export const runRequest = z.object({
  importId: z.string(),
  skipErrors: z.boolean().default(false),
  name: z.string().optional(),
  feeCeiling: feeCeiling.optional(),
  compressed,
  /** The quoted number of NFTs; 422 `run.changed` if the file now makes more. */
  nftsAtMost: z.int().min(1).optional(),
})

export const runMaking = z.object({ making: z.object({ done: z.int(), total: z.int() }) })
/** `PATCH /app/runs/{id}` → `Run`: what may be changed while the run is under way. */
export const runPatch = z.object({ feeCeiling })

export const runCounts = z.object({
  total: z.int(),
  /** Waiting to be added, or for a batch. */
  queued: z.int(),
  /** In a batch; its files, metadata and folder are being made or are done. */
  prepared: z.int(),
  /** Signed and on disk, or sent, and not settled. */
  sent: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
})
export type RunCounts = z.infer<typeof runCounts>

/**
 * `GET /app/runs` → `Run[]` (newest first); `GET /app/runs/{id}` → `Run`;
 * `POST /app/runs/{id}/pause | resume | cancel | retry` → `Run`;
 * `GET /app/runs/{id}/rows` with `runRowQuery` → `runRows`; `GET /app/runs/{id}/transactions` → `runTransactions`;
 * `GET /app/runs/{id}/results.csv`, or `.xlsx`.
 */
export const run = z.object({
  id: z.string(),
  name: z.string(),
  /** For a mosaic: up to four different pictures, in the form of `mintAddress`. */
  pictures: z.array(z.string()),
  /** The import that it was made from; null if a program made the run. */
  importId: z.string().nullable(),
  collectionId: z.string(),
  collectionName: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  contractAddress: z.string().nullable(),
  /** `waiting`: blocked by what `notice` says (no network, no coin); it continues by itself. */
  state: z.enum(['running', 'waiting', 'paused', 'cancelled', 'finished']),
  notice: z.string().nullable(),
  counts: runCounts,
  /** NFTs added so far while rows of the file are still being added (they may be minted already); null when all are added. */
  entering: z.int().nullable(),
  /** NFTs that could not be added, and why; they count as cancelled. */
  leftOff: z.object({ nfts: z.int(), reason: z.string() }).nullable(),
  transactions: z.int(),
  gasUsed: amount,
  /** Spent so far on settled transactions. */
  fee: money,
  /** The quote's expected fee. `quote` is the whole quote, if it was stored. */
  quotedFee: money.nullable(),
  quote: z.object({ low: money, expected: money, high: money }).nullable(),
  /** If some NFTs failed or were cancelled: the quote's share for the others, with which the fee is compared. */
  quotedForOthers: money.nullable(),
  /** The expected fee of what is left to mint; null if unknown. */
  restFee: money.nullable(),
  /** Deviation of the total fee (spent and rest) from the quote, in percent: 4.2 is more, -4.2 less. */
  feeDifference: z.number().nullable(),
  /** The fee ceiling, wei per gas; null: whatever the network asks. */
  feeCeiling: amount.nullable(),
  waitsFor: waitsFor.nullable(),
  /** NFTs a second over the last ten seconds; 0 when nothing moves. */
  rate: z.number(),
  secondsLeft: z.int().nullable(),
  createdAt: time,
  completedAt: time.nullable(),
  /** How many of its NFTs were minted when Mintdesk was last closed during the run; null if it was not closed. */
  closedAt: z.int().nullable(),
  /** Seconds in which at least one transaction of the run was under way; pauses and waiting do not count. */
  activeSeconds: z.number(),
  /** NFTs minted per block, of blocks that minted any; with many blocks each point is the mean of `per` consecutive ones. */
  blocks: z.object({ per: z.int(), points: z.array(z.number()) }),
})
export type Run = z.infer<typeof run>

export const runRowQuery = z.object({
  state: z.enum(['all', 'pending', 'succeeded', 'failed', 'cancelled']).default('all'),
  search: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const runRow = z.object({
  row: z.int(),
  nftId: z.string(),
  recipient: z.string(),
  address: z.string(),
  name: z.string(),
  /** In the form of `mintAddress`; null if the metadata names no picture. */
  picture: z.string().nullable(),
  state: z.enum(['queued', 'prepared', 'sent', 'succeeded', 'failed', 'cancelled']),
  /** On Solana, the mint hash. */
  tokenId: z.string().nullable(),
  txId: z.string().nullable(),
  error: z.string().nullable(),
  /** Its earlier versions before corrections, and why each failed; oldest first. */
  failures: z.array(
    z.object({
      recipient: z.string(),
      name: z.string(),
      error: z.string(),
      failedAt: time,
      correctedAt: time,
      txId: z.string().nullable(),
    }),
  ),
})
export type RunRow = z.infer<typeof runRow>
export const runRows = z.object({ total: z.int(), rows: z.array(runRow) })

export const runTransaction = z.object({
  hash: z.string(),
  sequence: z.string(),
  purpose: z.string(),
  state: z.enum(['signed', 'sent', 'included', 'succeeded', 'failed', 'dead']),
  nfts: z.int(),
  attempts: z.int(),
  gasUsed: amount.nullable(),
  fee: money.nullable(),
  blockNumber: z.string().nullable(),
})
export type RunTransaction = z.infer<typeof runTransaction>
export const runTransactions = z.array(runTransaction)
