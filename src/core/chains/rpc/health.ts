/** How well an RPC works: the observed figures, and what follows from them. Times in milliseconds. Pure. */
export interface RpcHealth {
  /** Moving average of the share of failed calls: 0 to 1. */
  errors: number
  /** Moving average of the time to an answer; null before the first. */
  latency: number | null
  /** Failures in a row. */
  failures: number
  /** The RPC is not asked before this time. */
  waitUntil: number
  /** Its newest block, and when it reported that; null before the first report. */
  head: { number: number; at: number } | null
}

export const unknownHealth: RpcHealth = { errors: 0, latency: null, failures: 0, waitUntil: 0, head: null }

/** Ours: how much the newest call counts in the averages. */
const weight = 0.2
/** Ours: the wait after the first failure, and the longest wait. */
const firstWait = 500
const longestWait = 60_000

/** The health after an answered call; an error that is the call's own fault counts as an answer. */
export function answered(health: RpcHealth, ms: number): RpcHealth {
  return {
    ...health,
    errors: health.errors * (1 - weight),
    latency: health.latency === null ? ms : health.latency * (1 - weight) + ms * weight,
    failures: 0,
  }
}

/**
 * The health after a failed call: the RPC is not asked for a while, which doubles with each failure in a row, or for `retryAfterMs` if longer.
 * @param random 0 to 1; spreads the waits, so that many clients do not come back together
 */
export function failed(health: RpcHealth, now: number, random: number, retryAfterMs?: number): RpcHealth {
  const wait = Math.min(firstWait * 2 ** health.failures, longestWait) * (0.5 + random / 2)
  return {
    ...health,
    errors: health.errors * (1 - weight) + weight,
    failures: health.failures + 1,
    waitUntil: Math.max(health.waitUntil, now + Math.max(wait, retryAfterMs ?? 0)),
  }
}

/** Blocks that an RPC may be behind the newest block that any RPC reported, before it counts as lagging: 15 seconds' worth, at least 3. */
export function toleratedLag(blockMs: number): number {
  return Math.max(3, Math.ceil(15_000 / blockMs))
}

/** Blocks that an RPC is behind the newest reported one, less those that were made since its own report; 0 while nothing is known. */
export function lagOf({ head }: RpcHealth, newest: RpcHealth['head'], blockMs: number): number {
  if (head === null || newest === null) return 0
  const since = Math.ceil(Math.max(0, newest.at - head.at) / blockMs)
  return Math.max(0, newest.number - head.number - since)
}

/** Lower is better: latency in milliseconds, plus penalties for errors, lag and a later place in the list. */
export function scoreOf(
  health: RpcHealth,
  { lag, tolerated, place }: { lag: number; tolerated: number; place: number },
): number {
  const lagging = lag > tolerated ? 20_000 : 0
  // The person's order outweighs small differences of latency, but not errors.
  return (health.latency ?? 0) + health.errors * 5_000 + lagging + place * 250
}
