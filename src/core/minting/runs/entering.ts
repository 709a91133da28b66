import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Imports } from '../../imports/imports.ts'
import type { OpenReady } from '../../imports/ready/open-ready.ts'
import { CoreError } from '../../lib/errors.ts'
import { indexContents } from '../../store/journal/contents/index-contents.ts'
import {
  decideEntering,
  type EnteringRow,
  endEntering,
  enteringNow,
  enteringOf,
  madeOf,
} from '../../store/journal/runs/entering.ts'
import { attachedSheet } from '../../store/sqlite/attached-sheet.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Minting } from '../minting.ts'
import { createSignal } from '../signal.ts'
import { enterRows } from './enter-rows.ts'
import { runContent } from './identity.ts'
import { decideLeftOut } from './left-out.ts'

/** Ours: NFTs entered in one commit, some milliseconds of work, after which everybody else gets a turn. */
const rowsAtOnce = 1_000
/** Ours: turns of the event loop between two pieces. A step that asks a node or the database takes several turns; other work needs none. */
const turnsBetween = 2
/** Ours, ms: how long to wait after a fault that may pass, such as a full disk. */
const tryAgainMs = 2_000

export interface EnteringDeps {
  db: Store
  imports: Pick<Imports, 'openReady' | 'readyIdentities'>
  minting: Pick<Minting, 'wake'>
  /** Called each time rows of a run were entered, and when that is over. */
  runChanged(runId: string): void
  clock: () => number
  log: Pick<Logger, 'warn'>
  point: (name: string) => void
  /** NFTs entered in one commit; the usual number where absent. */
  atOnce?: number | undefined
}

export interface Entering {
  /** Enters the rows of all runs in the database that have some left. Returns at once. */
  wake(): void
  /** Waits until no row is left that can be entered. */
  idle(): Promise<void>
  /** Ends after the commit that is under way; the rest is entered at the next start. */
  close(): Promise<void>
}

/** A run that is being entered: its verified file. */
interface UnderWay {
  rows: OpenReady
  /** How many NFTs the file has. */
  nfts: number
  runCreatedAt: number
}

/**
 * Adds the rows of runs to the mints, piece by piece, while earlier ones are minted already. The commit of each piece also records the run's
 * progress, so whatever ends the core, the next one goes on behind the last piece. Runs of several collections take turns; those of one collection
 * come one after the other, so that each sees what those before it hold. Rows that cannot be read any more are not entered, and their run says why.
 */
export function openEntering(deps: EnteringDeps): Entering {
  const { db, imports, clock, log, point } = deps
  const atOnce = deps.atOnce ?? rowsAtOnce
  const underWay = new Map<string, UnderWay>()
  const sheet = attachedSheet(db)
  const signal = createSignal()
  const ending = new AbortController()
  let resting: (() => void)[] = []
  let looping: Promise<void> | undefined

  function drop(runId: string): void {
    underWay.get(runId)?.rows.close()
    underWay.delete(runId)
  }

  /** Ends the entering of a run before all rows are added: what was added is minted. */
  async function leaveOff(run: EnteringRow, { code, message }: CoreError): Promise<void> {
    // Nothing is minted into a collection whose contract could not be deployed, what was added neither.
    const then = code === 'collection.failed' ? '' : ' What was added is minted; give the file again to mint the rest.'
    const why = `The rest of the rows could not be added: ${message.replace(/[.:]$/, '')}.${then}`
    await db.transaction().execute((trx) => endEntering(trx, run.run_id, why))
  }

  async function opened(run: EnteringRow): Promise<UnderWay> {
    const known = underWay.get(run.run_id)
    if (known) return known
    const rows = imports.openReady(run.import_id)
    try {
      const identity = rows.identity()
      const { content, createdAt, ...collection } = await madeOf(db, run.run_id)
      if (identity === null || runContent(collection, identity.digest) !== content)
        throw new CoreError('import.unreadable', 'the rows of the file are not those that the run was made of')
      const made = { rows, nfts: identity.nfts, runCreatedAt: createdAt }
      underWay.set(run.run_id, made)
      return made
    } catch (error) {
      rows.close()
      throw error
    }
  }

  /** Decides what the run leaves out, now that everything before it is entered. */
  async function decide(run: EnteringRow, nfts: number): Promise<void> {
    const { run_id, import_id: importId, collection_pk: collectionPk, again } = run
    const facts = { importId, collectionPk, again: again === 1, nfts }
    const decided = await decideLeftOut(db, imports.readyIdentities(importId), facts)
    await db.transaction().execute((trx) => decideEntering(trx, run_id, decided))
  }

  /** Enters the next rows of a run. @returns whether more of it comes */
  async function enterSome(run: EnteringRow): Promise<boolean> {
    const file = await opened(run)
    if (run.decided === 0) {
      await decide(run, file.nfts)
      return true
    }
    point('before rows')
    const goesOn = await enterPiece(run, file)
    point('after rows')
    return goesOn
  }

  async function enterPiece(run: EnteringRow, { rows, nfts, runCreatedAt }: UnderWay): Promise<boolean> {
    try {
      await sheet.attach(rows.file)
      return await enterRows(db, run, { nfts, runCreatedAt, atOnce, now: clock(), point })
    } catch (error) {
      // If the file's rows are damaged, that is the reason to report.
      rows.requireReadable(run.place, atOnce)
      throw error
    }
  }

  async function turn(runId: string): Promise<void> {
    const run = await enteringOf(db, runId)
    if (run === undefined) return drop(runId)
    let goesOn = false
    try {
      goesOn = await enterSome(run)
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
      await leaveOff(run, error)
    }
    if (!goesOn) drop(runId)
    deps.minting.wake(run.collection_pk)
    deps.runChanged(runId)
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const runs = await enteringNow(db)
      await indexContents(db, runs.length === 0 ? 'all' : 'whole')
      if (runs.length === 0) {
        await sheet.detach()
        for (const rested of resting.splice(0)) rested()
        await signal.wait(null)
      }
      for (const { run_id } of runs) {
        if (ending.signal.aborted) return
        await turn(run_id)
        for (let turns = 0; turns < turnsBetween; turns++) await nextTurn()
      }
    }
  }

  async function keepOn(): Promise<void> {
    while (!ending.signal.aborted)
      try {
        await loop()
      } catch (error) {
        // Nothing of the piece was written. With a full disk, for one, all that can be done is to try again.
        log.warn({ err: error }, 'rows of a run could not be added: it is tried again')
        for (const runId of [...underWay.keys()]) drop(runId)
        await wait(tryAgainMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      }
    for (const runId of [...underWay.keys()]) drop(runId)
    await sheet.detach()
  }

  return {
    wake() {
      if (ending.signal.aborted) return
      looping ??= keepOn()
      signal.raise()
    },
    async idle() {
      if (looping === undefined || ending.signal.aborted) return
      await new Promise<void>((resolve) => {
        resting.push(resolve)
        signal.raise()
      })
    },
    async close() {
      ending.abort()
      signal.raise()
      await looping
      for (const rested of resting.splice(0)) rested()
      resting = []
    },
  }
}
