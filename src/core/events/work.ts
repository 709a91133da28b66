import type { AppEvent } from '../../shared/app-api.ts'
import type { Work } from '../../shared/core-messages.ts'
import { createThrottle } from './throttle.ts'

export interface WorkFollower {
  /** Takes an event of any project. */
  hear(event: AppEvent): void
  /** Something was asked for, or may go on: it is looked whether anything waits outside runs. */
  woken(): void
  /** Forgets what is gone with the practice network that it was on: nothing tells of that any more. */
  forget(isThere: (runId: string) => Promise<boolean>): Promise<void>
  /** Waits until nothing is looked up any more. */
  close(): Promise<void>
}

export interface WorkOptions {
  /** Told after each change; null: nothing is under way. */
  changed(work: Work | null): void
  /** Whether anything outside runs waits or is on its way. */
  isOutsideRuns(): Promise<boolean>
  failed(error: unknown): void
}

/** Ours: milliseconds between two looks at what is outside runs, at least. A program may ask for thousands of mints a second. */
const lookEvery = 1_000

/**
 * Follows what is under way over all projects: runs by their events; all else by asking the database whether there is any, when something
 * was asked for or ended.
 */
export function workFollower({ changed, isOutsideRuns, failed }: WorkOptions): WorkFollower {
  const runs = new Map<string, { done: number; total: number }>()
  let others = false
  /** Looks come one after the other, so that none tells what was before another. */
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
