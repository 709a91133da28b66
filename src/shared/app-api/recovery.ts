import { z } from 'zod'

/** `POST /app/recovery`: starts rebuilding collections and NFTs from seed and chains; `GET /app/recovery` reports progress. */
export const recoveryOptions = z.object({
  /** Only searches; changes nothing. */
  dryRun: z.boolean().default(false),
  /** Ids to try for collections whose metadata, in which the id is sealed, is lost; of no use on Aptos. */
  collectionIds: z.array(z.string().min(1).max(200)).max(1_000).default([]),
})
export type RecoveryOptions = z.infer<typeof recoveryOptions>

export const foundCollection = z.object({
  kind: z.enum(['practice', 'live']),
  chain: z.string(),
  /** The project's index in the seed. */
  projectIndex: z.number(),
  collectionId: z.string(),
  contract: z.string(),
  name: z.string(),
  /** NFTs ever minted into it, according to the chain. */
  minted: z.number(),
  /** NFTs that this recovery added to the journal. */
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
  /** What could not be searched, one sentence each. */
  remarks: z.array(z.string()),
})
export type RecoveryState = z.infer<typeof recoveryState>
