import { createHash } from 'node:crypto'
import type { Fee } from '../../../src/core/chains/family/fees.ts'
import {
  collectionStep,
  gapStep,
  heldStep,
  isBehindMark,
  isUnsettled,
  isUsedOutside,
  nextSequence,
  outsideStep,
  recoverStep,
} from '../../../src/core/journal/rounds.ts'
import { endingOf, isTaken, nextStep, transactionFacts } from '../../../src/core/journal/steps.ts'
import { bumped } from '../../../src/core/minting/fees.ts'
import { batchJobId, type JobKey, loneJobId } from '../../../src/core/minting/job-id.ts'
import { confirmations, type Job, type ModelChain, type ModelReceipt } from './chain.ts'
import {
  type Attempt,
  type Batch,
  type Ledger,
  type LedgerTransaction,
  type Mint,
  type SignedBytes,
  unnamed,
} from './ledger.ts'

/** What the engine does between two points, at any of which it may be killed, or anything else may happen. */
export type Steps = Generator<string, void>

/** What stands outside the database: the highest sequence that was ever sent, and by what it was taken first. */
export interface ModelMark {
  sequence: number
  hash: string
}

/** What a person said; forgotten by the engine when it ends. */
export interface ModelPerson {
  accepts: boolean
}

type Place = { number: number; hash: string }
type Stands = { count: number; since: number } | null

/** A question to the node got no answer. */
class NoAnswer extends Error {}

const mintsPerBatch = 3
const inFlightAtMost = 4
const generations = [0, 1, 2, 3]
/** Every copy of the model has the same seed. */
const key: JobKey = (work) => `0x${createHash('sha256').update(work).digest('hex')}`

/**
 * The engine's lane over the journal in memory and the chain in memory. Every decision and every move is the journal's own; only what
 * carries them out is of the model. Each `yield` is a moment at which it can be killed.
 */
export function* lane(
  ledger: Ledger,
  chain: ModelChain,
  mark: ModelMark,
  person: ModelPerson,
  sign: (job: Job | null, fee: Fee) => SignedBytes,
): Steps {
  const memory = {
    ...{ recovered: false, agreed: false, turn: 0 },
    ...{ gapSince: null as number | null, stands: null as Stands, anchor: null as Place | null },
  }
  for (;;) {
    try {
      yield* round()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
    yield 'after round'
  }

  /** A question to the node: a moment in which anything may happen, and then an answer or none. */
  function* ask<Answer>(question: () => Answer): Generator<string, Answer> {
    yield 'ask'
    if (chain.world.failing > 0) {
      chain.world.failing--
      throw new NoAnswer()
    }
    return question()
  }

  function* round(): Steps {
    if (!memory.recovered) {
      yield* recover()
      Object.assign(memory, { recovered: true, agreed: false })
    }
    const gap = yield* observe()
    const back = yield* ask(takenBack)
    if (back !== null) {
      memory.recovered = false
      if (back.length === 0) return
      ledger.takeBack(
        back.map(({ pk }) => pk),
        !person.accepts && back.some(({ state, batch }) => state === 'succeeded' && batch !== null),
      )
      return
    }
    if (!gap) yield* plan()
    ledger.finishRuns()
    for (const run of ledger.tables.runs) if (run.state === 'cancelled' && !run.completed) endCancelled(ledger, run.id)
  }

  /** What a reorganisation took out after it was settled: null when nothing; none when the node's chain ends below it, or only what was compared is gone. */
  function takenBack(): LedgerTransaction[] | null {
    const gone: LedgerTransaction[] = []
    for (const transaction of ledger.placed()) {
      const { number, hash } = transaction.settled_in ?? { number: 0, hash: '' }
      const there = chain.hashAt(number)
      if (there === undefined) return []
      if (there === hash) break
      gone.push(transaction)
    }
    if (gone.length > 0) return gone
    const { anchor } = memory
    const now = anchor && chain.hashAt(anchor.number)
    if (!anchor || now === undefined || now === anchor.hash) return null
    memory.anchor = null
    return gone
  }

  function* recover(): Steps {
    const highestSettled = ledger.highestSettled()
    for (let standing = 0; ; ) {
      const count = yield* ask(chain.count)
      const lost = ledger.since(count)
      const step = recoverStep({ count, highestSettled, firstHeld: lost[0]?.sequence ?? null, standing })
      if (step === 'done') return
      if (step === 'tell') throw new NoAnswer()
      if (step === 'fill') {
        const failed = ledger.failedAt(count)
        if (failed) anotherAttempt(failed, true)
        else yield* fill(count)
      }
      for (const { sequence, bytes } of lost) chain.send({ ...bytes, sequence })
      standing = chain.count() === count ? standing + 1 : 0
    }
  }

  /** Whether a gap was closed: nothing new is signed in that round. */
  function* observe(): Generator<string, boolean> {
    const open = ledger.open()
    const [lowest] = open
    if (!lowest) return false
    // One node's word, read in one go.
    const [head, count, finalCount] = yield* ask(() => [chain.head(), chain.count(), chain.finalCount()] as const)
    const sends: LedgerTransaction[] = []
    let still = open.length
    for (const transaction of open) {
      const last = lastOf(transaction)
      const found = transaction.attempts.find(({ hash }) => chain.receipt(hash))
      const receipt = (found && chain.receipt(found.hash)) ?? null
      const step = nextStep(transactionFacts(transaction, last), { head, confirmations, receipt, count, finalCount })
      if (step === 'settle' && found && receipt) {
        yield 'before settle'
        settle(transaction, found, receipt)
        yield 'after settle'
        still--
      } else if (step === 'include' && found && receipt) ledger.include(transaction.pk, found.hash, receipt.blockHash)
      else if (step === 'reorganised') {
        ledger.reorganise(transaction.pk)
        sends.push(transaction)
      } else if (step === 'send') sends.push(transaction)
      else if (step === 'bump' || step === 'fill') {
        yield 'before commit'
        anotherAttempt(transaction, step === 'fill')
        yield 'after commit'
        sends.push(transaction)
      } else if (step === 'verify-dead') {
        const none = yield* ask(() => !transaction.attempts.some(({ hash }) => chain.receipt(hash)))
        if (!none) continue
        yield 'before dead'
        if (!giveUpSequence(transaction)) continue
        yield 'after dead'
        memory.agreed = false
        still--
      }
    }
    for (const transaction of sends) yield* send(transaction, head)
    const facts = { open: still, lowest: lowest.sequence, count, head, since: memory.gapSince }
    const step = gapStep({ ...facts, taken: ledger.taken(count) })
    if (step === 'none') memory.gapSince = null
    if (step === 'begin') {
      memory.gapSince = head
      memory.recovered = false
    }
    if (step === 'fill') yield* fill(count)
    return step === 'fill'
  }

  function settle({ pk, batch }: LedgerTransaction, { hash, fill: filled }: Attempt, receipt: ModelReceipt): void {
    ledger.placeAt(pk, { number: receipt.blockNumber, hash: receipt.blockHash })
    if (batch === null) {
      ledger.settlePlain(pk, hash, true)
      return
    }
    const ending = endingOf(receipt.outcome === 'done' ? 'minted' : receipt.outcome, filled === 1)
    if (ending === 'minted') ledger.settleMinted(pk, hash, receipt.firstToken)
    else if (ending === 'failed') ledger.settleFailed(pk, hash)
    else {
      ledger.settleElsewhere(batch, mintedElsewhere(batch, receipt.firstToken), { pk, hash })
      memory.agreed = false
    }
  }

  /** False while what the contract says of its job may still be taken back. */
  function giveUpSequence({ pk, batch }: LedgerTransaction): boolean {
    const job = batch === null ? null : ledger.batchOf(batch).job
    const known = job === null ? undefined : chain.job(job)
    if (batch === null || job === null || known === undefined) ledger.markDead(pk)
    else if (chain.finalJob(job) === undefined) return false
    else ledger.settleElsewhere(batch, mintedElsewhere(batch, known), { pk, hash: null })
    return true
  }

  /** Which of a batch's mints the chain minted under its job: its metadata folder on the chain says so. */
  function mintedElsewhere(batch: number, first: number): { id: string; token: number }[] {
    const found = chain.batches().find((one) => one.first === first)?.mints ?? [chain.tokenAt(first) ?? '']
    for (const [place, id] of found.entries()) ledger.tables.known.set(id, first + place)
    return ledger.members(batch).flatMap(({ id }) => {
      const place = found.indexOf(id)
      return place < 0 ? [] : [{ id, token: first + place }]
    })
  }

  function asked(): Fee {
    return { max: chain.world.baseFee * 2n + 1n, priority: 1n }
  }

  function anotherAttempt(transaction: LedgerTransaction, fill: boolean): void {
    const last = lastOf(transaction)
    const raised = bumped(last, { expected: asked() }, null)
    if (typeof raised === 'string' && !fill) return
    const fee = typeof raised === 'string' ? asked() : raised
    const empty = fill || last.fill === 1
    ledger.commitAttempt(transaction.pk, sign(empty ? null : last.job, fee), empty ? 1 : 0)
  }

  function* fill(sequence: number): Steps {
    yield 'before gap'
    ledger.commitSigned(sequence, null, sign(null, asked()))
    yield 'after gap'
  }

  function* send(transaction: LedgerTransaction, head: number): Steps {
    if (transaction.sequence > mark.sequence)
      Object.assign(mark, { sequence: transaction.sequence, hash: lastOf(transaction).hash })
    yield 'before send'
    const answer = chain.send({ ...lastOf(transaction), sequence: transaction.sequence })
    yield 'after send'
    ledger.recordAnswer(transaction.pk, answer, isTaken(answer), head)
  }

  function* plan(): Steps {
    const [head, count, pending, confirmed] = yield* ask(
      () => [chain.head(), chain.count(), chain.pendingCount(), chain.finalCount()] as const,
    )
    if (ledger.highestSettled() >= count) {
      memory.recovered = false
      return
    }
    const filling = ledger.open().some(({ batch }) => batch === null)
    const sequences = { count, pending, highestOwn: ledger.highestOwn(), filling }
    const behind = isBehindMark({ sequence: mark.sequence, known: ledger.hasAttempt(mark.hash) }, confirmed)
    if (behind || isUsedOutside(sequences)) memory.agreed = false
    const unsettled = behind || isUnsettled(sequences, confirmed)
    if (!unsettled) memory.stands = null
    else if (memory.stands?.count !== count || head < memory.stands.since) memory.stands = { count, since: head }
    const facts = { count, pending, behind, mark: mark.sequence, unsettled, taken: ledger.taken(count), replace: false }
    const outside = outsideStep({ ...facts, standing: head - (memory.stands?.since ?? head) })
    if (outside === 'fill') yield* fill(count)
    if (behind || outside === 'fill') return
    if (ledger.tables.halted) return
    const round = { head, unsettled, next: nextSequence(sequences), room: inFlightAtMost - ledger.open().length }
    const inFlight = ledger.open().some(({ batch }) => batch !== null)
    const step = collectionStep({ agreed: memory.agreed, inFlight, unsettled })
    if (step === 'wait' || step === 'unsettled') return
    if (step === 'compare') {
      if (!(yield* reconcile())) return
      memory.agreed = true
    }
    for (const batch of ledger.unsigned()) if (!(yield* signBatch(round, batch))) return
    const sources = [null, ...ledger.tables.runs.filter(({ state }) => state === 'running').map(({ id }) => id)]
    for (let idle = 0; idle < sources.length && round.room > 0; ) {
      const pk = yield* composeNext(sources[memory.turn++ % sources.length] ?? null)
      if (pk === null) idle++
      else {
        idle = 0
        if (!(yield* signBatch(round, ledger.batchOf(pk)))) return
      }
    }
  }

  /** Whether the round goes on. */
  function* signBatch(
    round: { head: number; unsettled: boolean; next: number; room: number },
    batch: Batch,
  ): Generator<string, boolean> {
    if (batch.state === 'composed') {
      yield 'before prepare'
      ledger.prepare(batch.pk)
      yield 'after prepare'
    }
    if (batch.state !== 'prepared') return true
    if (round.room <= 0) return false
    const known = yield* ask(() => chain.job(batch.job))
    if (known !== undefined) {
      if (!round.unsettled && ledger.open().length === 0)
        ledger.settleElsewhere(batch.pk, mintedElsewhere(batch.pk, known), null)
      return true
    }
    const job = { id: batch.job, mints: ledger.members(batch.pk).map(({ id }) => id), single: batch.single }
    yield 'before commit'
    const pk = ledger.commitSigned(round.next, batch.pk, sign(job, asked()))
    if (pk === null) return true
    yield 'after commit'
    round.next++
    round.room--
    yield* send(ledger.tables.transactions[pk - 1] as LedgerTransaction, round.head)
    return true
  }

  /** Composes the next mints of a run, or of the API's; the batch's key, or null when there are none. */
  function* composeNext(run: string | null): Generator<string, number | null> {
    const queued = ledger.queued(run, mintsPerBatch)
    if (queued.length === 0) return null
    yield* findLone(queued)
    const found = queued.filter(({ id }) => ledger.tables.known.has(id))
    ledger.enterMinted(found.map(({ id }) => ({ id, token: ledger.tables.known.get(id) ?? 0 })))
    const ready = queued.filter(({ state }) => state === 'queued')
    if (ready.length === 0) return yield* composeNext(run)
    const job = freeJob(ready)
    yield 'before compose'
    const pk = ledger.compose(
      run,
      ready.map(({ id }) => id),
      job,
    )
    yield 'after compose'
    return pk
  }

  function freeJob(group: readonly Mint[]): string {
    const ids = group.map(({ id }) => id)
    for (let generation = 0; ; generation++) {
      const id = ids.length === 1 ? loneJobId(key, ids[0] ?? '', generation) : batchJobId(key, 'batch', ids, generation)
      const taken = ledger.tables.batches.some(
        (batch) => batch.job === id && (ids.length > 1 || batch.state !== 'failed' || ledger.isLost(batch)),
      )
      if (!taken) return id
    }
  }

  /** Compares the chain's count of tokens with the journal's; where the chain is ahead, what it holds is read back. False: not all of that is final. */
  function* reconcile(): Generator<string, boolean> {
    const settled = ledger.lastSettled()
    const highest = ledger.highestFound()
    // One node's word at one block.
    const [minted, final, confirmedCount, stands, stays] = yield* ask(() => {
      memory.anchor = chain.final()
      return [
        ...[chain.minted(), chain.finalMinted(), chain.finalCount()],
        settled === null ? 0 : (chain.finalJob(settled.batch.job) ?? 0),
        highest !== null && chain.finalTokenAt(highest.token) === highest.id,
      ] as const
    })
    const confirmed = final === minted
    const held = heldStep({
      last: settled && { sequence: settled.sequence, firstToken: settled.batch.firstToken ?? 0, stands },
      found: highest && { stands: stays },
      twice: ledger.saidTwice(),
      ...{ accounted: ledger.accounted(), minted: final, confirmed, confirmedCount },
    })
    if (held === 'unsettled') return false
    const { accepts } = person
    person.accepts = false
    if (held === 'lost') {
      if (!accepts) {
        ledger.tables.halted = true
        return false
      }
      const places = yield* ask(() => new Map(ledger.succeeded().map(({ pk, job }) => [pk, chain.job(job)])))
      yield 'before restate'
      ledger.restate(places)
      yield 'after restate'
    }
    if (minted <= ledger.accounted()) return true
    if (!confirmed) return false
    const { known, runs, mints } = ledger.tables
    const starts = ledger.starts()
    const batches = yield* ask(chain.batches)
    const covered = new Set<number>()
    for (const { first, mints: ids } of batches)
      for (const [place, id] of ids.entries()) {
        covered.add(first + place)
        if (!starts.has(first)) known.set(id, first + place)
      }
    const named = new Set(known.values())
    for (let token = 1; token <= minted; token++)
      if (!covered.has(token) && !starts.has(token) && !named.has(token)) known.set(unnamed(token), token)
    const waiting = ledger.findable()
    yield* findLone(waiting)
    yield 'before enter'
    ledger.enterMinted(waiting.flatMap(({ id }) => (known.has(id) ? [{ id, token: known.get(id) ?? 0 }] : [])))
    ledger.dissolve()
    yield 'after enter'
    const borne = new Set(mints.map(({ token }) => token))
    if (![...known.values()].some((token) => !borne.has(token))) return true
    for (const { id } of runs)
      if (mints.some(({ run, state }) => run === id && state === 'queued')) ledger.setRun(id, 'pause')
    return true
  }

  /** Tokens that were minted alone are found by asking for the job that a mint would have had. */
  function* findLone(mints: readonly Mint[]): Steps {
    const { known } = ledger.tables
    if (![...known.keys()].some((tag) => tag.startsWith(unnamed('')))) return
    for (const { id } of mints) {
      const token = yield* ask(() => Math.max(...generations.map((one) => chain.job(loneJobId(key, id, one)) ?? 0)))
      // One that was not read back may still be taken back.
      if (!known.delete(unnamed(token))) continue
      known.set(id, token)
    }
  }
}

/** What a cancelled run still has of its own is given up, piece by piece, when nothing of it is signed any more. */
export function endCancelled(ledger: Ledger, run: string): void {
  ledger.cancelUnsigned(run)
  ledger.cancelQueued(run)
  if (!ledger.signedOf(run)) ledger.complete(run)
}

function lastOf({ attempts }: LedgerTransaction): Attempt {
  return attempts[attempts.length - 1] as Attempt
}
