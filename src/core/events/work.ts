import type { AppEvent } from '../../shared/app-api.ts'
import type { Work } from '../../shared/core-messages.ts'
import { createThrottle } from './throttle.ts'

export interface WorkFollower {
  /** Call it with each event of any project. */
  hear(event: AppEvent): void
  /** Call it when something was requested or may go on: it checks whether any work outside runs waits. */
  woken(): void
  /** Forgets runs that a reset of their practice network deleted, since no event reports that. */
  forget(isThere: (runId: string) => Promise<boolean>): Promise<void>
  /** Waits for running checks and makes no more. */
  close(): Promise<void>
}

export interface WorkOptions {
  /** Called after each change; null: nothing is in progress. */
  changed(work: Work | null): void
  /** Whether any work outside runs waits or is in progress. */
  isOutsideRuns(): Promise<boolean>
  failed(error: unknown): void
}

/** Ours: the least time between two checks for work outside runs, ms. A program may request thousands of mints a second. */
const lookEvery = 1_000

/**
 * Follows the work in progress in all projects: runs by their events, other work by a query of the database when something
 * was requested or ended.
 */
export function workFollower({ changed, isOutsideRuns, failed }: WorkOptions): WorkFollower {
  const runs = new Map<string, { done: number; total: number }>()
  let others = false
  /** Checks run one after the other, so that none reports an older state than the one before. */
  let looked: Promise<void> = Promise.resolve()

  function tell(): void {
    const all = [...runs.values()]
    const sum = (of: (run: { done: number; total: number }) => number) => all.reduce((so, run) => so + of(run), 0)
    const isNothing = all.length === 0 && !others
    changed(
      isNothing ? null : { runs: all.length, done: sum((run) => run.done), total: sum((run) => run.total), others },
    )
  }

  function look(): Promise<void> {
    const now = looked.then(async () => {
      const found = await isOutsideRuns()
      if (found === others) return
      others = found
      tell()
    })
    looked = now.catch(() => undefined)
    return now
  }

  const looks = createThrottle(lookEvery, look, failed)
  const woken = (): void => looks.changed('outside runs')

  return {
    hear(event) {
      if (event.type === 'action' || event.type === 'collection' || event.type === 'handOver') woken()
      if (event.type !== 'run') return
      const { id, state, counts } = event.run
      const isUnderWay = state === 'running' || state === 'waiting'
      if (!isUnderWay && !runs.has(id)) return
      const { total, succeeded, failed, cancelled } = counts
      if (isUnderWay) runs.set(id, { done: succeeded + failed + cancelled, total })
      else runs.delete(id)
      tell()
    },
    woken,
    async forget(isThere) {
      for (const id of [...runs.keys()]) {
        if (await isThere(id)) continue
        runs.delete(id)
        tell()
      }
      await look()
    },
    close: () => looks.close(),
  }
}
