import { boundedCache } from '../lib/bounded-cache.ts'
import type { PinningError, PinningService } from './pinning.ts'

/** Ours, ms: the first wait after a failure, which doubles up to the last. */
const firstDelayMs = 500
const lastDelayMs = 30_000
/** Ours, ms: the longest pause that a service may ask for. */
const longestRetryAfterMs = 600_000
/** Ours: refused contents that are remembered. */
const refusalsKept = 10_000

/** Decides when a pinning service that failed is asked again. */
export interface Pauses {
  /** @param root the content that the service did not take */
  failed(error: PinningError, service: PinningService, root: string): void
  /** The service took the content. */
  took(root: string): void
  /** @throws PinningError of the last try, until it is time for another one */
  requireTime(service: PinningService, root: string): void
}

interface Failure {
  error: PinningError
  service: PinningService
  until: number
  delay: number
}

/** A service that does not answer is not asked for any content; content that it refuses is retried by itself and delays no other. */
export function createPauses(clock: () => number): Pauses {
  let down: Failure | undefined
  const refused = boundedCache<string, Failure>(refusalsKept)

  return {
    failed(error, service, root) {
      const isDown = error.code === 'storage.unreachable'
      const before = isDown ? down : refused.get(root)
      const delay = before ? Math.min(before.delay * 2, lastDelayMs) : firstDelayMs
      const pause = Math.max(delay, Math.min(error.retryAfterMs, longestRetryAfterMs))
      const failure = { error, service, until: clock() + pause, delay }
      if (isDown) down = failure
      else refused.set(root, failure)
    },
    took(root) {
      down = undefined
      refused.delete(root)
    },
    requireTime(service, root) {
      for (const failure of [down, refused.get(root)])
        if (failure?.service === service && clock() < failure.until) throw failure.error
    },
  }
}
