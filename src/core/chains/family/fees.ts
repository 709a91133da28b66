import type { CollectionFacts } from './collections.ts'
import type { TreeSize } from './trees.ts'

/** Price of a unit of weight, in the coin's smallest unit. */
export interface Fee {
  max: bigint
  priority: bigint
  /** The network has no base fee: `max` is paid whole. */
  legacy?: boolean
}

/** The price of a unit of weight now: about `base + priority` is paid, with `base` for everyone; `max` is the signed ceiling. */
export interface Fees {
  base: bigint
  low: Fee
  expected: Fee
  high: Fee
}

/** Mints that would share a transaction: with metadata of ours, or each with a hosted URI like this one. */
export type BatchShape = (
  | { kind: 'batch'; size: number }
  | { kind: 'uris'; size: number; uri: string }
  /** A token that is an account of its own while others are in trees, with a URI like this one. */
  | { kind: 'account'; size: 1; uri: string }
) & {
  /** For copies: their templates, and those of them that no earlier batch defined; absent: each copy has its own template. */
  templates?: { all: number; fresh: number }
}

/** A cost: units of weight, and the charge on top of them, expected and at most, in the coin's smallest unit. */
export interface Cost {
  weight: bigint
  extra: bigint
  extraAtMost: bigint
}

/** What transactions would cost if they were sent now, one after the other. */
export interface Rehearsal {
  /** One for each transaction that the deployment of the contract still needs; empty when the contract exists. */
  deployment: Cost[]
  /** One for each new tree, in the order given. */
  trees: Cost[]
  /** One for each batch, in the order given. */
  batches: Cost[]
}

/** Prices, and costs of transactions before they are sent. */
export interface FeesClient {
  fees(): Promise<Fees>
  /** What it would cost now to make a collection's contract (and trees for its tokens), then to mint these batches. Nothing is sent. */
  rehearse(facts: CollectionFacts, batches: readonly BatchShape[], newTrees?: readonly TreeSize[]): Promise<Rehearsal>
}
