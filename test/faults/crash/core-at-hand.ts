import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { waitingStates } from '../../../src/core/journal/states.ts'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { type KilledCore, type KilledCoreOptions, startCore } from '../killed-core.ts'

/** Longer than a point is ever waited for on a loaded machine, ms. */
export const patience = 300_000
/** For all that was asked for to come to its end on a loaded machine, ms: what is unfinished then would be taken for lost. */
export const patienceForAll = 900_000
/** For a passage that may never come: as long as the first of one takes on a loaded machine, ms. */
export const patienceForMaybe = 20_000

/** The core that runs on a data folder now, if one does, and looks into its database. */
export interface CoreAtHand {
  readonly running: KilledCore | undefined
  /** Starts one; one that kills itself may end before it is open. */
  open(options: KilledCoreOptions): Promise<void>
  /** Asks it; undefined when it died before it answered. */
  ask<T>(question: (running: KilledCore) => Promise<T>): Promise<T | undefined>
  /** Waits for a condition, or for its end; whether either came. */
  until(condition: () => boolean | Promise<boolean>, ms?: number): Promise<boolean>
  /** Waits for its end: `must`: for as long as it takes. Then it is ended; whether it had killed itself. */
  killedItself(must: boolean): Promise<boolean>
  kill(networks?: boolean): Promise<void>
  query<Row>(sql: string): Row[]
  /** Whether anything is signed and not settled; and whether anything waits, besides. */
  isUnsettled(): boolean
  isBusy(): boolean
}

/** @param dir the data folder */
export function coreAtHand(dir: string): CoreAtHand {
  let core: KilledCore | undefined
  const at: CoreAtHand = {
    get running() {
      return core
    },
    async open(options) {
      try {
        core = await startCore(dir, options)
      } catch (error) {
        core = undefined
        if (!options.killAt) throw error
      }
    },
    async ask(question) {
      const running = core
      if (!running) return undefined
      try {
        return await question(running)
      } catch (error) {
        await Promise.race([running.gone, delay(60_000, undefined, { ref: false })])
        if (running.ended) return undefined
        throw error
      }
    },
    async until(condition, ms = patience) {
      for (const end = Date.now() + ms; Date.now() < end; await delay(15)) {
        if (core?.ended !== false) return true
        if (await condition()) return true
      }
      return false
    },
    async killedItself(must) {
      if (core) await at.until(() => false, must ? patience : patienceForMaybe)
      const reached = core?.ended !== false
      if (!reached) await at.kill()
      core = undefined
      return reached
    },
    async kill(networks) {
      await core?.kill(networks)
      core = undefined
    },
    query<Row>(sql: string): Row[] {
      const opened = new SqliteDatabase(join(dir, 'mintdesk.db'), { readonly: true })
      try {
        return opened.prepare<[], Row>(sql).all()
      } finally {
        opened.close()
      }
    },
    isUnsettled: () =>
      at.query("select 1 from transactions where state in ('signed', 'sent', 'included') limit 1").length > 0,
    isBusy: () =>
      at.isUnsettled() ||
      at.query(`select 1 from mints where ${nowText.isIn(waitingStates, 'mints')} limit 1`).length > 0 ||
      at.query("select 1 from actions where status = 'pending' limit 1").length > 0 ||
      at.query("select 1 from transfers where status = 'pending' limit 1").length > 0,
  }
  return at
}
