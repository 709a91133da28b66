import type { Leaf, LeafChange } from './trees.ts'

/** What a settled piece of work came to. */
export type Outcome =
  /** `addresses`: of tokens that have addresses of their own, by place; `leaves`: of those in a tree. */
  | { kind: 'minted'; firstTokenId: number; addresses?: readonly string[]; leaves?: readonly Leaf[] }
  /** The contract knows the job already: read `job` to learn which tokens it made. Of a permission: its holder used its id before (0). */
  | { kind: 'already-minted'; firstTokenId: number; addresses?: readonly string[] }
  | Fenced
  /** `changes`: what became of leaves of a tree. */
  | { kind: 'done'; changes?: { tree: string; leaves: readonly LeafChange[] } }
  /**
   * `token.stale`: what the journal knows of a token, or of those around it, is not what is on the chain: its tree is to be read again.
   * `place`: of the one mint of the batch that was refused, where it is known; the others can be minted without it.
   * `elsewhere`: nothing is wrong with the mints, but somebody else took the room in their tree: once it was read they go into another. */
  | { kind: 'failed'; code: string; message: string; place?: number; elsewhere?: true }

/**
 * The contract refused the call for what others minted, or for no reason that is known, and minted nothing: as far as is known nothing is wrong with the mints. `another-writer`: its mark has
 * this writer, and not the one that the call expects. `another-history`: it holds other jobs than the call's signer knew. `replaced-minted`:
 * it minted this job, which the call replaces. `unclear`: of a transaction that was included; nothing says why, nor that it can never be.
 */
export type Fenced =
  | { kind: 'another-writer'; stored: number }
  | { kind: 'another-history' }
  | { kind: 'replaced-minted'; job: string; firstTokenId: number }
  | { kind: 'unclear'; message: string }

/** Whether an outcome is the fence's. */
export function isFenced(outcome: Outcome): outcome is Fenced {
  return (
    outcome.kind === 'another-writer' ||
    outcome.kind === 'another-history' ||
    outcome.kind === 'replaced-minted' ||
    outcome.kind === 'unclear'
  )
}

/** Code of a refusal to make a collection: where addresses follow from names, another one of that name is on chain. */
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
