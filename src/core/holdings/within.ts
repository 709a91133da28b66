import { setTimeout as wait } from 'node:timers/promises'

/** The result of work within some milliseconds; the work continues afterwards. @param late the result when the time is over */
export async function within<T, Late>(ms: number, work: Promise<T>, late: Late): Promise<T | Late> {
  // A late failure must count as handled.
  work.catch(() => undefined)
  const over = new AbortController()
  const waited = wait(Math.max(0, ms), late, { signal: over.signal }).catch(() => late)
  try {
    return await Promise.race([work, waited])
  } finally {
    over.abort()
  }
}
