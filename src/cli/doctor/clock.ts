/** Compares this computer's clock with those of servers that Mintdesk contacts anyway. */
import type { Line } from './line.ts'

/** Ours, ms. */
const patience = 8_000
/** Ours, seconds. Buckets refuse signatures that are 15 minutes off; the times of runs and backups mislead sooner. */
const wrongBy = 300
const offBy = 30

/** How many seconds this clock is ahead of a server's, by the `Date` header of its answer; undefined if there is no answer or header. */
export async function aheadOf(url: string, now: () => number = Date.now): Promise<number | undefined> {
  try {
    const began = now()
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patience) })
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    await answer.body?.cancel()
    return Number.isNaN(theirs) ? undefined : ((began + now()) / 2 - theirs) / 1_000
  } catch {
    return undefined
  }
}

/** @param ahead seconds, one for each server that answered @param asked how many servers were asked */
export function judgeClock(ahead: readonly number[], asked: number): Line {
  const name = 'clock'
  if (asked === 0)
    return { name, state: 'note', says: 'Not compared: no live RPC is set for this project, and nobody else is asked.' }
  const [median] = [...ahead].sort((a, b) => a - b).slice(Math.floor(ahead.length / 2))
  if (median === undefined) return { name, state: 'note', says: 'Not compared: no RPC says what time it is.' }
  const off = Math.abs(median)
  // The `Date` header has a resolution of one second.
  if (off < offBy) return { name, state: 'ok', says: 'The clock agrees with those of the RPCs.' }
  const minutes = off < 120 ? `${Math.round(off)} seconds` : `${Math.round(off / 60)} minutes`
  return {
    name,
    state: off < wrongBy ? 'slow' : 'broken',
    says: `This computer’s clock is ${minutes} ${median > 0 ? 'ahead of' : 'behind'} those of the RPCs.`,
    cure: 'Let the system set the time by the network: buckets refuse signatures of a wrong time, and times of runs and backups mislead.',
  }
}
