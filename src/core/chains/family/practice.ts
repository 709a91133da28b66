import type { PracticeChain } from '../../../shared/chains.ts'

/** How a practice network is. */
export interface PracticeStatus {
  chain: PracticeChain
  label: string
  /** Null where the family has no such number. */
  chainId: number | null
  state: 'idle' | 'starting' | 'up' | 'down'
  /** Where it answers; null while it does not. */
  rpcUrl: string | null
  /** One sentence: why it is down, or does not start. */
  reason?: string
  /** One sentence about something that went wrong and was dealt with. */
  notice?: string
  /** What a person must get before it can start. */
  needs?: 'programs'
}

/** What is asked of a family's practice networks beside what a client is asked. */
export interface PracticeFamily {
  /** How each of them is; starts none. */
  statuses(): PracticeStatus[]
  /** What tells those from live networks that were started. */
  genesisHashes(): string[]
  /** Ends one that is no more, and removes what is kept of it. */
  forget(chain: string): Promise<void>
  /** Begins one afresh. */
  reset(chain: string): Promise<void>
  /** Gives an account coin out of nothing. @param amount in its smallest unit */
  give(chain: PracticeChain, address: string, amount: bigint): Promise<void>
  /** What kept networks from starting may be gone. */
  recheck(): void
  /** Ends what a killed core left behind. */
  endLeftBehind(): Promise<void>
}
