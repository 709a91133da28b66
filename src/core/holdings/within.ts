import { setTimeout as wait } from 'node:timers/promises'

/** What comes of work in so many milliseconds; it goes on beside when they are over. @param late what then stands for it */
export async function within<T, Late>(ms: number, work: Promise<T>, late: Late): Promise<T | Late> {
  // Whoever is late may fail unheard.
  work.catch(() => undefined)
  const over = new AbortController()
  const waited = wait(Math.max(0, ms), late, { signal: over.signal }).catch(() => late)
  try {
    return await Promise.race([work, waited])
  } finally {
    over.abort()
  }
}
