/** Work on many rows goes in pieces of so many. */
export const rowsAtOnce = 1000

/** Rows are checked in smaller pieces: fewer objects are alive when a thread collects its young generation (1,000 take a fifth more of the processor: `bench:imports`). */
export const checkedAtOnce = 250

/** Pieces that another thread may be ahead with: enough that neither waits for the other, and few, since they are held in memory. */
export const piecesAhead = 3

/** Between two tellings at the least, ms. */
const betweenTellings = 250

/**
 * Calls `tell` when it is time to, each time it is called itself: counting takes longer the more rows there are, and must stay a small part of
 * the work.
 */
export function nowAndThen(tell: () => Promise<void>): () => Promise<void> {
  let next = Date.now() + betweenTellings
  return async () => {
    const began = Date.now()
    if (began <= next) return
    await tell()
    const ended = Date.now()
    next = ended + Math.max(betweenTellings, 20 * (ended - began))
  }
}

/** Lets messages of the worker's port through between two pieces. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Has pieces of work done by another thread while this one goes on: so many are begun before the result of the first is used, and results are
 * used in the order in which the pieces were begun.
 */
export function inOrder<T>(most: number, take: (result: T) => void) {
  const begun: (() => Promise<T>)[] = []
  const takeFirst = async () => {
    const finish = begun.shift()
    if (finish) take(await finish())
  }
  return {
    async add(finish: () => Promise<T>): Promise<void> {
      begun.push(finish)
      while (begun.length > most) await takeFirst()
    },
    /** Uses the results of all that are begun. */
    async drain(): Promise<void> {
      while (begun.length > 0) await takeFirst()
    },
  }
}
