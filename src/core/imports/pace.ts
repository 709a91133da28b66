/** Work on many rows goes in pieces of so many. */
export const rowsAtOnce = 1000

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
