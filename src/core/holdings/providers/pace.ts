import { setTimeout as wait } from 'node:timers/promises'
import { type Pace, ProviderError } from './provider.ts'

export interface PaceOptions {
  name: string
  /** Milliseconds that only grow. */
  clock?: () => number
  /** For tests: waits by the same clock. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Koios: 100 calls in 10 seconds, and a minute's rest for whoever makes more. Blockfrost: 10 a second, and 500 at once where there were fewer
 * before. Ours, for both: some are left to other programs of this network, and to calls that do not arrive as they leave.
 */
export const paceCalls = 90
export const paceMs = 10_000
/** Ours: nobody waits longer for a turn. */
const longestWait = 15_000

export function openPace({
  name,
  clock = () => performance.now(),
  sleep = (ms, signal) => wait(ms, undefined, { signal }),
}: PaceOptions): Pace {
  /** When the last calls left, the oldest first. */
  const left: number[] = []
  let restUntil = Number.NEGATIVE_INFINITY
  let before: Promise<unknown> = Promise.resolve()

  async function slot(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const now = clock()
      while (left.length > 0 && now - (left[0] ?? 0) >= paceMs) left.shift()
      if (restUntil - now > longestWait)
        throw new ProviderError(
          'limited',
          `${name} is asked too often, and wants to be left alone for ${Math.ceil((restUntil - now) / 1_000)} seconds: try again then.`,
        )
      const free = left.length < paceCalls ? now : (left[0] ?? now) + paceMs
      const at = Math.max(restUntil, free)
      if (at <= now) {
        left.push(now)
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
