import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { count } from '../shared/format.ts'
import { CallError } from '../shared/http-client.ts'
import { openProgress, pace } from './progress.ts'
import type { Terminal } from './terminal.ts'

export interface Followed {
  /** The last state of the run that was read. */
  run: Run
  /**
   * `ended`: everything is settled or given up; `paused`: the run was paused; `interrupted`: the person stopped watching;
   * `lost`: the core that works on the run does not answer any more.
   */
  how: 'ended' | 'paused' | 'interrupted' | 'lost'
}

/** Ours, ms: a poll takes about 1 ms. The end of a short run shows at once, and a long run is not polled too often. */
const looks = { first: 150, later: 400, laterAfter: 60_000 }

/** Shows a run's progress until it ends, is paused, or `stop` aborts. */
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
      // Each cause of waiting is shown once, though the figures in its notice keep changing.
      const why = run.waitsFor?.what ?? run.notice
      if (run.notice !== null && why !== lastNotice) {
        // The notice goes below the bar; the bar continues in a new line.
        progress.end()
        terminal.note(run.state === 'running' ? run.notice : `Waiting: ${run.notice}`)
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

/** Whether a run has ended, with nothing under way any more. */
export function isOver({ state, completedAt }: Run): boolean {
  return state === 'finished' || (state === 'cancelled' && completedAt !== null)
}

/** Waits, but no longer than until `stop` aborts. */
export async function rest(milliseconds: number, stop: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
