import { isFenced, type Refusal } from '../chains/family/outcome.ts'
import type { Work } from '../chains/family/work.ts'
import { inPieces } from '../lib/turns.ts'
import { batchesByPk, batchMintPks, batchMints } from '../store/journal/batches.ts'
import { ceilingOfRun } from '../store/journal/money.ts'
import { refuseBatch, settleAlreadyMinted, splitBatch } from '../store/journal/settle-batches.ts'
import type { BatchRow, CollectionRow } from '../store/journal/signer-queue.ts'
import { prepareBatches } from './compose/prepare.ts'
import type { QueueContext } from './deps.ts'
import { isAtRest } from './open-round.ts'
import type { PlanMemory } from './plan-memory.ts'
import { goesOn, type Planned } from './planned.ts'
import { alreadyMinted } from './reconcile/already-minted.ts'
import { confirmedBlock } from './reconcile/confirmed.ts'
import { fenceOf, noteEntry } from './reconcile/fence.ts'
import { anchorAt } from './reconcile/taken-back.ts'
import { reasonOfRecipients } from './transactions/refused-copies.ts'
import type { Round } from './transactions/round.ts'
import { type Carried, signWorks, type Wanted } from './transactions/sign.ts'
import { batchWork, contractOf } from './work.ts'

/** The chain client's code for work that fits into no transaction. */
const tooHeavy = 'chain.tooHeavy'

/**
 * Ours: batches that are composed, prepared and signed together, each step in one commit: few at first, so that the network has work
 * and a batch that is too heavy is known early, then more.
 */
export const firstTogether = 2
export const mostTogether = 4
/** Ours: the same for signing batches of a few mints each; signed ones are sent while the next ones are signed. */
const smallTogether = 16
const smallBatch = 100

export interface Composed {
  collection: CollectionRow
  batch: BatchRow
}

/** Splits batches into the parts that are signed together. */
export function signedTogether(batches: readonly Composed[]): Composed[][] {
  const most = batches.every(({ batch }) => batch.size <= smallBatch) ? smallTogether : mostTogether
  const parts: Composed[][] = []
  for (let from = 0, some = firstTogether; from < batches.length; from += some, some = Math.min(2 * some, most))
    parts.push(batches.slice(from, from + some))
  return parts
}

/** Prepares and signs batches together. @returns whether the round goes on */
export async function signBatches(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  composed: readonly Composed[],
  planned: Planned,
): Promise<boolean> {
  const { db } = context.deps
  await prepareBatches(
    context,
    composed.filter(({ batch }) => batch.state === 'composed'),
  )
  const now = new Map(
    (
      await batchesByPk(
        db,
        composed.map(({ batch }) => batch.pk),
      )
    ).map((batch) => [batch.pk, batch]),
  )
  const wanted: (Wanted & Composed)[] = []
  const pause = inPieces()
  const entering = new Set<number>()
  for (const { collection, batch: before } of composed) {
    const batch = now.get(before.pk)
    if (batch?.state !== 'prepared' || planned.capped.runs.has(batch.run_id ?? '')) continue
    const ceiling = await ceilingOfRun(db, batch.run_id)
    const carried: Carried = { purpose: 'mint', collection, batchPk: batch.pk, batchRun: batch.run_id, ceiling }
    const work = await fencedWork(context, collection, batch, entering)
    if (work === null) planned.unsettled = true
    else wanted.push({ collection, batch, work, carried })
    await pause()
  }
  if (wanted.length === 0) return true
  const results = await signWorks(context, round, wanted)
  let goes = true
  for (const [place, { collection, batch }] of wanted.entries()) {
    const signed = results[place]
    if (!signed) return false
    if (signed.kind !== 'refused') {
      const session = context.sessions.get(collection.pk)
      if (signed.kind === 'signed' && session?.entry === 'due') await noteEntry(context, session, batch.pk)
      if (!goesOn(signed, planned)) return false
    } else if (!(await endRefused(context, memory, round, { collection, batch }, signed.refusal, planned))) goes = false
  }
  return goes
}

/**
 * The work of a batch, with its call's part for the fence; null when it must wait for the entry, or for a new one. `entering`: collections for which
 * an entry is already among the works.
 */
async function fencedWork(
  { deps, sessions }: QueueContext,
  collection: CollectionRow,
  batch: BatchRow,
  entering: Set<number>,
): Promise<Work | null> {
  const session = sessions.get(collection.pk)
  if (session === undefined || entering.has(collection.pk)) return null
  const work = await batchWork(deps.db, collection, batch)
  if (session === null || work.kind === 'mint-tokens') return work
  if (session.entry === 'due') entering.add(collection.pk)
  const fence = fenceOf(session, batch, session.ended.size === 0 ? [] : await batchMintPks(deps.db, batch.pk))
  if (fence !== null) return { ...work, fence } as Work
  sessions.delete(collection.pk)
  return null
}

/** What becomes of a batch that the chain would refuse. @returns whether the round goes on */
async function endRefused(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  { collection, batch }: Composed,
  { outcome }: Refusal,
  planned: Planned,
): Promise<boolean> {
  const { deps } = context
  if (outcome.kind === 'failed' && outcome.code === tooHeavy && batch.size > 1) {
    memory.atMost.set(collection.pk, Math.ceil(batch.size / 2))
    await splitBatch(deps.db, batch.pk, deps.clock())
  } else if (outcome.kind === 'failed') {
    const replaced = outcome.code === 'chain.reverted' ? await faultOfContract(context, collection) : null
    if (replaced !== null) {
      context.sessions.delete(collection.pk)
      throw replaced
    }
    const recipients = await reasonOfRecipients(context, collection, batch, outcome, 'prepared')
    await refuseBatch(deps.db, batch.pk, recipients ?? outcome, deps.clock())
    if (outcome.elsewhere) {
      context.sessions.delete(collection.pk)
      planned.batches.push(batch.pk)
      planned.waitMs = Math.min(planned.waitMs ?? deps.timing.pollMs, deps.timing.pollMs)
      return false
    }
  } else if (isFenced(outcome)) {
    // The mints are not at fault: the engine first reads what the contract holds.
    context.sessions.delete(collection.pk)
    planned.unsettled = true
    return true
  } else if (
    round.unsettled ||
    !(await isAtRest(context)) ||
    !(await anchorAt(context, confirmedBlock(context.client, round.head)))
  ) {
    planned.unsettled = true
    return true
  } else {
    const mints = await batchMints(deps.db, batch.pk)
    const minted = await alreadyMinted(context, collection, batch, mints, outcome)
    if (minted === null) return true
    await settleAlreadyMinted(deps.db, { batchPk: batch.pk, minted, transaction: null }, deps.clock())
    planned.ended.push(...minted.map(({ pk }) => pk))
  }
  planned.batches.push(batch.pk)
  return true
}

/** Why a contract that reverts for no known reason is not a collection's; null when it is one: then the mints are at fault. */
async function faultOfContract({ client }: QueueContext, collection: CollectionRow): Promise<unknown> {
  try {
    await client.counters(contractOf(collection))
    return null
  } catch (error) {
    return error
  }
}
