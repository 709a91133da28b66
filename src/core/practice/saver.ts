import { takeTurns } from '../lib/turns.ts'

export type Saver = {
  /** Says that there is something to save. */
  changed(): void
  /** Saves at once, if anything changed since the last time. @throws what saving throws */
  flush(): Promise<void>
  /** Stops saving by itself; resolves when a save in progress is done. */
  stop(): Promise<void>
}

/** Milliseconds from a change to the save that holds it, where time allows. */
const patience = 2000
/** Milliseconds between two saves at least. */
const restAtLeast = 5000
/** Saves take at most this share of the time; they grow with the chain. */
const share = 0.05
/** Milliseconds before a failed save is tried again, on a full disk for example. */
const afterFailure = 30_000

/** Calls `save` some time after a change, seldom enough that saving takes at most 5 % of the time. */
export function startSaver(save: () => Promise<void>, onError: (error: unknown) => void): Saver {
  const inTurn = takeTurns()
  let dirty = false
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let saving = false
  let stopped = false

  const flush = () =>
    inTurn(async () => {
      if (!dirty) return
      dirty = false
      saving = true
      const begun = performance.now()
      let rest = afterFailure
      try {
        await save()
        rest = Math.max(restAtLeast, (performance.now() - begun) * (1 / share - 1))
      } catch (error) {
        dirty = true
        throw error
      } finally {
        saving = false
        notBefore = performance.now() + rest
        if (dirty) schedule()
      }
    })

  const schedule = () => {
    // During a save, the pause after it is not known yet.
    if (stopped || saving || timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        flush().catch(onError)
      },
      Math.max(patience, notBefore - performance.now()),
    )
    timer.unref()
  }

  return {
    changed() {
      dirty = true
      schedule()
    },
    flush,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await inTurn(async () => undefined)
    },
  }
}
