import type { BrokenCap } from '../../journal/caps.ts'
import type { CeilingOf } from '../../store/journal/hand-overs/ceilings.ts'
import type { Doubt } from '../hear-others.ts'
import type { Trouble } from './send.ts'

/** The node's chain ends below what was settled last: it lags, is in the middle of a reorganisation, or has lost blocks. */
export interface Behind {
  /** The number of the block in which transactions were settled. */
  settled: number
}

export type Back = 'stands' | 'taken back' | Behind

/** What one observation of the chain changed. */
export interface Observed {
  /** Transactions still open. */
  open: number
  /** Batches that ended. */
  batches: number[]
  /** Collections whose counters on chain are to be compared again. */
  suspect: number[]
  /** Whether earlier settled transactions were still in their blocks when something was to be settled; null when nothing was. */
  back: Back | null
  /** The chain's transaction count of this signer, and the lowest open sequence: a lower count means a nonce gap. */
  count: number
  lowest: number
  /** Why a send did not get through; null when all did. */
  trouble: Trouble | null
  /** What the signer lacks for the higher fee that a transaction needs, smallest unit. */
  missing: bigint | null
  /** What kept a transaction from its next step; all others took theirs. */
  fault: { error: unknown } | null
  /** Why the outcomes of confirmed transactions are not written down yet; null when all are. */
  doubt: Doubt | null
  /** A transaction that needs a higher fee than its run may pay. */
  stuck: { price: bigint; of: CeilingOf } | null
  /** The spending cap that keeps a transaction from the higher fee that it needs. */
  capped: BrokenCap | null
}
