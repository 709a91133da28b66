import { setTimeout as sleep } from 'node:timers/promises'
import { nonceGapStep } from '../journal/rounds.ts'
import { isDiskFull } from '../lib/errors.ts'
import { resumedCollections, resumesOf } from '../store/collections/halting.ts'
import {
  cancelledRunsToComplete,
  finishRuns,
  mintsOutsideRuns,
  runsOfBatches,
} from '../store/journal/runs/run-steps.ts'
import { type CollectionRow, openTransactions, sequenceTaken } from '../store/journal/signer-queue.ts'
import { filesAhead } from './compose/files-ahead.ts'
import type { QueueContext } from './deps.ts'
import { atCap, type Notice, publishing, stuckUnder, underLock } from './notices.ts'
import { plan } from './plan.ts'
import type { PlanMemory } from './plan-memory.ts'
import type { Planned } from './planned.ts'
import type { Anchor } from './queue-memory.ts'
import { openQueueNotices } from './queue-notices.ts'
import { lastWriter } from './reconcile/fence.ts'
import { recoverQueue } from './reconcile/recover.ts'
import { confirming } from './reconcile/second-word.ts'
import { lookForTakenBack } from './reconcile/taken-back.ts'
import { createSignal } from './signal.ts'
import { type FeeMemory, withAgreedFees } from './transactions/agreed-fees.ts'
import type { Scan } from './transactions/chain-observation.ts'
import type { ExternalUseMemory } from './transactions/external-nonce-use.ts'
import { fillNonceGap } from './transactions/nonce-gap.ts'
import { observe } from './transactions/observe.ts'
import type { Observed } from './transactions/observed.ts'
import { planWallet } from './transfers/plan-wallet.ts'

/** One signer on one network: a row of sequences, worked through by one loop. */
export interface SignerQueue {
  readonly network: string
  /** Why it waits, or this run of it; null when it does not. */
  notice(runId?: string): Notice | null
  /** Something in the database concerns this signer queue. False: it has ended by itself, and does not see to that. */
  wake(): boolean
  /** A person says to go on with a collection that has unreadable batches on chain. */
  accept(collectionPk: number): void
  /** The writer that minted last into a collection, by the newest block; null where no node says. */
  lastWriter(collection: CollectionRow): Promise<number | null>
  /** Replaces transactions in the mempool that the journal does not know by empty ones; false when there are none. */
  replaceExternalUse(): boolean
  close(): Promise<void>
}

/** After a fault of the network or its RPC: how long until the next try, ms; doubled up to the last. */
const firstDelayMs = 250
const lastDelayMs = 10_000
/** A queue that waits for coin or for lower fees observes again after so many usual intervals. */
const patientObservations = 8
/** @param ended called when a wallet's signer queue has nothing to do, and ends by itself */
export function openSignerQueue(context: QueueContext, ended?: () => void): SignerQueue {
  const { deps, client, project, queue } = context
  const isWallet = context.owner !== null
  const network = deps.chains.networks.of(client.chain)
  const pollMs = client.pollMs ?? deps.timing.pollMs
  const signal = createSignal()
  const stop = new AbortController()
  const accepted = new Set<number>()
  const anchor: Anchor = { block: null }
  const newerCopy = { heads: new Map(), over: null }
  const feeMemory: FeeMemory = { price: null }
  const externalUse: ExternalUseMemory = { stands: null, shown: false, replace: false, newerCopy }
  const memory: PlanMemory = {
    turn: 0,
    atMost: new Map(),
    externalUse,
    files: filesAhead(signal.raise),
    stale: new Map(),
    capped: new Map(),
    held: false,
  }
  let scan: Scan = { through: null, hash: null }
  let recovered = false
  let failures = 0
  /** Rounds in a row in which a collection failed to go on. */
  let faults = 0
  let release: (() => void) | undefined
  let nonceGapSince: number | null = null
  const notices = openQueueNotices(context)

  /** One round, all of it read from one node: nodes that differ by a block must not be taken for a reorganisation. */
  async function step(): Promise<number | null> {
    // Before everything else: what is decided from here on is older than a later resume.
    const resumes = await resumesOf(deps.db, project.id, client.chain)
    const reverted = await resumedCollections(deps.db, project.id, client.chain)
    const all = new Set([...accepted, ...reverted])
    return client.observe((node) =>
      round({
        ...{ ...context, client: withAgreedFees(confirming(node), feeMemory) },
        ...{ accepted: all, reverted, resumes, anchor },
      }),
    )
  }

  /** Observe, settle, plan, send. Returns how long until the next round, ms; null: when woken. */
  async function round(context: QueueContext): Promise<number | null> {
    const hasOpen = (await openTransactions(deps.db, queue)).length > 0
    if (!recovered) {
      await recoverQueue(context, stop.signal)
      recovered = true
      // Transactions that were sent again may have another result now.
      context.sessions.clear()
      scan = { through: null, hash: null }
    }
    if (hasOpen) keepBusy()
    const observed = await observe(context, scan)
    await tell(observed.batches, [])
    for (const pk of observed.suspect) context.sessions.delete(pk)
    const back = observed.back ?? (await lookForTakenBack(context, observed))
    const behind = notices.behind(typeof back === 'string' ? null : back)
    if (behind !== null) await notices.tell(behind)
    if (back !== 'stands') {
      recovered = false
      if (back === 'taken back') return 0
      // A practice network makes no blocks while nobody waits for any.
      keepBusy()
      return pollMs
    }
    const locked = deps.chains.locked(project.kind)
    if (locked !== null) return pauseLocked(locked, observed)
    if (await closeNonceGap(context, observed)) return pollMs
    const planned = isWallet ? await planWallet(context, memory, observed) : await plan(context, memory)
    await tell(planned.batches, planned.ended)
    if (!isWallet) await endRuns()
    const fault = planned.fault ?? observed.fault
    faults = fault ? faults + 1 : 0
    if (fault) putOff(fault.error, planned)
    if (planned.behind) {
      recovered = false
      return pollMs
    }
    const open = observed.open + planned.signed
    if (open > 0 || planned.unsettled) keepBusy()
    else letGo()
    return pause(open, planned, observed)
  }

  /**
   * Tries again what kept one collection from going on, later with each failed round; all others go on meanwhile. A rate limit or a full disk holds
   * up all of them.
   */
  function putOff(error: unknown, planned: Planned): void {
    if (client.limited(error) || isDiskFull(error)) throw error
    deps.log.warn({ network: client.network, err: error }, 'a collection could not be seen to; others go on')
    if (faults > 2) planned.waiting ??= notices.unreachable(error)
    const later = delayAfter(faults)
    planned.waitMs = Math.min(planned.waitMs ?? later, later)
  }

  function keepBusy(): void {
    release ??= client.busy()
  }

  function letGo(): void {
    release?.()
    release = undefined
  }

  /** Announces what ended. */
  async function tell(batches: readonly number[], mints: readonly number[]): Promise<void> {
    if (batches.length === 0 && mints.length === 0) return
    deps.events.mintsEnded([...mints, ...(await mintsOutsideRuns(deps.db, batches))])
    for (const run of await runsOfBatches(deps.db, batches)) deps.events.runChanged(run)
  }

  /**
   * Ends the runs in which nothing waits any more. In every round: the last mint of a run may have ended while it was paused, or
   * just before the process did.
   */
  async function endRuns(): Promise<void> {
    const { db, clock } = deps
    for (const run of await finishRuns(db, project.id, client.chain, clock())) deps.events.runChanged(run)
    for (const run of await cancelledRunsToComplete(db, project.id, client.chain)) deps.events.runChanged(run)
  }

  /** While the vault is locked, nothing is signed; sent transactions are observed to their end. */
  async function pauseLocked(why: string, { open }: Observed): Promise<number | null> {
    await endRuns()
    await notices.tell(underLock(why))
    if (open === 0) letGo()
    failures = 0
    return open > 0 ? pollMs : null
  }

  async function pause(open: number, planned: Planned, observed: Observed): Promise<number | null> {
    const trouble = observed.trouble ?? planned.trouble
    if (isWallet && trouble?.kind !== 'rate-limited' && trouble?.kind !== 'unclear') {
      failures = 0
      return open > 0 || planned.unsettled ? pollMs : planned.waitMs
    }
    const patient = pollMs * patientObservations
    const runsWait = await notices.tellRuns(planned)
    const cap = planned.capped.all ?? observed.capped
    const missing = observed.missing ?? planned.missing
    if (missing !== null || trouble?.kind === 'insufficient-funds') {
      await notices.tell(await notices.short(missing))
      return patient
    }
    const { stuck } = observed
    const unpublished = planned.unpublished ? publishing(planned.unpublished.error) : null
    await notices.tell(
      planned.waiting ??
        notices.doubt(observed, planned) ??
        (cap === null ? null : atCap(network, cap)) ??
        (stuck === null ? unpublished : stuckUnder(client.chain, stuck.price, stuck.of)),
    )
    if (trouble?.kind === 'rate-limited') await leaveAlone(trouble.retryAfterMs)
    if (trouble?.kind === 'rate-limited' || trouble?.kind === 'unclear') return backOff()
    failures = 0
    if (open > 0 || planned.unsettled || planned.unpublished) return pollMs
    return !runsWait && cap === null ? planned.waitMs : Math.min(planned.waitMs ?? patient, patient)
  }

  /** Waits as long as the network asked for, whatever wakes the signer queue. */
  async function leaveAlone(ms: number | undefined): Promise<void> {
    if (ms !== undefined) await sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
  }

  function backOff(): number {
    return delayAfter(failures++)
  }

  /** Fills a sequence that none of our transactions takes and that holds up all behind it. @returns whether it did */
  async function closeNonceGap(context: QueueContext, { open, count, lowest }: Observed): Promise<boolean> {
    if (!client.family.sequences) return false
    const head = scan.through ?? 0
    const taken = open > 0 && count < lowest && (await sequenceTaken(deps.db, queue, count))
    const step = nonceGapStep({ open, lowest, count, head, since: nonceGapSince, taken })
    if (step === 'none') nonceGapSince = null
    if (step === 'begin') {
      nonceGapSince = head
      recovered = false
    }
    if (step === 'fill') await fillNonceGap(context, count)
    return step === 'fill'
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      let delay: number | null
      try {
        delay = await step()
      } catch (error) {
        if (stop.signal.aborted) return
        delay = backOff()
        await leaveAlone(client.limited(error)?.retryAfterMs)
        scan = { through: null, hash: null }
        deps.log.warn({ network: client.network, err: error }, 'a round of minting did not get through; trying again')
        await notices.tellFault(error, failures)
      }
      deps.point('after round')
      if (ended && delay === null && signal.end()) {
        ended()
        return
      }
      await signal.wait(delay)
    }
  }

  const running = loop().finally(() => {
    letGo()
  })
  return {
    network: client.network,
    notice: notices.of,
    wake: signal.raise,
    accept(collectionPk) {
      accepted.add(collectionPk)
      context.sessions.delete(collectionPk)
      signal.raise()
    },
    lastWriter: (collection) => lastWriter(context, collection),
    replaceExternalUse() {
      if (!externalUse.shown) return false
      externalUse.replace = true
      signal.raise()
      return true
    },
    async close() {
      stop.abort()
      signal.raise()
      await running
    },
  }
}

/** How long to wait after so many failures, ms, with random jitter. */
function delayAfter(failures: number): number {
  return Math.min(firstDelayMs * 2 ** failures, lastDelayMs) * (0.5 + Math.random() / 2)
}
