import { z } from 'zod'
import { finding } from './imports.ts'
import { capAhead } from './money/caps.ts'
import { feeCeiling } from './money/quotes.ts'
import { amount, money, time } from './units.ts'

/** `POST /app/hand-overs?name=<file name>&collection=<id>…` with the file's bytes (application/octet-stream) → `handOver`. */
export const newHandOver = z.object({
  name: z.string().min(1).max(255),
  /** Only NFTs of these collections; absent: everything that the people hold. */
  collection: z.union([z.string(), z.array(z.string())]).optional(),
})

/** Fee ceilings by chain. */
export const feeCeilings = z.record(z.string(), feeCeiling)

/**
 * `POST /app/hand-overs/{id}/start` → `handOver`. `nfts` is the number that the person saw and agreed to; 409 `handOver.changed` if it
 * differs now. Rows with errors are left out only if `skipErrors` is true; otherwise 422 `handOver.errors`.
 */
export const handOverStart = z.object({
  nfts: z.int().min(1),
  skipErrors: z.boolean().default(false),
  feeCeilings: feeCeilings.default({}),
})

/** `PATCH /app/hand-overs/{id}` → `handOver`: what may be changed while the hand-over is under way. */
export const handOverPatch = z.object({ feeCeilings })

/**
 * `GET /app/hand-overs` → `handOver[]` (newest first); `GET /app/hand-overs/{id}` → `handOver`; `DELETE` drops one that was not started.
 * `POST /app/hand-overs/{id}/pause | resume | cancel | retry` → `handOver`; `GET …/quote` → `handOverQuote`;
 * `GET …/rows` with `handOverRowQuery` → `handOverRows`; `GET …/nfts` → `handedNfts`; `GET …/results.csv`.
 */
export const handOver = z.object({
  id: z.string(),
  /** The file's name. */
  name: z.string(),
  /** `waiting`: blocked by what `notice` says; it continues by itself. */
  state: z.enum(['checking', 'checked', 'failed', 'running', 'waiting', 'paused', 'cancelled', 'finished']),
  notice: z.string().nullable(),
  /** Ids of the collections to hand over; empty: everything that the people hold. */
  collections: z.array(z.string()),
  /** Findings about the file as a whole. */
  findings: z.array(finding),
  rows: z.object({
    total: z.int(),
    /** Rows whose person's holdings are not looked up yet. */
    unseen: z.int(),
    /** People whose NFTs are moved. */
    ready: z.int(),
    /** People who hold nothing that is to be handed over. */
    empty: z.int(),
    errors: z.int(),
    /** Rows that repeat another row. */
    repeated: z.int(),
    /** Rows with warnings and no errors. */
    warnings: z.int(),
  }),
  nfts: z.object({
    total: z.int(),
    /** Not signed yet. */
    waiting: z.int(),
    /** Signed, and not settled. */
    sent: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    /** NFTs that cannot be moved; they are not in `total`. */
    unmovable: z.int(),
  }),
  chains: z.array(
    z.object({
      chain: z.string(),
      chainLabel: z.string(),
      nfts: z.int(),
      /** Spent so far. */
      fee: money,
      /** The coin's smallest unit per unit of gas; null: whatever the network asks. */
      feeCeiling: z.string().nullable(),
    }),
  ),
  /** NFTs a second over the last ten seconds. */
  rate: z.number(),
  secondsLeft: z.int().nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
})
export type HandOver = z.infer<typeof handOver>

/** The estimated price of a hand-over, by chain. */
export const handOverQuote = z.object({
  id: z.string(),
  nfts: z.int(),
  chains: z.array(
    z.object({
      chain: z.string(),
      chainLabel: z.string(),
      nfts: z.int(),
      transactions: z.int(),
      fee: z.object({ low: money, expected: money, high: money }),
      /** The parts of `fee.expected`. */
      parts: z.array(z.object({ what: z.enum(['transfers', 'wallets']), nfts: z.int(), fee: money })),
      /** The part of the expected fee that does not depend on the gas price. */
      dataFee: money,
      /** The present gas price without a ceiling, in the coin's smallest unit per gas; 0 where fees are not paid by weight. */
      gasPrice: z.object({ low: amount, expected: amount, high: amount }),
      /**
       * The treasury's balance; `reserved`: what runs and hand-overs under way still need; `shortfall`: what it lacks for the high fee after
       * that and what its account must keep.
       */
      treasury: z.object({ address: z.string(), balance: money, reserved: money }),
      shortfall: money,
      /** The spending cap that will or may stop the hand-over; null: none. */
      cap: capAhead.nullable(),
      seconds: z.int(),
      practice: z.boolean(),
    }),
  ),
})
export type HandOverQuote = z.infer<typeof handOverQuote>

export const handOverRowQuery = z.object({
  which: z.enum(['all', 'findings']).default('all'),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const handOverRow = z.object({
  row: z.int(),
  /** `email:ada@example.com`, `userId:7`; null where the row names nobody. */
  person: z.string().nullable(),
  address: z.string().nullable(),
  state: z.enum(['unseen', 'ready', 'empty', 'error', 'repeat']),
  nfts: z.int(),
  findings: z.array(finding),
})
export type HandOverRow = z.infer<typeof handOverRow>
export const handOverRows = z.object({ total: z.int(), rows: z.array(handOverRow) })

/** NFTs in the order in which they were found; `after` is the last one's `place`. */
export const handedNftQuery = z.object({
  state: z.enum(['all', 'failed', 'unmovable']).default('all'),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const handedNft = z.object({
  place: z.int(),
  row: z.int(),
  chain: z.string(),
  /** `polygon:0x…:7`, `solana:…`. */
  locator: z.string(),
  nftId: z.string().nullable(),
  quantity: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'under way', 'succeeded', 'failed', 'cancelled', 'unmovable']),
  txId: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  error: z.string().nullable(),
})
export type HandedNft = z.infer<typeof handedNft>
export const handedNfts = z.array(handedNft)
