import type { RunState } from './states.ts'

/**
 * Whether a run was cancelled and something of it still waits or is in flight. Until that is over nothing takes the run on again: a person was
 * told that what waits of it is given up. `completed`: the journal says that it is over.
 */
export function isBeingCancelled(run: RunState, completed: boolean): boolean {
  return run === 'cancelled' && !completed
}
