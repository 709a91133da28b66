/** When a failed mint may be given another recipient or other metadata, and under which job it is minted then (docs/journal.md, "Corrections"). */
import { isBeingCancelled } from './cancellation.ts'
import {
  type BatchState,
  type MintState,
  mintMoves,
  overStates,
  type RunState,
  type TransactionState,
} from './states.ts'

/**
 * The most job ids that one lone mint may have. A database that knows of no correction asks the chain for a mint by these, which follow from its id
 * alone.
 */
export const loneJobs = 8

/** How often one mint may be corrected. One more of its jobs may have been lost to a reorganisation. */
export const correctionsAtMost = 6

/** What the journal says of a mint that is to be corrected. */
export interface CorrectionFacts {
  mint: MintState
  /** The state of its last batch, and of the transaction that carried it; null if there is none. */
  batch: BatchState | null
  transaction: TransactionState | null
  run: RunState
  /** The run is over: nothing of it waits or is in flight any more. */
  runCompleted: boolean
  /** How often it was corrected before. */
  corrections: number
}

export type CorrectionStep =
  | 'correct'
  /** It waits, is minted, or was cancelled. */
  | 'not-failed'
  /** A transaction signed for it, or for its cancelled run, may still be included. */
  | 'unsettled'
  | 'too-often'

/** Whether a mint may be corrected: only once the journal says how everything that was signed for it has ended. */
export function correctionStep(facts: CorrectionFacts): CorrectionStep {
  const { mint, batch, transaction, run, runCompleted, corrections } = facts
  if (!(mintMoves.correct.from as readonly MintState[]).includes(mint)) return 'not-failed'
  if (batch !== null && batch !== 'failed') return 'unsettled'
  if (transaction !== null && !(overStates as readonly TransactionState[]).includes(transaction)) return 'unsettled'
  if (isBeingCancelled(run, runCompleted)) return 'unsettled'
  return corrections >= correctionsAtMost ? 'too-often' : 'correct'
}

/**
 * Whether a mint may use an earlier job id of its own again. It may for the same content. For other content it may not: if a reorganisation brought
 * the first bytes back, the chain would hold other content under the job than the journal says.
 * @param batch the key of the batch that had the job, and whether it failed for good without being lost
 * @param lastBatch the last batch that there was when the mint was corrected; null: it was never corrected
 */
export function mayHaveJobAgain(batch: { pk: number; failed: boolean }, lastBatch: number | null): boolean {
  return batch.failed && (lastBatch === null || batch.pk > lastBatch)
}
