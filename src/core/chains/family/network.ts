import type { ChainName } from '../../../shared/chains.ts'

export interface Head {
  number: number
  hash: string
}

/** What is asked of a network as a whole. */
export interface NetworkClient {
  /** `practice:polygon` */
  readonly network: string
  readonly chain: ChainName
  /** Blocks on top of the including one, itself counted, before anything is called done. */
  readonly confirmations: number
  /** How often an open lane looks at the chain, ms; the engine's own timing where absent. */
  readonly pollMs?: number
  /** Milliseconds from one block to the next; absent on a practice network, which makes them as it is told. */
  readonly blockMs?: number
  /** Hash of block 0. */
  genesis(): Promise<string>
  head(): Promise<Head>
  /** The last block that will not be taken back. */
  finalized(): Promise<Head>
  /** Tells the network that something is pending until the returned function is called (a practice network then makes blocks). */
  busy(): () => void
}
