import type { Leaf, LeafChange } from './trees.ts'

/** What a settled piece of work came to. */
export type Outcome =
  /** `addresses`: of tokens that have addresses of their own, by place; `leaves`: of those in a tree. */
  | { kind: 'minted'; firstTokenId: number; addresses?: readonly string[]; leaves?: readonly Leaf[] }
  /** The contract knows the job already: read `job` to learn which tokens it made. Of a permission: its holder used its id before (0). */
  | { kind: 'already-minted'; firstTokenId: number; addresses?: readonly string[] }
  /** The contract holds another writer for the minter than expected (`MintFence`): `stored`. No mint failed. */
  | { kind: 'another-writer'; stored: number }
  /** The minter minted other jobs, or in another order, than the trail of the entry says. No mint failed. */
  | { kind: 'another-history' }
  /** A job that was to be replaced was minted, from this token on (of copies: as this batch). No mint failed. */
  | { kind: 'replaced-minted'; job: string; firstTokenId: number }
  /** `changes`: what became of leaves of a tree. */
  | { kind: 'done'; changes?: { tree: string; leaves: readonly LeafChange[] } }
  /**
   * `token.stale`: what the journal knows of a token, or of those around it, is not what is on the chain: its tree is to be read again.
   * `place`: of the one mint of the batch that was refused, where it is known; the others can be minted without it.
   * `elsewhere`: nothing is wrong with the mints, but somebody else took the room in their tree: once it was read they go into another. */
  | { kind: 'failed'; code: string; message: string; place?: number; elsewhere?: true }

/** Why a mint was refused cannot be told: nothing was minted by it, and nothing says that it can never be. Code of a `CoreError`. */
export const unclearRefusal = 'network.unclear'

/** Thrown by `prepare` when the chain says that the call would fail. */
export class Refusal extends Error {
  readonly outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>
  constructor(outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>) {
    super(outcome.kind === 'failed' ? outcome.message : outcome.kind)
    this.name = 'Refusal'
    this.outcome = outcome
  }
}
