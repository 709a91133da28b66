import type { AppEvent } from '../../shared/app-api.ts'
import type { Work } from '../../shared/core-messages.ts'

/**
 * Follows what is being minted over all projects, from the events of their runs.
 * @param changed told after each change; null: nothing is
 */
export function workFollower(changed: (work: Work | null) => void): (event: AppEvent) => void {
  const runs = new Map<string, { done: number; total: number }>()
  return (event) => {
    if (event.type !== 'run') return
    const { id, state, counts } = event.run
    const isUnderWay = state === 'running' || state === 'waiting'
    if (!isUnderWay && !runs.has(id)) return
    const { total, succeeded, failed, cancelled } = counts
    if (isUnderWay) runs.set(id, { done: succeeded + failed + cancelled, total })
    else runs.delete(id)
    const all = [...runs.values()]
    const sum = (of: (run: { done: number; total: number }) => number) => all.reduce((so, run) => so + of(run), 0)
    changed(
      all.length === 0 ? null : { runs: all.length, done: sum((run) => run.done), total: sum((run) => run.total) },
    )
  }
}
