import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isBeingCancelled } from '../../journal/cancellation.ts'
import { runMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import { stateForMints } from '../../store/collections/collections.ts'
import { requireSupply } from '../../store/collections/supply.ts'
import { endEntering, otherEntering } from '../../store/journal/runs/entering.ts'
import { nftIdsOf } from '../../store/journal/runs/nft-ids.ts'
import { requeueFailed } from '../../store/journal/runs/retry.ts'
import {
  cancelQueued,
  cancelUnsigned,
  completeRun,
  findRun,
  openRunsIn,
  type RunRecord,
  setRunState,
} from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Database } from '../../store/tables/schema.ts'
import type { Minting } from '../minting.ts'

/** Mints changed in one SQLite transaction: about 20 ms of work, then others get a turn. */
const chunk = 2_000

export interface RunControl {
  /** Signs nothing more; what is sent is settled, and rows are still added. Pausing what is paused changes nothing. */
  pause(run: RunRecord): Promise<void>
  resume(run: RunRecord): Promise<void>
  /** Gives up what is not signed, and what is not added yet; what is signed may be included, and is settled. */
  cancel(run: RunRecord): Promise<void>
  /**
   * Lets failed mints wait again, in new batches. If the same recipient got the NFT in another way since, the mint stays failed and says so. For a
   * cancelled run only when the cancellation is over.
   */
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
    // After the mints that wait: the engine may have composed some of them before the run was cancelled.
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
        // In one commit: no row is added later that nothing would cancel.
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
      let mintedSince = 0
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after
        // In one commit: otherwise an ended run could be left with waiting mints that nothing would ever take up.
        const part = await db.transaction().execute(async (trx) => {
          await stateForMints(trx, run.collection_pk)
          const now = await findRun(trx, run.id)
          if (now && isBeingCancelled(now.state, now.completed_at !== null)) throw beingCancelled(run)
          await requireAllEntered(trx, run)
          const done = await requeueFailed(trx, run.id, { after: from, limit: chunk, idAt: nftIdsOf(run.id) })
          await requireSupply(trx, run.collection_pk, done.waiting, done.waiting)
          if (done.waiting > 0) await setRunState(trx, run.id, runMoves.retry, { completed_at: null })
          return done
        })
        retried += part.waiting
        mintedSince += part.mintedSince
        after = part.last
        await setImmediate()
      }
      if (retried === 0) throw nothingToRetry(mintedSince)
      minting.wake(run.collection_pk)
    },

    async moved(runId) {
      const run = await findRun(db, runId)
      if (run?.state !== 'cancelled' || run.completed_at !== null) return
      // A signed batch whose sequence another transaction took waits again, and so do the members of a batch that the chain had minted in part. They
      // are given up like those that never were signed.
      await cancelUnsigned(db, runId, clock())
      while ((await cancelQueued(db, runId, chunk, clock())) > 0) await setImmediate()
      await completeRun(db, runId, clock())
    },

    async recover() {
      for (const id of await openRunsIn(db, ['cancelled'])) await finishCancel(id)
    },
  }
  return control
}

/**
 * Refuses while rows of another run are being added: these may be what failed here, minted a second time.
 * @throws CoreError `run.state`
 */
export async function requireAllEntered(trx: Transaction<Database>, run: RunRecord): Promise<void> {
  const other = await otherEntering(trx, run.collection_pk, run.id)
  if (other === undefined) return
  throw new CoreError(
    'run.state',
    `Rows of the run "${other}" are still being added to the collection, and may be what failed here: try again when all are there.`,
  )
}

function nothingToRetry(mintedSince: number): CoreError {
  const why =
    mintedSince === 0
      ? 'none of its mints has failed.'
      : 'what failed of it was minted for the same recipients since, or is about to be.'
  return new CoreError('run.state', `Nothing of this run can be tried again: ${why}`)
}

function beingCancelled({ name }: RunRecord): CoreError {
  return new CoreError(
    'run.state',
    `The run "${name}" is still being cancelled: what waits is given up, and what had been sent is settled first. Retry it when that is over.`,
  )
}

function ended(run: RunRecord, what: string): CoreError {
  const state = run.state === 'cancelled' ? 'was cancelled' : 'has ended'
  return new CoreError('run.state', `The run "${run.name}" ${state}, so it cannot be ${what}.`)
}
