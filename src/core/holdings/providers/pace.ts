import { setTimeout as wait } from 'node:timers/promises'
import { type Pace, type PaceRule, ProviderError } from './provider.ts'

export interface PaceOptions {
  name: string
  rule: PaceRule
  /** A monotonic clock, ms. */
  clock?: () => number
  /** For tests: waits by `clock`. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** At most `calls` calls in any `ms` milliseconds. */
export function slidingWindow(calls: number, ms: number): PaceRule {
  /** The times of the last calls, oldest first. */
  const left: number[] = []
  return {
    free(now) {
      while (left.length > 0 && now - (left[0] ?? 0) >= ms) left.shift()
      return left.length < calls ? now : (left[0] ?? now) + ms
    },
    took: (now) => void left.push(now),
  }
}

/** Up to `burst` calls at once after a rest, and one each `everyMs` on average. */
export function tokenBucket(burst: number, everyMs: number): PaceRule {
  /** The time when the bucket will be full. */
  let full = Number.NEGATIVE_INFINITY
  return {
    free: () => full - (burst - 1) * everyMs,
    took(now) {
      full = Math.max(full, now) + everyMs
    },
  }
}

/** Ours: the longest wait, in ms, for a service that asked for a rest; beyond it the call fails. */
export const longestWait = 15_000

export function openPace({
  name,
  rule,
  clock = () => performance.now(),
  sleep = (ms, signal) => wait(ms, undefined, { signal }),
}: PaceOptions): Pace {
  let restUntil = Number.NEGATIVE_INFINITY
  let before: Promise<unknown> = Promise.resolve()

  async function slot(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const now = clock()
      if (restUntil - now > longestWait)
        throw new ProviderError(
          'limited',
          `${name} is asked too often, and wants to be left alone for ${Math.ceil((restUntil - now) / 1_000)} seconds: try again then.`,
        )
      const at = Math.max(restUntil, rule.free(now))
      if (at <= now) {
        rule.took(now)
        return
      }
      await sleep(Math.ceil(at - now), signal)
    }
  }

  return {
    turn(signal) {
      const mine = before.then(() => slot(signal))
      before = mine.catch(() => undefined)
      return mine
    },
    rest(ms) {
      restUntil = Math.max(restUntil, clock() + ms)
    },
  }
}
