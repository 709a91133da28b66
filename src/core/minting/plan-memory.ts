import type { BrokenCap } from '../journal/caps.ts'
import type { FilesAhead } from './compose/files-ahead.ts'
import type { ExternalUseMemory } from './transactions/external-nonce-use.ts'
import type { StaleTrees } from './transactions/token-refusals.ts'

/** What the signer queue remembers between rounds; all of it can be lost. */
export interface PlanMemory {
  /** Whose turn it is among the runs and the API. */
  turn: number
  /** By collection: how many mints a batch may hold, where more were too heavy for a transaction. */
  atMost: Map<number, number>
  externalUse: ExternalUseMemory
  files: FilesAhead
  stale: StaleTrees
  /** Runs whose spending cap left no room in the last round, with the cap's figures then. */
  capped: ReadonlyMap<string, BrokenCap>
  /** For a wallet that sends its own transfers: the fee is above the ceiling of a hand-over that waits for it. */
  held: boolean
}
