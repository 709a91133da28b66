import { setTimeout as sleep } from 'node:timers/promises'
import type { HandOver, HandOverQuote, Project } from '../../../shared/app-api.ts'
import { handOverColumns } from '../../../shared/hand-over/columns.ts'
import { handOverFinding } from '../../../shared/hand-over/finding.ts'
import { createThrottle } from '../../events/throttle.ts'
import { CoreError } from '../../lib/errors.ts'
import { findProject } from '../../store/installation/projects.ts'
import { ceilingIn, handOverOfTransfer } from '../../store/journal/hand-overs/ceilings.ts'
import {
  findHandOver,
  type HandOverRecord,
  removeHandOver,
  setHandOverState,
  unendedHandOvers,
} from '../../store/journal/hand-overs/hand-overs.ts'
import type { KeptPrice } from '../../store/journal/hand-overs/prices.ts'
import { createHandOver, type NewHandOverFile } from './create.ts'
import { type HandOverDeps, scopeOf } from './deps.ts'
import { enterNfts } from './enter.ts'
import { lookUp } from './look-up.ts'
import { type HandOverOrders, handOverOrders } from './orders.ts'
import { quoteHandOver } from './quote.ts'
import { handOverView } from './view.ts'

export interface HandOvers extends HandOverOrders {
  /** Enters a file and begins to look up what its people hold. */
  create(file: NewHandOverFile): Promise<HandOver>
  view(record: HandOverRecord): Promise<HandOver>
  /** What the rest of it would cost now; kept for when the hand-over is begun. */
  quote(record: HandOverRecord): Promise<HandOverQuote>
  /** To be called when any transfer ended, of a hand-over or not. */
  transferEnded(transferPk: number): void
  /** Something about a hand-over changed, such as why it waits. Does nothing if there is none of that id. */
  changed(id: string): void
  /** Goes on with what an earlier core left; to be called when the engine has started. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

export interface HandOversOptions extends HandOverDeps {
  onChange(projectId: string, handOver: HandOver): void
}

/** Ours, ms: the window gets at most two events a second; counting 10,000 NFTs takes some milliseconds. */
const notifyEvery = 500
/** Ours, ms: how long after an error, such as a network that does not answer, it is tried again. */
const againAfter = 5_000
/** Ours: the most sentences about how the lists were made. */
const mostNotes = 5

/** Hand-overs of all projects, worked on in the background. */
export function openHandOvers(options: HandOversOptions): HandOvers {
  const { db, log, clock, minting, chains } = options
  const ending = new AbortController()
  /** The work under way for each hand-over: one task at a time. */
  const working = new Map<string, Promise<void>>()
  /** Hand-overs that changed while they were worked on. */
  const again = new Set<string>()
  const said = new Map<string, string>()
  const priced = new Map<string, Record<string, KeptPrice>>()
  const failed = (error: unknown): void => log.warn({ err: error }, 'a hand-over could not be told of')

  const view = (record: HandOverRecord): Promise<HandOver> =>
    handOverView(db, record, { networks: chains.networks, now: clock(), minting, said: said.get(record.id) ?? null })
  const notifier = createThrottle(
    notifyEvery,
    async (id) => {
      const record = await findHandOver(db, id)
      if (record) options.onChange(record.project_id, await view(record))
    },
    failed,
  )

  /** Advances a hand-over as far as it goes now, and again if something changed meanwhile. */
  function work(id: string): void {
    if (ending.signal.aborted) return
    if (working.has(id)) {
      again.add(id)
      return
    }
    const doing = goOn(id)
      .catch(async (error: unknown) => {
        if (ending.signal.aborted) return
        log.warn({ err: error }, 'a hand-over does not go on; trying again')
        said.set(id, waitingFor(error))
        notifier.changed(id)
        again.add(id)
        await sleep(againAfter, undefined, { signal: ending.signal }).catch(() => {})
      })
      .finally(() => {
        working.delete(id)
        if (again.delete(id)) work(id)
      })
    working.set(id, doing)
  }

  async function goOn(id: string): Promise<void> {
    const record = await findHandOver(db, id)
    const project = record && (await findProject(db, record.project_id))
    if (!record || !project) return
    if (record.state === 'checking') await check(record, project)
    if (record.state === 'running') await enterNfts(options, record, project, ending.signal)
    said.delete(id)
    await orders.settle(record)
    notifier.changed(id)
  }

  async function check(record: HandOverRecord, project: Project): Promise<void> {
    const scope = await scopeOf(options, project, JSON.parse(record.collections) as string[])
    const columns = handOverColumns(JSON.parse(record.headers) as string[], 1)
    const column = Array.isArray(columns) ? '' : columns.address.header
    const notes = new Set<string>()
    const progress = (some: readonly string[]): void => {
      for (const note of some) if (notes.size < mostNotes) notes.add(note)
      said.delete(record.id)
      notifier.changed(record.id)
    }
    await lookUp(options, { handOverPk: record.pk, project, scope, column }, progress, ending.signal)
    if (ending.signal.aborted) return
    const findings = [...notes].map((note) => handOverFinding(1, '', 'holdings.coverage', note))
    await setHandOverState(db, record.pk, { from: ['checking'], to: 'checked' }, { findings: JSON.stringify(findings) })
  }

  const orders = handOverOrders(options, { work, priceOf: (id) => priced.get(id) ?? {} })

  return {
    ...orders,
    view,
    async create(file) {
      const id = await createHandOver(options, file)
      work(id)
      const record = await findHandOver(db, id)
      if (!record) throw new Error(`the hand-over ${id} is gone`)
      return await view(record)
    },
    async quote(record) {
      const project = await findProject(db, record.project_id)
      if (!project) throw new Error(`there is no project ${record.project_id}`)
      const ceilings = Object.fromEntries(
        Object.keys(JSON.parse(record.fee_ceilings) as object).map((chain) => [
          chain,
          ceilingIn(record.fee_ceilings, chain),
        ]),
      )
      const quote = await quoteHandOver(options, { id: record.id, pk: record.pk, project, ceilings })
      const prices = quote.chains.map(({ chain, nfts, fee }) => {
        const expected = BigInt(fee.expected.amount)
        return [chain, { expected: expected.toString(), nfts }] as const
      })
      priced.set(record.id, Object.fromEntries(prices))
      return quote
    },
    transferEnded(transferPk) {
      void handOverOfTransfer(db, transferPk).then((of) => {
        if (of) work(of.id)
      }, failed)
    },
    changed: (id) => notifier.changed(id),
    async takeUp() {
      for (const { id, pk, state } of await unendedHandOvers(db)) {
        if (state === 'reading') await removeHandOver(db, pk)
        else work(id)
      }
    },
    async close() {
      ending.abort()
      again.clear()
      await Promise.all(working.values())
      await notifier.close()
    },
  }
}

function waitingFor(error: unknown): string {
  if (error instanceof CoreError) return error.message
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return `This does not go on at the moment, and is tried again: ${why}`
}
