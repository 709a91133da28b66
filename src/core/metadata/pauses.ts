import { boundedCache } from '../lib/bounded-cache.ts'
import type { PinningError, PinningService } from './pinning.ts'

/** Ours, ms: the first wait after a failure, doubled up to the last. */
const firstDelayMs = 500
const lastDelayMs = 30_000
/** Ours, ms: a service that asks for more is asked again after this. */
const longestRetryAfterMs = 600_000
/** Ours: contents of which it is known that the service did not take them. */
const refusalsKept = 10_000

/** When a pinning service that did not do its work is asked again. */
export interface Pauses {
  /** @param root the content that it did not take */
  failed(error: PinningError, service: PinningService, root: string): void
  /** It took the content. */
  took(root: string): void
  /** @throws PinningError, that of the last try, while it is not time for another one */
  requireTime(service: PinningService, root: string): void
}

interface Failure {
  error: PinningError
  service: PinningService
  until: number
  delay: number
}

/** A service that does not answer is left alone; content that it refuses is tried again by itself, and holds up no other. */
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
