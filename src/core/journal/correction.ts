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
 * How many jobs of its own a mint may come to have: by these the chain is asked for a mint by its id alone, from a database that knows of no
 * correction.
 */
export const loneJobs = 8

/** So often one mint may be corrected: one of its jobs may have been lost to a reorganisation besides. */
export const correctionsAtMost = 6

/** What the journal says of a mint that is to be corrected. */
export interface CorrectionFacts {
  mint: MintState
  /** Of its last batch, and of the transaction that carried it; null where it came to none. */
  batch: BatchState | null
  transaction: TransactionState | null
  run: RunState
  /** Nothing of a cancelled run is under way any more. */
  runCompleted: boolean
  /** How often it was corrected before. */
  corrections: number
}

export type CorrectionStep =
  | 'correct'
  /** It waits, is minted, or was cancelled. */
  | 'not-failed'
  /** What was signed for it, or for its cancelled run, may still be included. */
  | 'unsettled'
  | 'too-often'

/** Nothing is corrected on a guess: what was signed for the mint has ended, and the journal says how. */
export function correctionStep(facts: CorrectionFacts): CorrectionStep {
  const { mint, batch, transaction, run, runCompleted, corrections } = facts
  if (!(mintMoves.correct.from as readonly MintState[]).includes(mint)) return 'not-failed'
  if (batch !== null && batch !== 'failed') return 'unsettled'
  if (transaction !== null && !(overStates as readonly TransactionState[]).includes(transaction)) return 'unsettled'
  if (isBeingCancelled(run, runCompleted)) return 'unsettled'
  return corrections >= correctionsAtMost ? 'too-often' : 'correct'
}

/**
 * Whether a job that a mint had before may be its job again. What is signed for the same content may; under the job of other content the
 * chain would hold something else than the journal says, should the first bytes come back in a reorganisation.
 * @param batch the key of the batch that had the job, and whether it failed for good without being lost
 * @param lastBatch the last batch that there was when the mint was corrected; null: it never was
 */
export function mayHaveJobAgain(batch: { pk: number; failed: boolean }, lastBatch: number | null): boolean {
  return batch.failed && (lastBatch === null || batch.pk > lastBatch)
}
