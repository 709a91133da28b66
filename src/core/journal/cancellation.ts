import type { RunState } from './states.ts'

/**
 * Whether a run was cancelled while some of its mints still wait or are in flight. Until they have ended, nothing takes the run on again: the person
 * was told that its waiting mints are given up. `completed`: the journal says that the run is over.
 */
export function isBeingCancelled(run: RunState, completed: boolean): boolean {
  return run === 'cancelled' && !completed
}
