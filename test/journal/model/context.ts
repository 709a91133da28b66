import type { Fee } from '../../../src/core/chains/family/fees.ts'
import type { Mark } from '../../../src/core/chains/family/fence.ts'
import type { Entry } from '../../../src/core/journal/fence.ts'
import type { Collection, Job, ModelChain } from './chain.ts'
import type { Ledger } from './ledger.ts'
import type { SignedBytes } from './tables.ts'

/** What the engine does between two points, at any of which it may be killed, or anything else may happen. */
export type Steps<Answer = void> = Generator<string, Answer>

/** What stands outside the database: the highest sequence that was ever sent, and by what it was taken first. */
export interface ModelMark {
  sequence: number
  hash: string
}

/** A question to the node got no answer. */
export class NoAnswer extends Error {}

/** Under which writer a signer queue mints into a collection that agreed with its contract: as `src/core/minting/queue-memory.ts` has it. */
export interface Session {
  readonly mark: Mark
  readonly writer: number
  entry: Entry
  /** The transaction that enters; null while the entry is due. */
  entryPk: number | null
  /** Jobs under which a mint was signed since the entry, and not minted; by mint. */
  readonly ended: Map<number, string[]>
}

/** What the signer queue remembers between rounds; all of it can be lost. */
export interface Memory {
  recovered: boolean
  /** Whose turn it is among the runs and the API. */
  turn: number
  nonceGapSince: number | null
  stands: { count: number; since: number } | null
  /** The highest block at which a contract was last compared with the journal. */
  anchor: { number: number; hash: string } | null
  /** Of collections that agree with their contracts. */
  sessions: Map<Collection, Session>
}

export interface QueueContext {
  ledger: Ledger
  chain: ModelChain
  mark: ModelMark
  memory: Memory
  sign(job: Job | null, fee: Fee): SignedBytes
  /** A writer that nobody drew before. */
  draw(): number
  /** A question to the node: a moment in which anything may happen, and then an answer or none. */
  ask<Answer>(question: () => Answer): Steps<Answer>
}

/** What a transaction pays now. */
export function askedFee({ world }: ModelChain): Fee {
  return { max: world.baseFee * 2n + 1n, priority: 1n }
}
