/** Watching a run until it has ended. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { count } from '../shared/format.ts'
import { CallError } from '../shared/http-client.ts'
import { openProgress, pace } from './progress.ts'
import type { Terminal } from './terminal.ts'

export interface Followed {
  /** The run as it was last seen. */
  run: Run
  /**
   * `ended`: everything is settled, or given up; `paused`: somebody paused it; `interrupted`: the person stopped watching;
   * `lost`: the core that works on it does not answer any more.
   */
  how: 'ended' | 'paused' | 'interrupted' | 'lost'
}

/** Ours: a look takes about a millisecond; the end of a short run is seen at once, and a long one is not looked at too often. */
const looks = { first: 150, later: 400, laterAfter: 60_000 }

/** Shows how far a run is until it ends, is paused, or `stop` says stop. */
export async function followRun(api: AppClient, first: Run, terminal: Terminal, stop: AbortSignal): Promise<Followed> {
  let progress = await openProgress(terminal, 'minted')
  const began = performance.now()
  let run = first
  let lastNotice: string | null = null
  try {
    for (;;) {
      const { counts } = run
      const ended = counts.succeeded + counts.failed + counts.cancelled
      const failures = counts.failed > 0 ? `${counts.failed} failed` : ''
      const adding = run.entering === null ? '' : `adding rows: ${count(run.entering)} of ${count(counts.total)}`
      const note = [failures, adding, pace(run.rate, run.secondsLeft)].filter((part) => part !== '').join(', ')
      progress.show({ done: ended, total: counts.total, note })
      // Once for each thing it waits for, though its figures go on changing.
      const why = run.waitsFor?.what ?? run.notice
      if (run.notice !== null && why !== lastNotice) {
        // Below the bar, which goes on in a line of its own.
        progress.end()
        terminal.note(`Waiting: ${run.notice}`)
        progress = await openProgress(terminal, 'minted')
      }
      lastNotice = why
      if (isOver(run)) return { run, how: 'ended' }
      if (run.state === 'paused') return { run, how: 'paused' }
      if (stop.aborted) return { run, how: 'interrupted' }
      await rest(performance.now() - began < looks.laterAfter ? looks.first : looks.later, stop)
      run = await api.runOf(run.id)
    }
  } catch (error) {
    if (error instanceof CallError && error.code === 'core.unreachable') return { run, how: 'lost' }
    throw error
  } finally {
    progress.end()
  }
}

/** Whether nothing of a run is under way any more. */
export function isOver({ state, completedAt }: Run): boolean {
  return state === 'finished' || (state === 'cancelled' && completedAt !== null)
}

/** Waits, or stops waiting when told. */
export async function rest(milliseconds: number, stop: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
