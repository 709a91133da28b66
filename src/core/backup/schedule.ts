/** Decides when a backup is due. Pure. */

/** Ours, ms: after so long without a write, the database counts as quiet. */
const quietMs = 15_000
const minuteMs = 60_000

/**
 * Whether a backup is due. Times in milliseconds since 1970.
 * @param begun when the last backup began; 0: there is none
 * @param changed when the database was last written
 * @param failed whether the last backup failed: then it is repeated even where nothing changed
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
  // If the clock was set back, backups must still be made.
  const passed = begun > now ? Number.POSITIVE_INFINITY : now - begun
  if (failed) return passed >= Math.min(everyMinutes * minuteMs, minuteMs)
  if (changed <= begun && begun <= now) return false
  if (passed >= everyMinutes * minuteMs) return true
  return passed >= quietMs && now - changed >= quietMs
}
