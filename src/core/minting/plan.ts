import { batchesByPk, type RunRow, runningRuns } from '../store/journal/batches.ts'
import { handOversInWait } from '../store/journal/hand-overs/waiting.ts'
import { collectionsWithWork } from '../store/journal/queue-work.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import { transfersInWant } from '../store/journal/transfers/funding.ts'
import { transfersToRevoke } from '../store/journal/transfers/refused.ts'
import { waitingOfHandOvers, waitingTransfers } from '../store/journal/transfers/transfers.ts'
import { waitingWithdrawals } from '../store/journal/withdrawals.ts'
import { batchesNow, bringUp } from './bring-up.ts'
import { collectionsToCompare, compareAgain } from './compare.ts'
import { composeNext } from './compose/compose.ts'
import type { QueueContext } from './deps.ts'
import { waitingForExternalUse } from './notices.ts'
import { openRound } from './open-round.ts'
import type { PlanMemory } from './plan-memory.ts'
import { nothingPlanned, type Planned, withinCeiling } from './planned.ts'
import { firstTogether, mostTogether, signBatches, signedTogether } from './sign-batches.ts'
import { priceNow } from './transactions/fees.ts'
import { fillNonceGap } from './transactions/nonce-gap.ts'
import type { Round } from './transactions/round.ts'
import { planHandOvers } from './transfers/plan-hand-overs.ts'
import { planRevocations } from './transfers/plan-revocations.ts'
import { planTransfers } from './transfers/plan-transfers.ts'
import { planWithdrawals } from './transfers/plan-withdrawals.ts'

/** Signs as much waiting work as there is room for in flight; runs and the API's mints take turns. */
export async function plan(context: QueueContext, memory: PlanMemory): Promise<Planned> {
  const { deps, project, client, queue } = context
  const planned = nothingPlanned()
  const [collections, compared, refused, transfers, wanting, handOvers, withdrawals] = await Promise.all([
    collectionsWithWork(deps.db, project.id, client.chain),
    collectionsToCompare(context),
    transfersToRevoke(deps.db, queue, client.limits.transactionsInFlight),
    waitingTransfers(deps.db, queue, client.limits.transactionsInFlight),
    transfersInWant(deps.db, project.id, client.network),
    handOversInWait(deps.db, project.id, client),
    waitingWithdrawals(deps.db, queue, 'unsigned'),
  ])
  const handed = await waitingOfHandOvers(deps.db, queue, pksOf(handOvers), 1)
  // Hand-overs whose transfers the wallets send wait for lower fees, too; this queue reports it.
  const ceilings = handOvers.filter(({ ceiling }) => ceiling !== null)
  const work = [collections, compared, refused, transfers, wanting, handed, ceilings, withdrawals]
  if (work.every(({ length }) => length === 0)) return planned
  const round = await openRound(context, memory)
  if (round.behind) return { ...planned, behind: true }
  const { externalUse } = round
  if (round.usedExternally) context.sessions.clear()
  if (externalUse.step === 'fill')
    await fillNonceGap(context, externalUse.count, externalUse.pending > externalUse.count)
  if (externalUse.behind || externalUse.step === 'tell')
    planned.waiting = waitingForExternalUse(client.chain, queue.signer, externalUse)
  if (externalUse.alone) return { ...planned, unsettled: true, doubt: externalUse.doubt }
  if (externalUse.behind || externalUse.step === 'fill') return { ...planned, unsettled: true }
  const paying = withinCeiling(handOvers, priceNow(round.fees), planned)
  try {
    if (!(await planWithdrawals(context, round, withdrawals, planned))) return planned
    if (!(await planRevocations(context, round, refused, planned))) return planned
    if (!(await planTransfers(context, memory.stale, round, { waiting: transfers, wanting }, planned))) return planned
    const moved = { handOvers: paying, beside: collections.length > 0 }
    await planHandOvers(context, memory.stale, round, moved, planned)
    const sources: Source[] = []
    const working = new Set(collections.map(({ pk }) => pk))
    await compareAgain(
      context,
      round,
      compared.filter(({ pk }) => !working.has(pk)),
      planned,
    )
    for (const collection of collections) {
      try {
        const ready = await bringUp(context, memory, round, collection, planned)
        if (ready) sources.push(...(await sourcesOf(context, ready, planned)))
      } catch (error) {
        // One collection that cannot go on does not hold up the others.
        planned.fault ??= { error }
      }
    }
    await takeTurns(context, memory, round, sources, planned)
  } finally {
    planned.trouble = await round.sending
    planned.signed = round.signed
    memory.capped = planned.capped.runs
  }
  return planned
}

function pksOf(rows: readonly { pk: number }[]): number[] {
  return rows.map(({ pk }) => pk)
}

/** A run's mints, or the API's of a collection when `run` is null. */
interface Source {
  collection: CollectionRow
  run: RunRow | null
}

async function sourcesOf(
  context: QueueContext,
  collection: CollectionRow,
  { aboveCeiling, capped }: Planned,
): Promise<Source[]> {
  const runs = await runningRuns(context.deps.db, collection.pk)
  return [
    { collection, run: null },
    ...runs
      .filter(({ id }) => !aboveCeiling.ceilings.has(id) && !capped.runs.has(id))
      .map((run) => ({ collection, run })),
  ]
}

/** Ours: mints that may end without a transaction in one round, before what is in flight is observed again. */
const endedAtOnce = 2_000

/** How many batches to compose next, after `last`. */
function together(last: number, { room }: Round): number {
  return Math.max(1, Math.min(last * 2, mostTogether, room.transactions))
}

async function takeTurns(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  sources: readonly Source[],
  planned: Planned,
): Promise<void> {
  const idle = new Set<Source>()
  let some = firstTogether
  while (idle.size < sources.length) {
    const source = sources[memory.turn++ % sources.length]
    if (!source || idle.has(source)) continue
    if (round.room.transactions <= 0 || round.room.weight < 1_000_000n) return
    const { collection } = source
    // If several sources wait, each gets one batch in its turn.
    const alone = idle.size === sources.length - 1
    try {
      const turn = await takeTurn(
        context,
        memory,
        round,
        source,
        alone ? Math.min(some, round.room.transactions) : 1,
        planned,
      )
      if (turn === 'full') return
      if (turn === 'nothing') idle.add(source)
    } catch (error) {
      planned.fault ??= { error }
      for (const other of sources) if (other.collection.pk === collection.pk) idle.add(other)
    }
    if (alone) some = together(some, round)
    if (planned.ended.length >= endedAtOnce) {
      planned.waitMs = 0
      return
    }
  }
}

/** Composes and signs at most `most` batches of a source. `full`: nothing more is signed in this round; `nothing`: nothing of the source waits. */
async function takeTurn(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  { collection, run }: Source,
  most: number,
  planned: Planned,
): Promise<'full' | 'nothing' | 'done'> {
  if (planned.capped.runs.has(run?.id ?? '')) return 'nothing'
  const now = await batchesNow(context, collection, most, planned)
  if (now === 0) return 'nothing'
  const composed = await composeNext(context, collection, run, {
    batches: now,
    mintsPerBatch: memory.atMost.get(collection.pk),
    files: memory.files,
  })
  planned.ended.push(...composed.ended)
  if (composed.waitMs !== null) planned.waitMs = Math.min(planned.waitMs ?? composed.waitMs, composed.waitMs)
  const batches = (await batchesByPk(context.deps.db, composed.batches)).map((batch) => ({ collection, batch }))
  for (const part of signedTogether(batches))
    if (!(await signBatches(context, memory, round, part, planned))) return 'full'
  return composed.batches.length === 0 && composed.ended.length === 0 ? 'nothing' : 'done'
}
