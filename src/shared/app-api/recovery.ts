import { z } from 'zod'

/** `POST /app/recovery`: rebuilds collections and NFTs from seed and chains; begun once, then looked at by `GET /app/recovery`. */
export const recoveryOptions = z.object({
  /** Only looks. */
  dryRun: z.boolean().default(false),
  /** Ids of collections, for those whose id no chain tells. */
  collectionIds: z.array(z.string().min(1).max(200)).max(1_000).default([]),
})
export type RecoveryOptions = z.infer<typeof recoveryOptions>

export const foundCollection = z.object({
  kind: z.enum(['practice', 'live']),
  chain: z.string(),
  /** Its project's place in the seed. */
  projectIndex: z.number(),
  collectionId: z.string(),
  contract: z.string(),
  name: z.string(),
  /** NFTs ever minted into it, by the chain. */
  minted: z.number(),
  /** NFTs that were entered now. */
  entered: z.number(),
  /** What could not be recovered, in a sentence. */
  remark: z.string().nullable(),
})
export type FoundCollection = z.infer<typeof foundCollection>

export const recoveryState = z.object({
  state: z.enum(['idle', 'running', 'done', 'failed']),
  /** Why it failed. */
  message: z.string().nullable(),
  step: z.object({ chain: z.string(), what: z.string(), done: z.number(), total: z.number() }).nullable(),
  found: z.array(foundCollection),
  /** What could not be looked at, a sentence each. */
  remarks: z.array(z.string()),
})
export type RecoveryState = z.infer<typeof recoveryState>
