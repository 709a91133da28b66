import type { PracticeChain } from '../../../shared/chains.ts'

/** The status of a practice network. */
export interface PracticeStatus {
  chain: PracticeChain
  label: string
  /** Null where the family has no such number. */
  chainId: number | null
  state: 'idle' | 'starting' | 'up' | 'down'
  /** Its address; null while it does not answer. */
  rpcUrl: string | null
  /** One sentence: why it is down, or does not start. */
  reason?: string
  /** One sentence about a problem that was solved. */
  notice?: string
  /** What a person must get before it can start. */
  needs?: 'programs'
}

/** Controls a family's practice networks, beside their clients. */
export interface PracticeFamily {
  /** The status of each of them; starts none. */
  statuses(): PracticeStatus[]
  /** Genesis hashes of the started networks; they differ from live ones. */
  genesisHashes(): string[]
  /** Ends a removed network, and deletes its data. */
  forget(chain: string): Promise<void>
  /** Resets a network. */
  reset(chain: string): Promise<void>
  /** Creates coin for an account. @param amount in its smallest unit */
  give(chain: PracticeChain, address: string, amount: bigint): Promise<void>
  /** What kept networks from starting may be solved. */
  recheck(): void
  /** Ends the processes that a killed core left behind. */
  endLeftBehind(): Promise<void>
}
