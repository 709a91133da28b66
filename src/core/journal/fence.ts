/** Who may mint into a collection next, as pure decisions (docs/journal.md, "One writer at a time"). */

/** The most jobs that one call can replace. */
export const replacedAtMost = 16

export type WriterStep =
  /** The mark has no writer yet, or one of ours: an entry may be signed. */
  | 'enter'
  /** Another program minted with the same key under a writer that this journal does not know: a person decides. */
  | 'stop'

/** @param known whether this journal drew the writer, or a person said to take over from it */
export function writerStep({ writer, known }: { writer: number; known: boolean }): WriterStep {
  return writer === 0 || known ? 'enter' : 'stop'
}

export type Entry =
  /** Nothing was signed since the mark was read: the next call enters. */
  | 'due'
  /** The entry is signed, and no block is known to hold it yet. */
  | 'pending'
  /** A block holds the entry, and it succeeded. */
  | 'done'

export type FenceStep =
  /** Nothing may be signed until the contract was compared with the journal again. */
  | 'compare'
  /** One call may be signed: the entry. */
  | 'enter'
  /** The entry is in no block yet: before that, the contract would refuse any other call. */
  | 'wait'
  | 'sign'

/**
 * What may be signed for a collection whose journal agrees with its contract.
 * @param transaction the pending entry's: its state, and whether its block says that it succeeded (null: not known)
 */
export function fenceStep(entry: Entry, transaction: { state: string; succeeded: boolean | null } | null): FenceStep {
  if (entry === 'done') return 'sign'
  if (entry === 'due') return 'enter'
  switch (transaction?.state) {
    case 'succeeded':
      return 'sign'
    case 'included':
      return transaction.succeeded ? 'sign' : 'wait'
    case 'signed':
    case 'sent':
      return 'wait'
    default:
      // The entry failed, or was never included: the engine reads the mark again, and the next call enters under a new writer.
      return 'compare'
  }
}

/**
 * The jobs that a minting call must name: every job under which one of its mints was signed since the entry without being minted.
 * @returns null if there are more than a call can name: after a new entry none needs to be named
 */
export function replacedJobs(
  mints: readonly number[],
  ended: ReadonlyMap<number, readonly string[]>,
  job: string,
): string[] | null {
  const named = new Set(mints.flatMap((mint) => ended.get(mint) ?? []))
  named.delete(job)
  return named.size > replacedAtMost ? null : [...named]
}
