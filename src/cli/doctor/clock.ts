/** This computer's clock, beside those of servers that Mintdesk talks to anyway. */
import type { Line } from './line.ts'

/** Ours, ms. */
const patience = 8_000
/** Ours, seconds. Signatures to buckets are refused from 15 minutes on; the times of runs and backups mislead before. */
const wrongBy = 300
const offBy = 30

/** How far this clock is ahead of a server's, in seconds, by the `Date` of its answer; undefined when it gives none. */
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

/** @param ahead seconds, one a server that answered; @param asked how many were asked */
export function judgeClock(ahead: readonly number[], asked: number): Line {
  const name = 'clock'
  if (asked === 0)
    return { name, state: 'note', says: 'Not compared: no live RPC is set for this project, and nobody else is asked.' }
  const [median] = [...ahead].sort((a, b) => a - b).slice(Math.floor(ahead.length / 2))
  if (median === undefined) return { name, state: 'note', says: 'Not compared: no RPC says what time it is.' }
  const off = Math.abs(median)
  // The header counts whole seconds.
  if (off < offBy) return { name, state: 'ok', says: 'The clock agrees with those of the RPCs.' }
  const minutes = off < 120 ? `${Math.round(off)} seconds` : `${Math.round(off / 60)} minutes`
  return {
    name,
    state: off < wrongBy ? 'slow' : 'broken',
    says: `This computer’s clock is ${minutes} ${median > 0 ? 'ahead of' : 'behind'} those of the RPCs.`,
    cure: 'Let the system set the time by the network: buckets refuse signatures of a wrong time, and times of runs and backups mislead.',
  }
}
