/** How well an RPC does, as far as it was seen: plain figures and what follows from them. Times in milliseconds. Pure. */
export interface RpcHealth {
  /** Share of failed calls, the last ones counting most: 0 to 1. */
  errors: number
  /** Time of an answer, the last ones counting most; null before the first. */
  latency: number | null
  /** Failures in a row. */
  failures: number
  /** Not to be asked before then. */
  waitUntil: number
  /** Its newest block, and when it said so; null before the first. */
  head: { number: number; at: number } | null
}

export const unknownHealth: RpcHealth = { errors: 0, latency: null, failures: 0, waitUntil: 0, head: null }

/** Ours: how much the newest call counts in the averages. */
const weight = 0.2
/** Ours: after the first failure, and at most. */
const firstWait = 500
const longestWait = 60_000

/** After a call that was answered, be the answer an error of the call's own. */
export function answered(health: RpcHealth, ms: number): RpcHealth {
  return {
    ...health,
    errors: health.errors * (1 - weight),
    latency: health.latency === null ? ms : health.latency * (1 - weight) + ms * weight,
    failures: 0,
  }
}

/**
 * After a call that was not: it is left alone for a while, doubled with each failure in a row, or as long as it asks for.
 * @param random 0 to 1; spreads the returns, so that many clients do not come back together
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

/** Blocks that an RPC may be behind the newest one that any said, before it counts as lagging: 15 seconds' worth, at least 3. */
export function toleratedLag(blockMs: number): number {
  return Math.max(3, Math.ceil(15_000 / blockMs))
}

/** How many blocks an RPC is behind the newest that any told of, less those that were made since it was asked; 0 while nothing is known. */
export function lagOf({ head }: RpcHealth, newest: RpcHealth['head'], blockMs: number): number {
  if (head === null || newest === null) return 0
  const since = Math.ceil(Math.max(0, newest.at - head.at) / blockMs)
  return Math.max(0, newest.number - head.number - since)
}

/** Lower is better: milliseconds, with what errors and lag are worth in them. A list's order decides between equals. */
export function scoreOf(
  health: RpcHealth,
  { lag, tolerated, place }: { lag: number; tolerated: number; place: number },
): number {
  const lagging = lag > tolerated ? 20_000 : 0
  // The order a person gave counts for more than a little time, and for less than errors.
  return (health.latency ?? 0) + health.errors * 5_000 + lagging + place * 250
}
