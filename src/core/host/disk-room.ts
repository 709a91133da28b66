import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDiskFull } from '../lib/errors.ts'

/** Ours, milliseconds: how long to wait before the next try. */
const tryEvery = 1_000

/**
 * Does something at a start that writes to the disk; while the disk is full, repeats it until it succeeds or the core ends.
 * @throws any other error
 */
export async function onceDiskHasRoom(
  act: () => Promise<void>,
  ending: AbortSignal,
  log: Pick<Logger, 'warn'>,
  every = tryEvery,
): Promise<void> {
  for (let logged = false; !ending.aborted; logged = true) {
    try {
      return await act()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      if (!logged) log.warn({ err: error }, 'the disk is full: what was under way is taken up when it has room')
    }
    await wait(every, undefined, { signal: ending, ref: false }).catch(() => {})
  }
}
