import type { AppEvent } from '../../shared/app-api.ts'
import type { Work } from '../../shared/core-messages.ts'

export interface WorkFollower {
  /** Takes an event of any project. */
  hear(event: AppEvent): void
  /** Forgets the runs that are gone with the practice network that they were on: nothing tells of these any more. */
  forget(isThere: (runId: string) => Promise<boolean>): Promise<void>
}

/**
 * Follows what is being minted over all projects, from the events of their runs.
 * @param changed told after each change; null: nothing is
 */
export function workFollower(changed: (work: Work | null) => void): WorkFollower {
  const runs = new Map<string, { done: number; total: number }>()

  function tell(): void {
    const all = [...runs.values()]
    const sum = (of: (run: { done: number; total: number }) => number) => all.reduce((so, run) => so + of(run), 0)
    changed(
      all.length === 0 ? null : { runs: all.length, done: sum((run) => run.done), total: sum((run) => run.total) },
    )
  }

  return {
    hear(event) {
      if (event.type !== 'run') return
      const { id, state, counts } = event.run
      const isUnderWay = state === 'running' || state === 'waiting'
      if (!isUnderWay && !runs.has(id)) return
      const { total, succeeded, failed, cancelled } = counts
      if (isUnderWay) runs.set(id, { done: succeeded + failed + cancelled, total })
      else runs.delete(id)
      tell()
    },
    async forget(isThere) {
      for (const id of [...runs.keys()]) {
        if (await isThere(id)) continue
        runs.delete(id)
        tell()
      }
    },
  }
}
