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

/** What is asked of a network as a whole. */
export interface NetworkClient {
  /** `practice:polygon` */
  readonly network: string
  readonly chain: ChainName
  /** What its chain can do. */
  readonly family: Family
  /** Whether it is a practice network: small, Mintdesk's own, and it may have begun anew. */
  readonly isPractice: boolean
  /** Blocks on top of the including one, itself counted, before anything is called done. */
  readonly confirmations: number
  /** How often an open signer queue looks at the chain, ms; the engine's own timing where absent. */
  readonly pollMs?: number
  /** Milliseconds from one block to the next; absent on a practice network, which makes them as it is told. */
  readonly blockMs?: number
  /** How many heads go by in the time of a block of some seconds, as most chains have them; absent: a head is such a block. */
  readonly headsPerBlock?: number
  /** Hash of block 0. */
  genesis(): Promise<string>
  head(): Promise<Head>
  /** The last block that will not be taken back. */
  finalized(): Promise<Head>
  /** Tells the network that something is pending until the returned function is called (a practice network then makes blocks). */
  busy(): () => void
  /** Practice networks only: why it takes nothing in now, as a sentence; null while it does. */
  heldUp?(): string | null
}
