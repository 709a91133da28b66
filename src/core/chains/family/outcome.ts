import type { Leaf, LeafChange } from './trees.ts'

/** The outcome of a settled piece of work. */
export type Outcome =
  /** `addresses`: for tokens that have addresses of their own, by place; `leaves`: for tokens in a tree. */
  | { kind: 'minted'; firstTokenId: number; addresses?: readonly string[]; leaves?: readonly Leaf[] }
  /** The contract had already done the job: `job` returns its tokens. For a permission: its holder used its id before (`firstTokenId` 0). */
  | { kind: 'already-minted'; firstTokenId: number; addresses?: readonly string[] }
  | Fenced
  /** `changes`: how the leaves of a tree changed. */
  | { kind: 'done'; changes?: { tree: string; leaves: readonly LeafChange[] } }
  /**
   * Code `token.stale`: the journal's data of a token or its neighbours differs from the chain, so its tree must be read again.
   * `place`: the one mint of the batch that was refused, where it is known; the others can be minted without it.
   * `elsewhere`: nothing is wrong with the mints, but another account took the room in their tree: once it is read they go into another. */
  | { kind: 'failed'; code: string; message: string; place?: number; elsewhere?: true }

/**
 * The contract minted nothing, because of other mints or for an unknown reason; as far as is known, nothing is wrong with these mints.
 * `another-writer`: its mark has the writer `stored`, not the one that the call expects. `another-history`: it recorded jobs that the call's
 * signer did not know. `replaced-minted`: it minted this job, which the call replaces. `unclear`: an included transaction failed, and nothing
 * shows why, nor that the mints can never succeed.
 */
export type Fenced =
  | { kind: 'another-writer'; stored: number }
  | { kind: 'another-history' }
  | { kind: 'replaced-minted'; job: string; firstTokenId: number }
  | { kind: 'unclear'; message: string }

/** Whether an outcome is one of `Fenced`. */
export function isFenced(outcome: Outcome): outcome is Fenced {
  return (
    outcome.kind === 'another-writer' ||
    outcome.kind === 'another-history' ||
    outcome.kind === 'replaced-minted' ||
    outcome.kind === 'unclear'
  )
}

/** Code of a refusal to make a collection: its address follows from its name, and another collection of that name is on chain. */
export const nameTaken = 'collection.name'

/** Thrown by `prepare` when the chain says that the call would fail. */
export class Refusal extends Error {
  readonly outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>
  constructor(outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>) {
    super(outcome.kind === 'failed' ? outcome.message : outcome.kind)
    this.name = 'Refusal'
    this.outcome = outcome
  }
}
