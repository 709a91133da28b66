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
  /** Runs whose spending cap left no room in the last round, and how far they were then. */
  capped: ReadonlyMap<string, BrokenCap>
  /** Of a wallet that sends its own: more is asked than a hand-over of which it has something to send pays. */
  held: boolean
}
