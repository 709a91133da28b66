/** Rows in one piece of work. */
export const rowsAtOnce = 1000

/** Pieces that another thread may be ahead: enough that neither waits for the other, and few, since they are held in memory. */
export const piecesAhead = 3

/** The least time between two reports, ms. */
const betweenTellings = 250

/**
 * Returns a function that calls `tell` only when enough time has passed. Counting takes longer the more rows there are, and must stay a
 * small part of the work.
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
 * Lets another thread do pieces of work while this one goes on. Up to `most` pieces are under way before `take` gets the first result, and
 * results are taken in the order in which the pieces were begun.
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
    /** Takes the results of all pieces under way. */
    async drain(): Promise<void> {
      while (begun.length > 0) await takeFirst()
    },
  }
}
