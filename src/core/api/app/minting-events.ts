import type { Logger } from 'pino'
import type { KnownNetworks } from '../../chains/networks.ts'
import type { EventHub } from '../../events/hub.ts'
import { createThrottle } from '../../events/throttle.ts'
import type { HandOvers } from '../../minting/hand-overs/hand-overs.ts'
import type { Minting, MintingEvents } from '../../minting/minting.ts'
import type { RunControl } from '../../minting/runs/control.ts'
import { runView } from '../../minting/runs/view.ts'
import { type CollectionRow, collectionByPk } from '../../store/collections/collections.ts'
import { mintsByPk } from '../../store/collections/nfts.ts'
import { actionByPk } from '../../store/journal/actions.ts'
import { findRun } from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { actionOf, actionOfMint } from '../resources/actions/view.ts'
import { readTransfer } from '../resources/transfers/view.ts'

/** app-api.ts: at most five updates of a run a second. */
const runEvery = 200

/** Ours: how many mints, with their metadata, are in memory and published without a turn for other work. */
const mintsAtOnce = 50

export interface MintingEventPublisher extends MintingEvents {
  /** Waits until everything that happened has been published. */
  close(): Promise<void>
}

export interface TellDeps {
  db: Store
  events: EventHub
  runControl: Pick<RunControl, 'moved'>
  handOvers: Pick<HandOvers, 'transferEnded' | 'changed'>
  clock: () => number
  /** When this core was opened, in milliseconds since 1970. */
  openedAt: number
  log: Logger
  minting: Pick<Minting, 'notice'>
  networks: Pick<KnownNetworks, 'of'>
  /** `http://127.0.0.1:<port>`, which the actions' `resource` begins with. */
  base: () => string
  /** Called when something in the database may have ended. */
  ended: () => void
}

/** Publishes to the window what the engine did: runs as they move on, and actions of the API as they end. */
export function tellMinting({
  db,
  events,
  runControl,
  handOvers,
  clock,
  openedAt,
  log,
  minting,
  networks,
  base,
  ended,
}: TellDeps): MintingEventPublisher {
  const under = new Set<Promise<void>>()
  const failed = (error: unknown): void => log.warn({ err: error }, 'an event was not told')
  const soon = (tell: () => Promise<void>): void => {
    const publishing = tell().catch(failed)
    under.add(publishing)
    void publishing.finally(() => under.delete(publishing))
  }
  const runs = createThrottle(
    runEvery,
    async (id) => {
      await runControl.moved(id)
      const record = await findRun(db, id)
      if (!record) return
      const run = await runView(db, record, clock(), minting, openedAt, networks)
      events.publish(record.project_id, { type: 'run', run })
    },
    failed,
  )
  const publish = (of: { project_id: string }, action: { action: string; status: string }): void =>
    events.publish(of.project_id, { type: 'action', kind: `${action.action}.${action.status}`, action })

  async function tellMints(pks: readonly number[]): Promise<void> {
    for (let from = 0; from < pks.length; from += mintsAtOnce) await tellSome(pks.slice(from, from + mintsAtOnce))
  }

  async function tellSome(pks: readonly number[]): Promise<void> {
    const collections = new Map<number, CollectionRow>()
    for (const mint of await mintsByPk(db, pks)) {
      if (mint.run_id !== null) continue
      const collection = collections.get(mint.collection_pk) ?? (await collectionByPk(db, mint.collection_pk))
      collections.set(mint.collection_pk, collection)
      publish(collection, actionOfMint(mint, collection, base()))
    }
  }

  async function tellAction(pk: number): Promise<void> {
    const action = await actionByPk(db, pk)
    if (action === undefined) return
    const collection = await collectionByPk(db, action.collection_pk)
    const [nft] = action.mint_pk === null ? [] : await mintsByPk(db, [action.mint_pk])
    publish(collection, actionOf(action, collection, nft, base()))
  }

  async function tellTransfer(pk: number): Promise<void> {
    const { projectId, action } = await readTransfer(db, pk, base())
    publish({ project_id: projectId }, action)
  }

  async function tellCollection(pk: number): Promise<void> {
    const { project_id, id } = await collectionByPk(db, pk)
    events.publish(project_id, { type: 'collection', id })
  }

  return {
    runChanged(runId) {
      runs.changed(runId)
      // Waiting is reported by the id of a run or of a hand-over.
      handOvers.changed(runId)
      ended()
    },
    mintsEnded(pks) {
      soon(() => tellMints(pks))
      ended()
    },
    actionEnded(pk) {
      soon(() => tellAction(pk))
      ended()
    },
    transferEnded(pk) {
      soon(() => tellTransfer(pk))
      handOvers.transferEnded(pk)
      ended()
    },
    collectionChanged(pk) {
      soon(() => tellCollection(pk))
      ended()
    },
    async close() {
      await runs.close()
      await Promise.all(under)
    },
  }
}
