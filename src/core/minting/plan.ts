import type { Head } from '../chains/family/network.ts'
import { isFenced, type Refusal } from '../chains/family/outcome.ts'
import type { Work } from '../chains/family/work.ts'
import { isUnsettled, nextSequence, type SequenceFacts } from '../journal/rounds.ts'
import { inPieces } from '../lib/turns.ts'
import { changeOnItsWay } from '../store/collections/collection-changes.ts'
import { collectionByPk } from '../store/collections/collections.ts'
import {
  batchesByPk,
  batchMintPks,
  batchMints,
  type RunRow,
  runningRuns,
  unsignedBatches,
} from '../store/journal/batches.ts'
import { ceilingOfRun } from '../store/journal/money.ts'
import { collectionsWithWork } from '../store/journal/queue-work.ts'
import { refuseBatch, settleAlreadyMinted, splitBatch } from '../store/journal/settle-batches.ts'
import {
  type BatchRow,
  type CollectionRow,
  highestSequence,
  highestSettled,
  openTransactions,
  weightOf,
} from '../store/journal/signer-queue.ts'
import { transfersInWant } from '../store/journal/transfer-funding.ts'
import { waitingTransfers } from '../store/journal/transfers.ts'
import type { TransactionPurpose } from '../store/tables/journal.ts'
import { collectionsToCompare, compare, compareAgain, stepOf } from './compare.ts'
import { composeNext } from './compose/compose.ts'
import type { FilesAhead } from './compose/files-ahead.ts'
import { prepareBatches } from './compose/prepare.ts'
import { deployCollection } from './deploy.ts'
import type { QueueContext } from './deps.ts'
import { waitingForExternalUse } from './notices.ts'
import { planActions } from './plan-actions.ts'
import { goesOn, nothingPlanned, type Planned } from './planned.ts'
import { alreadyMinted } from './reconcile/already-minted.ts'
import { confirmedBlock } from './reconcile/confirmed.ts'
import { fenceOf, mayMint, noteEntry } from './reconcile/fence.ts'
import { anchorAt } from './reconcile/taken-back.ts'
import { type ExternalUseMemory, observeExternalUse } from './transactions/external-nonce-use.ts'
import { balanceOf, costsUnderWay } from './transactions/fee-bump.ts'
import { feeWithin, priceNow } from './transactions/fees.ts'
import { fillNonceGap } from './transactions/nonce-gap.ts'
import { reasonOfRecipients } from './transactions/refused-copies.ts'
import { type Carried, type Round, signWorks, type Wanted } from './transactions/sign.ts'
import type { StaleTrees } from './transactions/token-refusals.ts'
import { planTransfers } from './transfers/plan-transfers.ts'
import { bringTree } from './trees.ts'
import { batchWork, contractOf } from './work.ts'

/** What the signer queue remembers between rounds; all of it can be lost. */
export interface PlanMemory {
  /** Whose turn it is among the runs and the API. */
  turn: number
  /** By collection: how many mints a batch may hold, where more were too heavy for a transaction. */
  atMost: Map<number, number>
  externalUse: ExternalUseMemory
  files: FilesAhead
  stale: StaleTrees
}

/** Signs as much of what waits as has room in flight, turn by turn over runs and the API's mints. */
export async function plan(context: QueueContext, memory: PlanMemory): Promise<Planned> {
  const { deps, project, client, queue } = context
  const planned = nothingPlanned()
  const [collections, compared, transfers, wanting] = await Promise.all([
    collectionsWithWork(deps.db, project.id, client.chain),
    collectionsToCompare(context),
    waitingTransfers(deps.db, queue, client.limits.transactionsInFlight),
    transfersInWant(deps.db, project.id, client.network),
  ])
  if (collections.length === 0 && compared.length === 0 && transfers.length === 0 && wanting.length === 0)
    return planned
  const round = await openRound(context, memory)
  if (round.behind) return { ...planned, behind: true }
  const { externalUse } = round
  if (round.usedExternally) context.sessions.clear()
  if (externalUse.step === 'fill')
    await fillNonceGap(context, externalUse.count, externalUse.pending > externalUse.count)
  if (externalUse.behind || externalUse.step === 'tell')
    planned.waiting = waitingForExternalUse(client.chain, queue.signer, externalUse)
  if (externalUse.behind || externalUse.step === 'fill') return { ...planned, unsettled: true }
  try {
    if (!(await planTransfers(context, memory.stale, round, { waiting: transfers, wanting }, planned))) return planned
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
  }
  return planned
}

/** What a round begins with: what the journal holds of the signer queue, and what the chain says of its signer. */
export async function openRound(context: QueueContext, memory: Pick<PlanMemory, 'externalUse'>): Promise<Round> {
  const { deps, client, queue } = context
  const [open, head, fees, count, pending, highest, settled, balance, underWay, inFlight] = await Promise.all([
    openTransactions(deps.db, queue),
    client.head(),
    client.fees(),
    client.sequence(queue.signer),
    client.pendingSequence(queue.signer),
    highestSequence(deps.db, queue),
    highestSettled(deps.db, queue),
    balanceOf(context),
    costsUnderWay(context),
    client.inFlight(queue.signer),
  ])
  // What a block holds takes no room in a node's pool any more.
  const waiting = open.filter(({ state }) => state !== 'included')
  const weight = weightOf(waiting)
  const sequences: SequenceFacts = { count, pending, highestOwn: highest, filling: open.some(isFill) }
  const confirmed = await confirmedCount(context, head)
  memory.externalUse.openedAt ??= head.number
  // Without sequences, what a newer copy of the database signed is over when it has expired.
  const { sequences: hasSequences } = client.family
  const expired = !hasSequences && client.expiry && head.number - memory.externalUse.openedAt > client.expiry.lifetime
  const externalUse = await observeExternalUse(context, memory.externalUse, {
    ...{ head, sequences },
    confirmed: expired ? Number.MAX_SAFE_INTEGER : confirmed,
  })
  return {
    open,
    head,
    fees,
    nextSequence: nextSequence(sequences),
    behind: hasSequences && settled >= count,
    usedExternally: externalUse.used,
    unsettled: externalUse.unsettled,
    externalUse: hasSequences ? externalUse : { ...externalUse, step: 'none' },
    room: {
      weight: inFlight.weight - weight,
      transactions: inFlight.transactions - waiting.length,
    },
    funds: balance - underWay,
    outbox: [],
    sending: Promise.resolve(null),
    signed: 0,
  }
}

/**
 * Whether nothing of the signer is under way. A guard, so all of it is read again: a node also refuses a job for what lies in its pool, and a
 * second copy may have sent that in the middle of this round.
 */
async function isAtRest(context: QueueContext): Promise<boolean> {
  const { deps, client, queue } = context
  if ((await openTransactions(deps.db, queue)).length > 0) return false
  const [head, count, pending, highestOwn] = await Promise.all([
    client.head(),
    client.sequence(queue.signer),
    client.pendingSequence(queue.signer),
    highestSequence(deps.db, queue),
  ])
  return !isUnsettled({ count, pending, highestOwn, filling: false }, await confirmedCount(context, head))
}

function isFill({ purpose }: { purpose: TransactionPurpose }): boolean {
  return purpose === 'fill'
}

/** What the chain has included of the signer with the network's confirmations. */
function confirmedCount({ client, queue }: QueueContext, head: Head): Promise<number> {
  return client.sequenceAt(queue.signer, confirmedBlock(client, head))
}

/** A run's mints, or the API's of a collection when `run` is null. */
interface Source {
  collection: CollectionRow
  run: RunRow | null
}

async function sourcesOf(
  context: QueueContext,
  collection: CollectionRow,
  { aboveCeiling }: Planned,
): Promise<Source[]> {
  const runs = await runningRuns(context.deps.db, collection.pk)
  return [
    { collection, run: null },
    ...runs.filter(({ id }) => !aboveCeiling.ceilings.has(id)).map((run) => ({ collection, run })),
  ]
}

/** The running runs of a collection for which nothing is signed now, since more is asked than they may pay. */
async function runsAboveCeiling(
  { deps }: QueueContext,
  { fees }: Round,
  collection: CollectionRow,
  { aboveCeiling }: Planned,
): Promise<Set<string>> {
  aboveCeiling.price = priceNow(fees)
  const found = new Set<string>()
  for (const { id, fee_ceiling } of await runningRuns(deps.db, collection.pk)) {
    if (fee_ceiling === null || feeWithin(fees, BigInt(fee_ceiling)) !== null) continue
    aboveCeiling.ceilings.set(id, BigInt(fee_ceiling))
    found.add(id)
  }
  return found
}

/** Deployment, comparison with the chain, actions, and batches that were composed before. The collection as it then is; null: nothing new is composed for it now. */
async function bringUp(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  given: CollectionRow,
  planned: Planned,
): Promise<CollectionRow | null> {
  const { deps } = context
  const aboveCeiling = await runsAboveCeiling(context, round, given, planned)
  if (given.state !== 'deployed' && !(await deployCollection(context, round, given, planned))) return null
  const collection = await collectionByPk(deps.db, given.pk)
  const step = stepOf(context, round, collection)
  if (step === 'unsettled') planned.unsettled = true
  if (step === 'wait' || step === 'unsettled') return null
  if (step === 'compare' && !(await compare(context, round, collection, planned))) return null
  if (!(await planActions(context, memory.stale, round, collection, planned))) return null
  if (await changeOnItsWay(deps.db, collection.pk)) return null
  const atMost = await batchesNow(context, collection, context.client.limits.transactionsInFlight, planned)
  if (atMost === 0) return null
  const waiting: Composed[] = []
  for (const batch of await unsignedBatches(deps.db, collection.pk, atMost, [...aboveCeiling]))
    waiting.push({ collection, batch })
  for (const part of signedTogether(waiting))
    if (!(await signBatches(context, memory, round, part, planned))) return null
  return (await bringTree(context, round, collection, planned)) ? collection : null
}

/** How many batches may be signed for a collection now: one that enters, and until a block holds it none. */
async function batchesNow(
  context: QueueContext,
  collection: CollectionRow,
  atMost: number,
  planned: Planned,
): Promise<number> {
  const step = await mayMint(context, collection)
  if (step === 'compare') planned.unsettled = true
  if (step === 'sign') return atMost
  return step === 'enter' ? Math.min(1, atMost) : 0
}

/** What a client says of work that no transaction can hold. */
const tooHeavy = 'chain.tooHeavy'

/** Ours: mints that may end without a transaction in one round, before what is in flight is looked at again. */
const endedAtOnce = 2_000

/**
 * Ours: batches that are composed, prepared and signed together, each step in one commit: few at first, so that the network has work
 * and a batch that is too heavy is known early, then more.
 */
const firstTogether = 2
const mostTogether = 4
/** Ours: the same for signing batches of a few mints each; what was signed leaves while the next ones are. */
const smallTogether = 16
const smallBatch = 100

/** How many to compose next after so many. */
function together(last: number, { room }: Round): number {
  return Math.max(1, Math.min(last * 2, mostTogether, room.transactions))
}

/** Batches in the parts in which they are signed. */
function signedTogether(batches: readonly Composed[]): Composed[][] {
  const most = batches.every(({ batch }) => batch.size <= smallBatch) ? smallTogether : mostTogether
  const parts: Composed[][] = []
  for (let from = 0, some = firstTogether; from < batches.length; from += some, some = Math.min(2 * some, most))
    parts.push(batches.slice(from, from + some))
  return parts
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
    // Where several wait, none gets more than a batch in its turn.
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

/** Composes and signs so many batches of a source. `full`: nothing more is signed in this round; `nothing`: nothing of the source waits. */
async function takeTurn(
  context: QueueContext,
  memory: PlanMemory,
  round: Round,
  { collection, run }: Source,
  most: number,
  planned: Planned,
): Promise<'full' | 'nothing' | 'done'> {
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

interface Composed {
  collection: CollectionRow
  batch: BatchRow
}

/** Prepares and signs batches together; whether the round goes on. */
async function signBatches(
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
    if (batch?.state !== 'prepared') continue
    const ceiling = await ceilingOfRun(db, batch.run_id)
    const carried: Carried = { purpose: 'mint', collection, batchPk: batch.pk, ceiling }
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
 * The work of a batch, with what its call says of its writer; null when it must wait: for the entry, or for a new one. `entering`: collections
 * for which the call that enters was made already.
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

/** What becomes of a batch that the chain would refuse; whether the round goes on. */
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
    // Nothing is wrong with the mints: what the contract holds is read first.
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

/** What is wrong with a contract that refuses for no reason of ours; null when it is the collection's: then it is the mints' own fault. */
async function faultOfContract({ client }: QueueContext, collection: CollectionRow): Promise<unknown> {
  try {
    await client.counters(contractOf(collection))
    return null
  } catch (error) {
    return error
  }
}
