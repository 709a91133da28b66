import { mayHaveJobAgain } from '../../../src/core/journal/correction.ts'
import {
  collectionStep,
  externalUseStep,
  isBehindMark,
  isUnsettled,
  isUsedExternally,
  nextSequence,
} from '../../../src/core/journal/rounds.ts'
import { isTaken } from '../../../src/core/journal/steps.ts'
import { batchJobId, loneJobId } from '../../../src/core/minting/job-id.ts'
import { type Collection, collections, type Job } from './chain.ts'
import { alreadyMinted, findLone, key, moveAnchor, reconcile } from './compare.ts'
import { askedFee, type QueueContext, type Steps } from './context.ts'
import { beginSession, fenceOf, mayMint, noteSigned } from './session.ts'
import type { Attempt, Batch, LedgerTransaction, Mint } from './tables.ts'

const mintsPerBatch = 3
const inFlightAtMost = 4

/** What a round has to give out. */
interface Round {
  head: number
  unsettled: boolean
  next: number
  room: number
}

/** Signs as much of what waits as has room in flight, turn by turn over the runs and the API's mints of all collections. */
export function* plan(context: QueueContext): Steps {
  const { ledger, memory } = context
  const round = yield* openRound(context)
  if (round === null) return
  const ready: Collection[] = []
  for (const collection of collections) {
    const brought = yield* bringUp(context, round, collection)
    if (brought === 'full') return
    if (brought === 'ready') ready.push(collection)
  }
  const sources = ready.flatMap((collection) =>
    [null, ...ledger.running(collection)].map((run) => ({ collection, run })),
  )
  for (let idle = 0; idle < sources.length && round.room > 0; ) {
    const source = sources[memory.turn++ % sources.length]
    if (!source) return
    const may = yield* mayMint(context, source.collection)
    const pk = may === 'sign' || may === 'enter' ? yield* composeNext(context, source) : null
    if (pk === null) idle++
    else {
      idle = 0
      if (!(yield* signBatch(context, round, ledger.batchOf(pk)))) return
    }
  }
}

/** Null: nothing may be signed at all. */
function* openRound({ ledger, chain, mark, memory, sign, ask }: QueueContext): Steps<Round | null> {
  const [head, count, pending, confirmed] = yield* ask(
    () => [chain.head(), chain.count(), chain.pendingCount(), chain.finalCount()] as const,
  )
  if (ledger.highestSettled() >= count) {
    memory.recovered = false
    return null
  }
  const filling = ledger.open().some(({ batch }) => batch === null)
  const sequences = { count, pending, highestOwn: ledger.highestOwn(), filling }
  const behind = isBehindMark({ sequence: mark.sequence, known: ledger.hasAttempt(mark.hash) }, confirmed)
  if (behind || isUsedExternally(sequences)) memory.sessions.clear()
  const unsettled = behind || isUnsettled(sequences, confirmed)
  if (!unsettled) memory.stands = null
  else if (memory.stands?.count !== count || head < memory.stands.since) memory.stands = { count, since: head }
  const facts = { count, pending, behind, mark: mark.sequence, unsettled, taken: ledger.taken(count) }
  const asked = { replace: false, countedAlone: false }
  const externalUse = externalUseStep({ ...facts, ...asked, standing: head - (memory.stands?.since ?? head) })
  if (externalUse === 'fill') {
    yield 'before gap'
    ledger.commitSigned(count, null, sign(null, askedFee(chain)))
    yield 'after gap'
  }
  if (behind || externalUse === 'fill') return null
  return { head, unsettled, next: nextSequence(sequences), room: inFlightAtMost - ledger.open().length }
}

/** Comparison with the contract, and batches that were composed before. `full`: nothing more is signed in this round. */
function* bringUp(context: QueueContext, round: Round, collection: Collection): Steps<'ready' | 'waits' | 'full'> {
  const { ledger, memory } = context
  if (ledger.tables.halts[collection]) {
    // Whoever goes on with it compares it first.
    memory.sessions.delete(collection)
    return 'waits'
  }
  const agreed = memory.sessions.has(collection)
  const step = collectionStep({ agreed, inFlight: ledger.inFlight(collection), unsettled: round.unsettled })
  if (step === 'wait' || step === 'unsettled') return 'waits'
  if (step === 'compare') {
    if (!(yield* reconcile(context, collection))) return 'waits'
    if (!(yield* beginSession(context, collection))) return 'waits'
  }
  for (const batch of ledger.unsigned(collection)) {
    const may = yield* mayMint(context, collection)
    if (may === 'wait' || may === 'compare') return 'waits'
    if (!(yield* signBatch(context, round, batch))) return 'full'
  }
  return 'ready'
}

/** Whether the round goes on. */
function* signBatch(context: QueueContext, round: Round, batch: Batch): Steps<boolean> {
  const { ledger, chain, memory, sign, ask } = context
  const { collection } = batch
  if (batch.state === 'composed') {
    yield 'before prepare'
    ledger.prepare(batch.pk)
    yield 'after prepare'
  }
  if (batch.state !== 'prepared') return true
  if (round.room <= 0) return false
  const fence = fenceOf(context, batch)
  if (fence === null) {
    memory.sessions.delete(collection)
    return true
  }
  const members = ledger.members(batch.pk)
  const contents = members.map(({ content }) => content)
  const job: Job = { collection, job: batch.job, members: members.map(({ id }) => id), contents, fence }
  const verdict = yield* ask(() => chain.estimate(job))
  if (verdict === 'already-minted') {
    if (round.unsettled || ledger.open().length > 0 || !moveAnchor(context)) return true
    // A second copy may have sent it in the middle of this round.
    if (!chain.finalContract(collection).jobs.has(batch.job)) return true
    const minted = alreadyMinted(context, batch.pk, chain.contract(collection).jobs.get(batch.job) ?? 0)
    if (minted !== null) ledger.settleAlreadyMinted(batch.pk, minted, null)
    return true
  }
  if (verdict === 'reverted') {
    ledger.refuseBatch(batch.pk)
    return true
  }
  if (verdict !== 'minted') {
    // Nothing is wrong with the mints: what the contract holds is read first.
    memory.sessions.delete(collection)
    return true
  }
  yield 'before commit'
  const pk = ledger.commitSigned(round.next, batch.pk, sign(job, askedFee(chain)))
  if (pk === null) return true
  yield 'after commit'
  noteSigned(context, collection, pk)
  round.next++
  round.room--
  yield* send(context, ledger.transactionOf(pk), round.head)
  return true
}

/** Sends the last attempt of a transaction, and writes down the answer. */
export function* send({ ledger, chain, mark }: QueueContext, transaction: LedgerTransaction, head: number): Steps {
  const last = lastOf(transaction)
  if (transaction.sequence > mark.sequence) Object.assign(mark, { sequence: transaction.sequence, hash: last.hash })
  yield 'before send'
  const answer = chain.send({ ...lastOf(transaction), sequence: transaction.sequence })
  yield 'after send'
  ledger.recordAnswer(transaction.pk, answer, isTaken(answer), head)
}

/** The bytes of a transaction that are sent. */
export function lastOf({ attempts }: LedgerTransaction): Attempt {
  return attempts[attempts.length - 1] as Attempt
}

/** Composes the next mints of a run, or of the API's; the batch's key, or null when there are none. */
function* composeNext(
  context: QueueContext,
  { collection, run }: { collection: Collection; run: string | null },
): Steps<number | null> {
  const { ledger } = context
  for (;;) {
    const queued = ledger.queued(run, mintsPerBatch, collection)
    if (queued.length === 0) return null
    yield* findLone(context, collection, queued)
    const known = ledger.tables.known[collection]
    const found = queued.filter(({ id }) => known.has(id))
    ledger.enterMinted(found.map(({ id }) => ({ id, token: known.get(id) ?? 0 })))
    const ready = queued.filter(({ state }) => state === 'queued')
    if (ready.length === 0) continue
    const job = freeJob(context, ready)
    yield 'before compose'
    const ids = ready.map(({ id }) => id)
    const pk = ledger.compose(run, ids, job)
    yield 'after compose'
    return pk
  }
}

function freeJob({ ledger }: QueueContext, group: readonly Mint[]): string {
  const ids = group.map(({ id }) => id)
  const lone = group.length === 1
  for (let generation = 0; ; generation++) {
    const id = lone ? loneJobId(key, ids[0] ?? '', generation) : batchJobId(key, 'batch', ids, generation)
    const before = ledger.tables.batches.filter((batch) => batch.job === id)
    const mayBeAgain = (batch: Batch) =>
      mayHaveJobAgain(
        { pk: batch.pk, failed: batch.state === 'failed' && !ledger.isLost(batch) },
        group[0]?.lastBatch ?? null,
      )
    if (lone ? before.every(mayBeAgain) : before.length === 0) return id
  }
}
