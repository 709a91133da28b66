import type { CollectionFacts } from './collections.ts'
import type { TreeSize } from './trees.ts'

/** Price of a unit of weight, in the coin's smallest unit. */
export interface Fee {
  max: bigint
  priority: bigint
  /** The network has no base fee: `max` is paid whole. */
  legacy?: boolean
}

/** What a unit of weight costs now: `base` is what everybody pays, so about `base + priority` is paid; `max` is the ceiling signed. */
export interface Fees {
  base: bigint
  low: Fee
  expected: Fee
  high: Fee
}

/** Mints that would go out together: with metadata of ours, or each with a hosted URI like this one. */
export type BatchShape = (
  | { kind: 'batch'; size: number }
  | { kind: 'uris'; size: number; uri: string }
  /** A token that is an account of its own, where others lie in trees, with a URI like this one. */
  | { kind: 'account'; size: 1; uri: string }
) & {
  /** Of copies: how many templates they are of, and how many of those no batch before it defined; absent: each is of one of its own. */
  templates?: { all: number; fresh: number }
}

/** What something costs: units of weight, and what is charged beside them, expected and at most, in the coin's smallest unit. */
export interface Cost {
  weight: bigint
  extra: bigint
  extraAtMost: bigint
}

/** What transactions would use if they were sent now, one after the other. */
export interface Rehearsal {
  /** One for each transaction that a collection's contract still needs; empty when it is there. */
  deployment: Cost[]
  /** One for each new tree, in the order given. */
  trees: Cost[]
  /** One for each batch, in the order given. */
  batches: Cost[]
}

/** What things cost before they are done. */
export interface FeesClient {
  fees(): Promise<Fees>
  /** What bringing a collection's contract (and trees for its tokens) into being and then minting these batches would use now. Nothing is sent. */
  rehearse(facts: CollectionFacts, batches: readonly BatchShape[], newTrees?: readonly TreeSize[]): Promise<Rehearsal>
}
