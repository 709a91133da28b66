import { z } from 'zod'
import { compressed, feeCeiling } from './money/quotes.ts'
import { amount, money, time } from './units.ts'

/**
 * `POST /app/runs {importId, feeCeiling?, compressed?}` → `Run`, at once; its rows are added while it mints (`entering`). Where a large file must be compared with what was
 * minted since it was checked: 202 `{making}` says how far that is, and the same call again waits on (`startRun`). Rows with errors stay out only when `skipErrors` is true, else 422 `run.errors`.
 */
export const runRequest = z.object({
  importId: z.string(),
  skipErrors: z.boolean().default(false),
  name: z.string().optional(),
  feeCeiling: feeCeiling.optional(),
  compressed,
  /** Refused (422 `run.changed`) where the file makes more NFTs by now: what was quoted. */
  nftsAtMost: z.int().min(1).optional(),
})

export const runMaking = z.object({ making: z.object({ done: z.int(), total: z.int() }) })
/** `PATCH /app/runs/{id}` → `Run`: what may be changed while it is under way. */
export const runPatch = z.object({ feeCeiling })

export const runCounts = z.object({
  total: z.int(),
  /** Waiting for their batch, or to be added. */
  queued: z.int(),
  /** In a batch: files, metadata and folder are being made, or done. */
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
  /** For a mosaic: up to four different pictures, as `mintAddress` names them. */
  pictures: z.array(z.string()),
  /** The file that it was made from; null where a program made it. */
  importId: z.string().nullable(),
  collectionId: z.string(),
  collectionName: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  contractAddress: z.string().nullable(),
  /** `waiting`: held up by something the sentence in `notice` names (no network, no coin), goes on by itself. */
  state: z.enum(['running', 'waiting', 'paused', 'cancelled', 'finished']),
  notice: z.string().nullable(),
  counts: runCounts,
  /** NFTs that are added so far, while rows of the file are still being added (those that are may be minted already); null when that is over. */
  entering: z.int().nullable(),
  /** NFTs that could not be added, and why: they count as cancelled. */
  leftOff: z.object({ nfts: z.int(), reason: z.string() }).nullable(),
  transactions: z.int(),
  gasUsed: amount,
  /** Spent so far on settled transactions. */
  fee: money,
  /** The quote's expected fee; the whole quote where it was kept. */
  quotedFee: money.nullable(),
  quote: z.object({ low: money, expected: money, high: money }).nullable(),
  /** Of a run of which some failed or were cancelled: what the quote said of the others, with which the fee is compared. */
  quotedForOthers: money.nullable(),
  /** What the rest is expected to cost; null when nothing is known of it. */
  restFee: money.nullable(),
  /** How far the whole (spent and rest) is from the quote, percent: 4.2 is more, -4.2 less. */
  feeDifference: z.number().nullable(),
  /** Most that is signed for a unit of gas, wei; null: whatever the network asks. */
  feeCeiling: amount.nullable(),
  /** What it waits for when it goes on by itself: lower fees, a higher spending cap, coin (how much the next transaction lacks, and where to send it), the storage, the network. */
  waitsFor: z
    .object({
      what: z.enum(['fee', 'cap', 'funds', 'storage', 'vault', 'network']),
      missing: money.nullable(),
      address: z.string().nullable(),
      /** With `network`: transactions that Mintdesk does not know stand still, and can be replaced by `POST /app/networks/{chain}/free`. */
      outside: z.boolean(),
    })
    .nullable(),
  /** NFTs a second over the last ten seconds; 0 when nothing moves. */
  rate: z.number(),
  secondsLeft: z.int().nullable(),
  createdAt: time,
  completedAt: time.nullable(),
  /** How many of its NFTs were minted when Mintdesk was closed meanwhile; null where it was not. */
  closedAt: z.int().nullable(),
  /** How long something of it was under way, seconds: pauses and waiting do not count. */
  activeSeconds: z.number(),
  /** NFTs minted in each block that minted any; where these are many, `per` neighbours make one point, which is their mean. */
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
  /** As `mintAddress` names it; null where the metadata names no picture. */
  picture: z.string().nullable(),
  state: z.enum(['queued', 'prepared', 'sent', 'succeeded', 'failed', 'cancelled']),
  /** On Solana the mint hash. */
  tokenId: z.string().nullable(),
  txId: z.string().nullable(),
  error: z.string().nullable(),
  /** What it was before it was corrected, and how that failed; oldest first. */
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
