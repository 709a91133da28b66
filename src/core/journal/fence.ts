/** Who may mint into a collection next, as pure decisions (docs/journal.md, "One writer at a time"). */

/** The most jobs that one call can replace. */
export const replacedAtMost = 16

export type WriterStep =
  /** The mark is nobody's, or ours: an entry may be signed. */
  | 'enter'
  /** Something else minted with the same key under a writer that nobody here knows: a person decides. */
  | 'stop'

/** @param known whether this journal drew the writer, or a person said to take over from it */
export function writerStep({ writer, known }: { writer: number; known: boolean }): WriterStep {
  return writer === 0 || known ? 'enter' : 'stop'
}

export type Entry =
  /** Nothing was signed since the mark was read: the next call enters. */
  | 'due'
  /** The call that enters is on its way. */
  | 'pending'
  /** A block holds it, and it did what it was for. */
  | 'done'

export type FenceStep =
  /** Nothing may be signed until the contract was compared with the journal again. */
  | 'compare'
  /** One call may be signed: the entry. */
  | 'enter'
  /** The entry is on its way: no other call would pass before a block holds it. */
  | 'wait'
  | 'sign'

/**
 * What may be signed for a collection that has agreed with its contract.
 * @param transaction of a pending entry: its state, and whether the block that it is in says that it succeeded (null: not known)
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
      // It failed, or never came: the mark is read again, and the next call enters under a writer of its own.
      return 'compare'
  }
}

/**
 * The jobs that a call must name: all under which one of its mints was signed since the entry, and not minted.
 * @returns null when they are more than a call can name: after a new entry none needs to be
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
