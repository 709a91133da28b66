import type { BatchState, MintState, RunState, TransactionState } from '../../../src/core/journal/states.ts'
import type { Collection, Job } from './chain.ts'

export interface Mint {
  id: string
  collection: Collection
  run: string | null
  ordinal: number
  state: MintState
  batch: number | null
  place: number | null
  token: number | null
  /** The chain was found to hold it: no batch of this journal made it. */
  found: boolean
  /** Which recipient and metadata it has: 0 the first, else the number of its last correction. */
  content: number
  corrections: number
  /** The last batch that there was when it was corrected; null: it never was. */
  lastBatch: number | null
}

export interface Batch {
  pk: number
  collection: Collection
  run: string | null
  job: string
  size: number
  single: boolean
  state: BatchState
  transaction: number | null
  firstToken: number | null
}

/** The bytes that were signed, as far as the model needs them. */
export interface SignedBytes {
  hash: string
  job: Job | null
  max: bigint
  priority: bigint
}

export interface Attempt extends SignedBytes {
  fill: 0 | 1
  answer: string | null
  sent_block: number | null
  first_sent_block: number | null
}

export interface LedgerTransaction {
  pk: number
  sequence: number
  batch: number | null
  state: TransactionState
  block_hash: string | null
  /** Where it was settled; null when that is not known (any more). */
  settled_in: { number: number; hash: string } | null
  /** The hash that was included. */
  tx_hash: string | null
  attempts: Attempt[]
}

export interface Run {
  id: string
  collection: Collection
  state: RunState
  completed: boolean
}

/** Why a collection stopped. */
export type Halt =
  /** The chain does not hold what the journal calls minted. */
  | { why: 'reverted' }
  /** What the contract holds for a job is not the batch of that job. */
  | { why: 'evidence' }
  /** Another copy of the app mints into it. */
  | { why: 'writer'; writer: number }

/** Every table of the journal. */
export interface Tables {
  mints: Mint[]
  batches: Batch[]
  transactions: LedgerTransaction[]
  runs: Run[]
  /** By collection: token ids of mints that were read back from the chain, by tag. */
  known: readonly [Map<string, number>, Map<string, number>]
  /** By collection: nothing is signed for it until a person says so. */
  halts: [Halt | null, Halt | null]
  /** Collections that a person said to go on with, until the chain's word was taken. */
  resumed: Set<Collection>
  /** By collection: writers that were drawn here, or taken over from. */
  writers: readonly [Set<number>, Set<number>]
}

export function emptyTables(): Tables {
  return {
    ...{ mints: [], batches: [], transactions: [], runs: [] },
    ...{ known: [new Map(), new Map()], halts: [null, null], resumed: new Set(), writers: [new Set(), new Set()] },
  }
}

/** What stands for a token that the chain holds and nothing names. */
export function unnamed(token: number | ''): string {
  return `token ${token}`
}
