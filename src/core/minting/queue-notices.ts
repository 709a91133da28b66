import { chainLabel } from '../../shared/chains.ts'
import { computerFault } from '../lib/computer-fault.ts'
import { CoreError, isDiskFull } from '../lib/errors.ts'
import { handOversUnderWay } from '../store/journal/hand-overs/hand-overs.ts'
import { collectionsUnderWay } from '../store/journal/queue-work.ts'
import { runningRunsOn } from '../store/journal/runs/run-steps.ts'
import { OverCap } from '../store/journal/spending.ts'
import type { QueueContext } from './deps.ts'
import {
  aboveCeilingNotice,
  atCap,
  belowSettled,
  inDoubt,
  isNews,
  type Notice,
  shortage,
  underLock,
} from './notices.ts'
import type { Planned } from './planned.ts'
import { reservedOn } from './runs/reserved-funds.ts'
import { balanceOf, costsUnderWay } from './transactions/fee-bump.ts'
import type { Behind, Observed } from './transactions/observed.ts'

/** How long an RPC may lag, ms, before the person is told that it does not confirm what was sent, or lacks blocks. */
const caughtUpWithinMs = 15_000

/** Why a signer queue waits, and runs of it: kept in memory from round to round, and told when it is news. */
export interface QueueNotices {
  /** Why it waits, or this run of it, or a remark; null where there is neither. */
  of(runId?: string): Notice | null
  /** Says why it waits now; null: it does not. */
  tell(now: Notice | null): Promise<void>
  /** Says which runs wait for lower fees or at their spending cap. @returns whether any does */
  tellRuns(planned: Planned): Promise<boolean>
  /** Says what held up a whole round. @param failures rounds in a row that did not get through */
  tellFault(error: unknown, failures: number): Promise<void>
  /** What blocks the network lacks, once the person should know; to be called in every round, with null where it lacks none. */
  behind(now: Behind | null): Notice | null
  /** What RPCs disagree on, once the person should know. */
  doubt(observed: Pick<Observed, 'doubt'>, planned: Pick<Planned, 'doubt'>): Notice | null
  /** How much coin is missing, by our own count if the network only said that some is missing. */
  short(known: bigint | null): Promise<Notice>
  /** What is wrong with the network, or with what it is needed for. */
  unreachable(error: unknown): Notice
}

export function openQueueNotices(context: QueueContext): QueueNotices {
  const { deps, client, project, queue } = context
  const isWallet = context.owner !== null
  const network = deps.chains.networks.of(client.chain)
  let doubtSince: number | null = null
  let behindSince: number | null = null
  let said: Notice | null = null
  /** Runs that wait for lower fees or at their spending cap, each for itself. */
  const heldRuns = new Map<string, Notice>()

  const asNetwork = (text: string): Notice => ({ for: 'network', text, missing: null, address: null })
  const unreliable = deps.marks.fault === null ? null : { ...asNetwork(deps.marks.fault), isRemark: true }

  /** The cause, if the chain client knows it: without it, the network only seems not to answer. */
  function heldUp(): Notice | null {
    const why = client.heldUp?.() ?? null
    return why === null ? null : asNetwork(why)
  }

  /** Kept in memory: a full disk must not prevent it, and after a start the queue finds the reason again. */
  async function tell(now: Notice | null): Promise<void> {
    if (isWallet) return
    if (!isNews(said, now)) {
      // The price changes with every block: the shown text follows it, without an event.
      if (now?.for === 'fee') said = now
      return
    }
    said = now
    for (const run of await runningRunsOn(deps.db, project.id, client.chain)) deps.events.runChanged(run)
    for (const pk of await collectionsUnderWay(deps.db, project.id, client.chain)) deps.events.collectionChanged(pk)
    for (const handOver of await handOversUnderWay(deps.db, project.id)) deps.events.runChanged(handOver)
  }

  function unreachable(error: unknown): Notice {
    if (isDiskFull(error))
      return asNetwork(
        'The disk is full. Free some space: nothing is lost, and minting goes on by itself when there is room.',
      )
    const fault = computerFault(error)
    if (fault !== null) return asNetwork(`${fault} Nothing is lost; minting goes on by itself when that is done.`)
    const why =
      error instanceof CoreError
        ? error.message
        : client.limited(error)
          ? 'its RPC asks for fewer calls.'
          : 'the network does not answer.'
    const lacksDeployer = error instanceof CoreError && error.code === 'network.deployer'
    const then = lacksDeployer ? 'is there' : 'answers again'
    return asNetwork(
      `Waiting for ${chainLabel(client.chain)}: ${why} Nothing is lost; minting goes on by itself when it ${then}.`,
    )
  }

  return {
    of: (runId) => heldUp() ?? said ?? heldRuns.get(runId ?? '') ?? unreliable,
    tell,
    async tellRuns({ aboveCeiling: { price, ceilings }, capped }) {
      const now = new Map<string, Notice>()
      for (const [run, ceiling] of ceilings) now.set(run, aboveCeilingNotice(client.chain, price, ceiling))
      for (const [run, cap] of capped.runs) now.set(run, atCap(network, cap))
      const changed = [...heldRuns.keys()].filter((run) => !now.has(run))
      for (const run of changed) heldRuns.delete(run)
      for (const [run, notice] of now) {
        if (!heldRuns.has(run)) changed.push(run)
        heldRuns.set(run, notice)
      }
      for (const run of changed) deps.events.runChanged(run)
      return heldRuns.size > 0
    },
    async tellFault(error, failures) {
      const locked = deps.chains.locked(project.kind)
      if (locked !== null) await tell(underLock(locked)).catch(() => {})
      else if (error instanceof OverCap) await tell(atCap(network, error.cap)).catch(() => {})
      else if (failures > 2) await tell(unreachable(error)).catch(() => {})
    },
    behind(now) {
      behindSince = now === null ? null : (behindSince ?? deps.clock())
      if (now === null || behindSince === null || deps.clock() - behindSince < caughtUpWithinMs) return null
      return belowSettled(client.chain, now.settled)
    },
    // A contradiction between RPCs is reported at once; an RPC that does not confirm yet may merely lag.
    doubt(observed, planned) {
      const doubt = observed.doubt ?? planned.doubt
      if (doubt === null) doubtSince = null
      else doubtSince ??= deps.clock()
      if (doubt === null || doubtSince === null) return null
      const reported = doubt.kind === 'disputed' || deps.clock() - doubtSince >= caughtUpWithinMs
      return reported ? inDoubt(client.chain, doubt, observed.doubt === null ? 'unsigned' : 'unsettled') : null
    },
    async short(known) {
      const balance = await balanceOf(context)
      const counted = (await costsUnderWay(context)) - balance
      const missing = known ?? (counted > 0n ? counted : null)
      return shortage(network, queue.signer, {
        missing,
        balance,
        reserved: await reservedOn(deps.db, project.id, client.chain),
      })
    },
    unreachable,
  }
}
