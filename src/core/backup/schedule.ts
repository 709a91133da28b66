/** When a backup is due, as a pure decision. */

/** Ours, ms: when the database was not written for so long, it is a quiet moment. */
const quietMs = 15_000
const minuteMs = 60_000

/**
 * Whether a backup is due. Times in milliseconds since 1970.
 * @param begun when the last one began; 0: there is none
 * @param changed when the database was written last
 * @param failed whether the last one failed: it is tried again even where nothing changed
 */
export function isDue({
  now,
  begun,
  changed,
  failed,
  everyMinutes,
}: {
  now: number
  begun: number
  changed: number
  failed: boolean
  everyMinutes: number
}): boolean {
  // A clock that was put back must not end backups.
  const passed = begun > now ? Number.POSITIVE_INFINITY : now - begun
  if (failed) return passed >= Math.min(everyMinutes * minuteMs, minuteMs)
  if (changed <= begun && begun <= now) return false
  if (passed >= everyMinutes * minuteMs) return true
  return passed >= quietMs && now - changed >= quietMs
}
