import type { ChainName } from '../../../shared/chains.ts'
import type { Family } from '../../../shared/families/family.ts'

export interface Head {
  number: number
  hash: string
}

/** @param network `practice:polygon` */
export function isPracticeNetwork(network: string): boolean {
  return network.startsWith('practice:')
}

/** Reads a network as a whole. */
export interface NetworkClient {
  /** `practice:polygon` */
  readonly network: string
  readonly chain: ChainName
  /** What its chain can do. */
  readonly family: Family
  /** Whether it is a practice network: small, run by Mintdesk, and possibly reset. */
  readonly isPractice: boolean
  /** Confirmations that a transaction needs before it is settled; its own block is the first. */
  readonly confirmations: number
  /** How often a signer queue with open work observes the chain, ms; the engine's own timing where absent. */
  readonly pollMs?: number
  /** Milliseconds from one block to the next; absent on a practice network, which makes blocks on demand. */
  readonly blockMs?: number
  /** Heads in the time of an ordinary block (some seconds), where the chain counts faster; absent: each head is an ordinary block. */
  readonly headsPerBlock?: number
  /** Hash of block 0. */
  genesis(): Promise<string>
  head(): Promise<Head>
  /** The last block that no reorganisation can remove. */
  finalized(): Promise<Head>
  /** Marks something as pending until the returned function is called; a practice network makes blocks meanwhile. */
  busy(): () => void
  /** Practice networks only: why it accepts no transactions now, as a sentence; null while it does. */
  heldUp?(): string | null
}
