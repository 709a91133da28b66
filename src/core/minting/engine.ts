import type { WalletOwner } from '../chains/family/wallet-owner.ts'
import { CoreError } from '../lib/errors.ts'
import { collectionByPk } from '../store/collections/collections.ts'
import { resumeCollection } from '../store/collections/halting.ts'
import { takeOverWriters } from '../store/collections/writers.ts'
import { findProject, listProjects } from '../store/installation/projects.ts'
import { networksWithFillers, queuesWithWork } from '../store/journal/queue-work.ts'
import { senderOf, transferQueues } from '../store/journal/transfers/signers.ts'
import { transferByPk } from '../store/journal/transfers/transfers.ts'
import { chainsWithWithdrawals } from '../store/journal/withdrawals.ts'
import type { EngineDeps } from './deps.ts'
import type { Minting } from './minting.ts'
import { type Notice, underLock } from './notices.ts'
import { isUnfinished } from './reconcile/history-search.ts'
import { openSignerQueue, type SignerQueue } from './signer-queue.ts'
import { gatherWakings } from './wakings.ts'

export interface Engine extends Minting {
  /** Ends the signer queues of a network, and opens none there until `openNetwork`. */
  closeNetwork(network: string): Promise<void>
  openNetwork(network: string): Promise<void>
  /** The vault was locked or unlocked, or a network got what it lacked: signer queues stop signing or go on, and those that could not be opened are opened. */
  keysChanged(): void
}

/** An account of the project that is not its treasury. */
interface Wallet {
  signer: string
  owner: NonNullable<WalletOwner>
}

function keyOf(projectId: string, chain: string, signer?: string): string {
  return signer === undefined ? `${projectId} ${chain}` : `${projectId} ${chain} ${signer}`
}

function resetting(chain: string): string {
  return `The practice network is being reset. Where that does not end, reset it again: mintdesk networks reset ${chain}`
}

/** The minting engine: one signer queue for each signer on each network, side by side. */
export function createEngine(deps: EngineDeps): Engine {
  const queues = new Map<string, Promise<SignerQueue | null>>()
  const opened = new Map<string, SignerQueue>()
  /** Why there is no signer queue where there is work for one. */
  const idle = new Map<string, Notice>()
  const closedNetworks = new Set<string>()
  let closed = false

  async function open(projectId: string, chain: string, wallet?: Wallet): Promise<SignerQueue | null> {
    const project = await findProject(deps.db, projectId)
    if (!project) throw new Error(`there is no project ${projectId}`)
    const reason = closedNetworks.has(`${project.kind}:${chain}`)
      ? resetting(chain)
      : deps.chains.unavailable(project.kind, chain)
    const locked = deps.chains.locked(project.kind)
    const key = keyOf(projectId, chain, wallet?.signer)
    if (reason !== null) idle.set(key, { for: 'network', text: reason, missing: null, address: null })
    else if (locked !== null) idle.set(key, underLock(locked))
    if (closed || reason !== null || locked !== null) return null
    const client = await deps.chains.client(project.kind, chain)
    const treasury = client.treasury(project.index)
    const { signer, owner } = wallet ?? { signer: treasury, owner: null }
    const wake = (other: string): void => {
      void report(
        other === treasury ? wakeChain(projectId, chain) : wakeWallet(projectId, chain, client.network, other),
      )
    }
    const context = {
      deps,
      project,
      client,
      queue: { network: client.network, signer },
      owner,
      wake,
      sessions: new Map(),
    }
    // There are many wallets, each with work for a moment only: their queues end by themselves.
    if (wallet) return openSignerQueue(context, () => queues.delete(key))
    const made = openSignerQueue(context)
    opened.set(key, made)
    return made
  }

  function queueOf(projectId: string, chain: string, wallet?: Wallet): Promise<SignerQueue | null> {
    const key = keyOf(projectId, chain, wallet?.signer)
    const known = queues.get(key)
    if (known) return known
    const opening = open(projectId, chain, wallet).catch((error: unknown) => {
      deps.log.error({ err: error, chain }, 'a signer queue could not be opened')
      queues.delete(key)
      return null
    })
    queues.set(key, opening)
    return opening
  }

  /** The signer queue of a wallet that sends transfers of its own; null if it sends none. */
  async function walletQueue(
    projectId: string,
    chain: string,
    network: string,
    signer: string,
  ): Promise<SignerQueue | null> {
    const owner = closed ? null : await senderOf(deps.db, { network, signer })
    return owner ? queueOf(projectId, chain, { signer, owner }) : null
  }

  /** Wakes the signer queue of a wallet; false if it sends none. One that is just ending by itself is opened again. */
  async function wakeWallet(projectId: string, chain: string, network: string, signer: string): Promise<boolean> {
    for (;;) {
      const queue = await walletQueue(projectId, chain, network, signer)
      if (!queue || queue.wake()) return queue !== null
    }
  }

  async function wakeTransfer(pk: number): Promise<void> {
    const { project_id: projectId, chain, network, signer } = await transferByPk(deps.db, pk)
    if (closed || (await wakeWallet(projectId, chain, network, signer))) return
    ;(await queueOf(projectId, chain))?.wake()
  }

  async function wake(collectionPk: number): Promise<void> {
    const collection = await collectionByPk(deps.db, collectionPk)
    if (!closed) (await queueOf(collection.project_id, collection.chain))?.wake()
  }

  async function wakeChain(projectId: string, chain: string): Promise<void> {
    if (!closed) (await queueOf(projectId, chain))?.wake()
  }

  /** Opens the signer queues of a network on which an empty transaction that fills a nonce gap is open. */
  async function takeUpFillers(network: string): Promise<void> {
    const [kind, chain = ''] = network.split(':')
    for (const project of await listProjects(deps.db)) if (project.kind === kind) await queueOf(project.id, chain)
  }

  const work = async () => [...(await queuesWithWork(deps.db)), ...(await chainsWithWithdrawals(deps.db))]

  async function keysChanged(): Promise<void> {
    for (const key of idle.keys()) queues.delete(key)
    idle.clear()
    for (const queue of queues.values()) void report(queue.then((one) => one?.wake()))
    for (const { projectId, chain } of await work()) await queueOf(projectId, chain)
    await takeUpTransfers()
  }

  async function takeUpTransfers(): Promise<void> {
    for (const { projectId, chain, network, signer } of await transferQueues(deps.db)) {
      await queueOf(projectId, chain)
      await walletQueue(projectId, chain, network, signer)
    }
  }

  const idleReason = (projectId: string, chain: string): string => {
    const why = idle.get(`${projectId} ${chain}`) ?? `The network ${chain} is not there now: try again in a moment.`
    return typeof why === 'string' ? why : why.text
  }
  const report = (what: Promise<unknown>): Promise<void> =>
    what.then(
      () => undefined,
      (error: unknown) => {
        if (!closed) deps.log.error({ err: error }, 'the minting engine could not look at the database')
      },
    )

  return {
    async start() {
      for (const { projectId, chain } of await work()) await queueOf(projectId, chain)
      await takeUpTransfers()
      for (const network of await networksWithFillers(deps.db)) await takeUpFillers(network)
    },
    notice(projectId, chain, runId) {
      const key = `${projectId} ${chain}`
      return opened.get(key)?.notice(runId) ?? idle.get(key) ?? null
    },
    async resumeCollection(collectionPk) {
      const collection = await collectionByPk(deps.db, collectionPk)
      // What is not read back yet would be minted a second time.
      if (isUnfinished(collection)) throw new CoreError('collection.halted', collection.halted)
      const queue = await queueOf(collection.project_id, collection.chain)
      if (!queue) throw new CoreError('network.unsupported', idleReason(collection.project_id, collection.chain))
      await resumeCollection(deps.db, collectionPk)
      queue.accept(collectionPk)
      deps.events.collectionChanged(collectionPk)
      queue.wake()
    },
    async takeOver(collectionPk) {
      const collection = await collectionByPk(deps.db, collectionPk)
      const { id, other_writer } = collection
      if (other_writer === null)
        throw new CoreError(
          'collection.running',
          `No other copy of Mintdesk is known to mint into the collection ${JSON.stringify(id)}.`,
        )
      // The other copy draws a new writer at each start. Its last one is taken over too, so that a person who has closed it since is not asked again.
      const last = (await (await queueOf(collection.project_id, collection.chain))?.lastWriter(collection)) ?? null
      const writers = [other_writer, ...(last ? [last] : [])]
      await takeOverWriters(deps.db, collectionPk, writers, deps.clock())
      deps.events.collectionChanged(collectionPk)
      await wake(collectionPk)
    },
    replaceExternalUse: (projectId, chain) => opened.get(`${projectId} ${chain}`)?.replaceExternalUse() ?? false,
    wake: gatherWakings((collectionPk) => void report(wake(collectionPk)), deps.timing.groupMs),
    wakeChain: (projectId, chain) => void report(wakeChain(projectId, chain)),
    wakeTransfer: (pk) => void report(wakeTransfer(pk)),
    async closeNetwork(network) {
      closedNetworks.add(network)
      for (const [key, opening] of [...queues]) {
        const queue = await opening
        if (queue?.network !== network) continue
        await queue.close()
        queues.delete(key)
        opened.delete(key)
      }
    },
    async openNetwork(network) {
      closedNetworks.delete(network)
      await keysChanged()
    },
    keysChanged: () => void report(keysChanged()),
    async close() {
      closed = true
      for (const queue of await Promise.all(queues.values())) await queue?.close()
    },
  }
}
