import { setImmediate } from 'node:timers/promises'
import { runMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import { stateForMints } from '../../store/collections/collections.ts'
import { requireSupply } from '../../store/collections/supply.ts'
import { endEntering } from '../../store/journal/runs/entering.ts'
import {
  cancelQueued,
  cancelUnsigned,
  completeRun,
  findRun,
  hasSigned,
  openRunsIn,
  type RunRecord,
  requeueFailed,
  setRunState,
} from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Minting } from '../minting.ts'

/** Mints changed in one SQLite transaction: about 20 ms of work, then others get a turn. */
const chunk = 2_000

export interface RunControl {
  /** Signs nothing more; what is sent is settled, and rows are still added. Pausing what is paused changes nothing. */
  pause(run: RunRecord): Promise<void>
  resume(run: RunRecord): Promise<void>
  /** Gives up what is not signed, and what is not added yet; what is signed may be included, and is settled. */
  cancel(run: RunRecord): Promise<void>
  /** Lets failed mints wait again, in new batches. */
  retry(run: RunRecord): Promise<void>
  /** To be called when a run moved on: completes a cancelled run whose last transaction is settled. */
  moved(runId: string): Promise<void>
  /** Finishes what a core that was killed had begun: half-cancelled runs are cancelled. */
  recover(): Promise<void>
}

/** What a person can do to a run. @throws CoreError `run.state` when it cannot be done to a run in its state; `collection.failed`. */
export function createRunControl(db: Store, minting: Pick<Minting, 'wake'>, clock: () => number): RunControl {
  async function finishCancel(runId: string): Promise<void> {
    while ((await cancelQueued(db, runId, chunk, clock())) > 0) await setImmediate()
    // After those that wait: the engine may have composed some of them until the run was cancelled.
    await control.moved(runId)
  }

  const control: RunControl = {
    async pause(run) {
      const paused = await setRunState(db, run.id, runMoves.pause, { notice: null })
      if (!paused) throw ended(run, 'paused')
      minting.wake(run.collection_pk)
    },

    async resume(run) {
      if (!(await setRunState(db, run.id, runMoves.resume, { notice: null, confirmed: 1 }))) throw ended(run, 'resumed')
      minting.wake(run.collection_pk)
    },

    async cancel(run) {
      const cancelled = await db.transaction().execute(async (trx) => {
        const moved = await setRunState(trx, run.id, runMoves.cancel, { notice: null })
        // Together: from here on no row is added that nobody would cancel.
        if (moved) await endEntering(trx, run.id)
        return moved
      })
      if (!cancelled) {
        const now = await findRun(db, run.id)
        if (now?.state !== 'cancelled') throw ended(run, 'cancelled')
      }
      await finishCancel(run.id)
      minting.wake(run.collection_pk)
    },

    async retry(run) {
      let retried = 0
      while (retried < run.total) {
        // Together, or a run that has ended could be left with mints that wait, which nothing would ever take up.
        const more = await db.transaction().execute(async (trx) => {
          await stateForMints(trx, run.collection_pk)
          const waiting = await requeueFailed(trx, run.id, chunk)
          await requireSupply(trx, run.collection_pk, waiting, waiting)
          if (waiting > 0) await setRunState(trx, run.id, runMoves.retry, { completed_at: null })
          return waiting
        })
        if (more === 0) break
        retried += more
        await setImmediate()
      }
      if (retried === 0)
        throw new CoreError('run.state', 'Nothing of this run can be tried again: none of its mints has failed.')
      minting.wake(run.collection_pk)
    },

    async moved(runId) {
      const run = await findRun(db, runId)
      if (run?.state !== 'cancelled' || run.completed_at !== null) return
      // A signed batch whose sequence something else took waits again, and is given up like those that never were signed; and so do
      // the members of one that the chain had minted in part.
      await cancelUnsigned(db, runId, clock())
      while ((await cancelQueued(db, runId, chunk, clock())) > 0) await setImmediate()
      if (!(await hasSigned(db, runId))) await completeRun(db, runId, clock())
    },

    async recover() {
      for (const id of await openRunsIn(db, ['cancelled'])) await finishCancel(id)
    },
  }
  return control
}

function ended(run: RunRecord, what: string): CoreError {
  const state = run.state === 'cancelled' ? 'was cancelled' : 'has ended'
  return new CoreError('run.state', `The run "${run.name}" ${state}, so it cannot be ${what}.`)
}
