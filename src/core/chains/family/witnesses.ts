import type { ChainClient } from '../family.ts'

/** Another RPC of the list than the one that answers a look. */
export interface Witness {
  /** Its address without its key; no other of the list has the same. */
  readonly name: string
  /** A client that this RPC alone answers; null while it cannot be asked. */
  client(): Promise<ChainClient | null>
}

/** What comparing the words of RPCs came to, by their names. */
export interface Compared {
  agreed: readonly string[]
  /** Two others said the same, and these something else. */
  outvoted: readonly string[]
  /** No two said the same. */
  disputed: readonly string[]
}

/** The RPCs of the network's list, by which each other's words are checked. */
export interface Witnesses {
  /** The one that answers this look. */
  readonly asked: string
  /** All the others, best first, also those that cannot be used now. */
  readonly others: readonly Witness[]
  /** Who is outvoted is left out for a while; who stands against whom is told with the network. */
  compared(result: Compared): void
}
