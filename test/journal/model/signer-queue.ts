import type { Fee } from '../../../src/core/chains/family/fees.ts'
import { nonceGapStep, recoverStep } from '../../../src/core/journal/rounds.ts'
import { endingOf, nextStep, transactionFacts } from '../../../src/core/journal/steps.ts'
import { bumped } from '../../../src/core/minting/transactions/fees.ts'
import { type Collection, collections, confirmations, type Job, type ModelChain, type ModelReceipt } from './chain.ts'
import { alreadyMinted, moveAnchor } from './compare.ts'
import { askedFee, type Memory, type ModelMark, NoAnswer, type QueueContext, type Steps } from './context.ts'
import type { Ledger } from './ledger.ts'
import { lastOf, plan, send } from './queue-plan.ts'
import { noteEnded } from './session.ts'
import type { Attempt, LedgerTransaction, SignedBytes } from './tables.ts'

/**
 * The engine's signer queue over the journal in memory and the chain in memory. Every decision and every move is the journal's own; only what
 * carries them out is of the model. Each `yield` is a moment at which it can be killed.
 */
export function* signerQueue(
  ledger: Ledger,
  chain: ModelChain,
  mark: ModelMark,
  sign: (job: Job | null, fee: Fee) => SignedBytes,
  draw: () => number,
): Steps {
  const memory: Memory = {
    ...{ recovered: false, turn: 0, nonceGapSince: null, stands: null, anchor: null },
    sessions: new Map(),
  }
  const context: QueueContext = { ledger, chain, mark, memory, sign, draw, ask }
  for (;;) {
    try {
      yield* round()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
    yield 'after round'
  }

  function* ask<Answer>(question: () => Answer): Steps<Answer> {
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
      memory.recovered = true
      memory.sessions.clear()
    }
    const observed = yield* observe()
    if (observed === 'taken back' || (yield* lookForTakenBack())) return
    if (observed !== 'gap') yield* plan(context)
    ledger.finishRuns()
    for (const run of ledger.tables.runs) if (run.state === 'cancelled' && !run.completed) endCancelled(ledger, run.id)
  }

  /** Whether a reorganisation took out what was settled, or may have: then the round ends. */
  function* lookForTakenBack(): Steps<boolean> {
    const back = yield* ask(takenBack)
    if (back === null) return false
    const { gone, moved } = back
    memory.recovered = false
    const minted = gone.flatMap((one) => (one.state === 'succeeded' ? (ledger.collectionOf(one) ?? []) : []))
    ledger.takeBack(
      gone.map(({ pk }) => pk),
      [...minted, ...moved].filter((collection) => !ledger.tables.resumed.has(collection)),
    )
    return true
  }

  /**
   * What a reorganisation took out after it was settled, and collections of which the last NFT that was read back is not where it was; null when
   * nothing, none where the node's chain ends below it.
   */
  function takenBack(): { gone: LedgerTransaction[]; moved: Collection[] } | null {
    const gone: LedgerTransaction[] = []
    for (const transaction of ledger.placed()) {
      const { number, hash } = transaction.settled_in ?? { number: 0, hash: '' }
      const there = chain.hashAt(number)
      if (there === undefined) return { gone: [], moved: [] }
      if (there === hash) break
      gone.push(transaction)
    }
    const { anchor } = memory
    const now = anchor && chain.hashAt(anchor.number)
    const isAnchored = !anchor || now === undefined || now === anchor.hash
    if (gone.length === 0 && isAnchored) return null
    if (!isAnchored) memory.anchor = null
    return { gone, moved: collections.filter(hasMoved) }
  }

  function hasMoved(collection: Collection): boolean {
    const found = ledger.highestFound(collection)
    return found !== null && chain.contract(collection).minted[found.token - 1] !== found.id
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

  /** `gap`: one was closed, and nothing new is signed in that round; `taken back`: nothing else is done in it. */
  function* observe(): Steps<'gap' | 'taken back' | 'seen'> {
    const open = ledger.open()
    const [lowest] = open
    if (!lowest) return 'seen'
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
        // What is settled now must not hide that what was settled before is gone.
        if (yield* lookForTakenBack()) return 'taken back'
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
        const collection = ledger.collectionOf(transaction)
        if (collection !== null) memory.sessions.delete(collection)
        still--
      }
    }
    for (const transaction of sends) yield* send(context, transaction, head)
    const facts = { open: still, lowest: lowest.sequence, count, head, since: memory.nonceGapSince }
    const step = nonceGapStep({ ...facts, taken: ledger.taken(count) })
    if (step === 'none') memory.nonceGapSince = null
    if (step === 'begin') {
      memory.nonceGapSince = head
      memory.recovered = false
    }
    if (step === 'fill') yield* fill(count)
    return step === 'fill' ? 'gap' : 'seen'
  }

  function settle({ pk, batch }: LedgerTransaction, { hash, fill: filled }: Attempt, receipt: ModelReceipt): void {
    ledger.placeAt(pk, { number: receipt.blockNumber, hash: receipt.blockHash })
    if (batch === null) {
      ledger.settlePlain(pk, hash, true)
      return
    }
    const ending = endingOf(outcomeOf(receipt), filled === 1)
    const carried = ledger.batchOf(batch)
    if (ending === 'minted') ledger.settleMinted(pk, hash, receipt.firstToken)
    else if (ending === 'failed') {
      noteEnded(context, carried)
      ledger.settleFailed(pk, hash)
    } else if (ending === 'fenced') {
      ledger.settleFenced(pk, hash)
      memory.sessions.delete(carried.collection)
    } else {
      const minted = alreadyMinted(context, batch, receipt.firstToken)
      if (minted === null) return
      ledger.settleAlreadyMinted(batch, minted, { pk, hash })
      memory.sessions.delete(carried.collection)
    }
  }

  /** False while what the contract says of its job may still be taken back, or is not this batch. */
  function giveUpSequence({ pk, batch }: LedgerTransaction): boolean {
    const carried = batch === null ? null : ledger.batchOf(batch)
    const known = carried && chain.contract(carried.collection).jobs.get(carried.job)
    if (!carried || known === undefined || known === null) {
      ledger.markDead(pk)
      return true
    }
    if (!chain.finalContract(carried.collection).jobs.has(carried.job) || !moveAnchor(context)) return false
    const minted = alreadyMinted(context, carried.pk, known)
    if (minted === null) return false
    ledger.settleAlreadyMinted(carried.pk, minted, { pk, hash: null })
    return true
  }

  function anotherAttempt(transaction: LedgerTransaction, fill: boolean): void {
    const last = lastOf(transaction)
    const bump = bumped(last, { expected: askedFee(chain) }, null)
    if (typeof bump === 'string' && !fill) return
    const fee = typeof bump === 'string' ? askedFee(chain) : bump
    const empty = fill || last.fill === 1
    ledger.commitAttempt(transaction.pk, sign(empty ? null : last.job, fee), empty ? 1 : 0)
  }

  function* fill(sequence: number): Steps {
    yield 'before gap'
    ledger.commitSigned(sequence, null, sign(null, askedFee(chain)))
    yield 'after gap'
  }
}

function outcomeOf({ outcome }: ModelReceipt): Parameters<typeof endingOf>[0] {
  return outcome === 'done' || outcome === 'reverted' ? 'failed' : outcome
}

/** What a cancelled run still has of its own is given up, piece by piece, when nothing of it is signed any more. */
export function endCancelled(ledger: Ledger, run: string): void {
  ledger.cancelUnsigned(run)
  ledger.cancelQueued(run)
  if (!ledger.signedOf(run)) ledger.complete(run)
}
