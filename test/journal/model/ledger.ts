import { isBeingCancelled } from '../../../src/core/journal/cancellation.ts'
import { correctionStep } from '../../../src/core/journal/correction.ts'
import {
  after,
  batchMoves,
  endings,
  type Move,
  mintMoves,
  overStates,
  runMoves,
  type TransactionState,
  transactionMoves,
  waitingStates,
} from '../../../src/core/journal/states.ts'
import type { Collection } from './chain.ts'
import { journalReads } from './ledger-reads.ts'
import {
  type Attempt,
  type Batch,
  type Halt,
  type LedgerTransaction,
  type Mint,
  type SignedBytes,
  type Tables,
  unnamed,
} from './tables.ts'

const isIn = (states: readonly string[], state: string) => states.includes(state)

/** Moves a row on if it is in a state from which that is allowed; whether it was. */
function moveIf<State extends string>(row: { state: State }, move: Move<State>): boolean {
  if (!isIn(move.from, row.state)) return false
  row.state = move.to
  return true
}

/**
 * The journal in memory: each command is one commit of src/core/store, made of the same moves. `test/journal/conformance.test.ts` holds the
 * two against each other. Keys are places in the tables, counted from 1 as SQLite does.
 */
export function ledger(tables: Tables) {
  const { mints, batches, transactions, runs, known, halts, resumed, writers } = tables
  const reads = journalReads(tables)
  const { batchOf, transactionOf, members, mayBeSigned } = reads

  function release(pk: number): void {
    for (const mint of members(pk))
      if (moveIf(mint, mintMoves.release)) {
        mint.batch = null
        mint.place = null
      }
  }

  function lose(mint: Mint): void {
    if (moveIf(mint, mintMoves.lose)) Object.assign(mint, { token: null, found: false })
  }

  function failMembers(pk: number): void {
    for (const mint of members(pk)) moveIf(mint, mintMoves.fail)
  }

  const commands = {
    addRun(id: string, size: number, collection: Collection = 0): void {
      runs.push({ id, collection, state: 'running', completed: false })
      for (let ordinal = 0; ordinal < size; ordinal++)
        mints.push({ ...blank, collection, id: `${id}-${ordinal}`, run: id, ordinal })
    },
    addMints(ids: readonly string[], collection: Collection = 0): void {
      for (const id of ids) if (!mints.some((mint) => mint.id === id)) mints.push({ ...blank, collection, id })
    },
    /** The batch's key, or null when one of the mints does not wait any more. */
    compose(run: string | null, ids: readonly string[], job: string): number | null {
      const chosen = ids.map((id) => mints.find((mint) => mint.id === id) as Mint)
      if (chosen.some(({ state }) => !isIn(mintMoves.compose.from, state))) return null
      const pk = batches.length + 1
      const single = ids.length === 1
      batches.push({
        ...{ pk, collection: chosen[0]?.collection ?? 0, run, job, size: ids.length, single },
        ...{ state: 'composed', transaction: null, firstToken: null },
      })
      for (const [place, mint] of chosen.entries()) {
        mint.state = after('a mint', mint.state, mintMoves.compose)
        mint.batch = pk
        mint.place = place
      }
      return pk
    },
    refuseMints(ids: readonly string[]): void {
      for (const mint of mints) if (ids.includes(mint.id)) moveIf(mint, mintMoves.refuse)
    },
    prepare: (pk: number): boolean => moveIf(batchOf(pk), batchMoves.prepare),
    /** The transaction's key, or null when its batch is not wanted any more. */
    commitSigned(sequence: number, batch: number | null, attempt: SignedBytes) {
      if (transactions.some((one) => one.sequence === sequence && one.state !== 'dead'))
        throw new Error(`sequence ${sequence} is taken`)
      const carried = batch === null ? null : batchOf(batch)
      if (carried && !(mayBeSigned(carried) && moveIf(carried, batchMoves.sign))) return null
      const pk = transactions.length + 1
      if (carried) carried.transaction = pk
      transactions.push({
        pk,
        sequence,
        batch,
        state: 'signed',
        block_hash: null,
        settled_in: null,
        tx_hash: null,
        attempts: [newAttempt(attempt, 0)],
      })
      return pk
    },
    commitAttempt(pk: number, attempt: SignedBytes, fill: 0 | 1): void {
      transactionOf(pk).attempts.push(newAttempt(attempt, fill))
    },
    recordAnswer(pk: number, answer: string, sent: boolean, head: number): void {
      const transaction = transactionOf(pk)
      const last = transaction.attempts.at(-1) as Attempt
      last.answer = answer
      last.sent_block = head
      last.first_sent_block = Math.min(last.first_sent_block ?? head, head)
      if (sent) moveIf(transaction, transactionMoves.send)
    },
    include(pk: number, hash: string, blockHash: string): void {
      const transaction = transactionOf(pk)
      transaction.state = after('a transaction', transaction.state, transactionMoves.include)
      transaction.block_hash = blockHash
      transaction.tx_hash = hash
    },
    reorganise(pk: number): void {
      const transaction = transactionOf(pk)
      transaction.state = after('a transaction', transaction.state, transactionMoves.reorganise)
      transaction.block_hash = null
      transaction.tx_hash = null
    },
    settleMinted(pk: number, hash: string, firstToken: number): void {
      const [transaction, batch] = settling(pk)
      const { minted } = endings
      const ended = [
        after('a transaction', transaction.state, minted.transaction),
        after('a batch', batch.state, minted.batch),
      ] as const
      const chosen = members(batch.pk)
      if (chosen.length !== batch.size) throw new Error(`batch ${batch.pk} has ${chosen.length} members`)
      for (const mint of chosen) after('a mint', mint.state, minted.mint)
      ;[transaction.state, batch.state] = ended
      transaction.tx_hash = hash
      batch.firstToken = firstToken
      for (const mint of chosen) {
        mint.state = minted.mint.to
        mint.token = firstToken + (mint.place ?? 0)
      }
    },
    settleFailed(pk: number, hash: string): void {
      const [transaction, batch] = settling(pk)
      transaction.state = after('a transaction', transaction.state, endings.failed.transaction)
      transaction.tx_hash = hash
      batch.state = after('a batch', batch.state, endings.failed.batch)
      failMembers(batch.pk)
    },
    /** The contract refused it for what others minted: its batch waits as it is. */
    settleFenced(pk: number, hash: string): void {
      const [transaction, batch] = settling(pk)
      const ended = after('a transaction', transaction.state, endings.fenced.transaction)
      batch.state = after('a batch', batch.state, endings.fenced.batch)
      transaction.state = ended
      transaction.tx_hash = hash
      batch.transaction = null
    },
    /** `transaction`: one of ours was included and reverted, or lost its sequence; null: the batch was refused before it was signed. */
    settleAlreadyMinted(
      pk: number,
      minted: readonly { id: string; token: number }[],
      transaction: { pk: number; hash: string | null } | null,
    ): void {
      const batch = batchOf(pk)
      if (transaction !== null) {
        const one = transactionOf(transaction.pk)
        one.tx_hash = transaction.hash
        const move = transaction.hash === null ? transactionMoves.die : endings.alreadyMinted.transaction
        one.state = after<TransactionState>('a transaction', one.state, move)
        batch.state = after('a batch', batch.state, endings.alreadyMinted.batch)
      } else moveIf(batch, batchMoves.refuse)
      commands.enterMinted(minted)
      release(pk)
    },
    settlePlain(pk: number, hash: string, ok: boolean): void {
      const transaction = transactionOf(pk)
      const move = ok ? transactionMoves.succeed : transactionMoves.fail
      transaction.state = after('a transaction', transaction.state, move)
      transaction.tx_hash = hash
    },
    /** Where these are is not known any more, and nothing is signed for these collections until a person says so. */
    takeBack(pks: readonly number[], halted: readonly Collection[]): void {
      for (const pk of pks) transactionOf(pk).settled_in = null
      for (const collection of halted) commands.halt(collection, { why: 'reverted' })
    },
    halt(collection: Collection, why: Halt): void {
      halts[collection] = why
    },
    /** A person says to go on. */
    goOn(collection: Collection): void {
      const halt = halts[collection]
      if (halt?.why === 'writer') writers[collection].add(halt.writer)
      else resumed.add(collection)
      halts[collection] = null
    },
    /** The chain's word was taken. */
    endResume(collection: Collection): void {
      resumed.delete(collection)
    },
    placeAt(pk: number, block: LedgerTransaction['settled_in']): void {
      transactionOf(pk).settled_in = block
    },
    refuseBatch(pk: number): void {
      if (moveIf(batchOf(pk), batchMoves.refuse)) failMembers(pk)
    },
    markDead(pk: number): void {
      const transaction = transactionOf(pk)
      transaction.state = after('a transaction', transaction.state, transactionMoves.die)
      for (const batch of batches)
        if (batch.transaction === pk && moveIf(batch, batchMoves.unsign)) batch.transaction = null
    },
    enterMinted(minted: readonly { id: string; token: number }[]): void {
      for (const { id, token } of minted) {
        const mint = mints.find((one) => one.id === id)
        if (!mint || !moveIf(mint, mintMoves.find)) continue
        Object.assign(mint, { token, batch: null, place: null, found: true })
      }
    },
    /** What the chain does not hold any more has failed, and what it holds elsewhere stands there. `places`: first tokens by batch. */
    restate(places: ReadonlyMap<number, number | undefined>, collection: Collection = 0): void {
      for (const batch of batches) {
        if (batch.state !== 'succeeded' || batch.collection !== collection) continue
        const first = places.get(batch.pk)
        if (first !== undefined) {
          batch.firstToken = first
          for (const mint of members(batch.pk)) mint.token = first + (mint.place ?? 0)
          continue
        }
        batch.state = after('a batch', batch.state, batchMoves.lose)
        if (batch.transaction !== null) moveIf(transactionOf(batch.transaction), transactionMoves.lose)
        for (const mint of members(batch.pk)) lose(mint)
      }
      for (const mint of mints) if (mint.found && mint.collection === collection) lose(mint)
      known[collection].clear()
    },
    forgetUnnamed(collection: Collection): void {
      for (const [id, token] of known[collection]) if (id === unnamed(token)) known[collection].delete(id)
    },
    dissolve(collection: Collection = 0): void {
      for (const batch of batches)
        if (batch.collection === collection && members(batch.pk).length !== batch.size)
          if (moveIf(batch, batchMoves.dissolve)) release(batch.pk)
    },
    setRun(id: string, event: 'pause' | 'resume' | 'cancel'): boolean {
      const run = runs.find((one) => one.id === id)
      return run !== undefined && moveIf(run, runMoves[event])
    },
    cancelQueued(id: string): void {
      if (runs.some((run) => run.id === id && run.state === 'cancelled'))
        for (const mint of mints) if (mint.run === id) moveIf(mint, mintMoves.cancel)
    },
    cancelUnsigned(id: string): void {
      if (!runs.some((run) => run.id === id && run.state === 'cancelled')) return
      for (const batch of batches)
        if (batch.run === id && moveIf(batch, batchMoves.giveUp))
          for (const mint of members(batch.pk))
            if (moveIf(mint, mintMoves.giveUp)) Object.assign(mint, { batch: null, place: null })
    },
    complete(id: string): void {
      for (const run of runs) if (run.id === id && run.state === 'cancelled') run.completed = true
    },
    retry(id: string): void {
      if (runs.some((run) => run.id === id && isBeingCancelled(run.state, run.completed))) return
      const again = mints.filter(({ run, state, batch }) => {
        if (run !== id || !isIn(mintMoves.retry.from, state)) return false
        if (batch === null) return true
        const { transaction, state: ended } = batchOf(batch)
        return ended === 'failed' && (transaction === null || isIn(overStates, transactionOf(transaction).state))
      })
      for (const mint of again) Object.assign(mint, { state: mintMoves.retry.to, batch: null, place: null })
      const run = runs.find((one) => one.id === id)
      if (again.length > 0 && run && moveIf(run, runMoves.retry)) run.completed = false
    },
    /** A failed mint of a run gets another recipient or other metadata; nothing, where it may not be corrected now. */
    correct(id: string, ordinal: number, content: number): void {
      const run = runs.find((one) => one.id === id)
      const mint = mints.find((one) => one.run === id && one.ordinal === ordinal)
      if (!run || !mint) return
      const batch = mint.batch === null ? null : batchOf(mint.batch)
      const transaction = batch?.transaction ? transactionOf(batch.transaction).state : null
      const { state, corrections } = mint
      const ends = { batch: batch?.state ?? null, transaction, run: run.state, runCompleted: run.completed }
      if (correctionStep({ mint: state, corrections, ...ends }) !== 'correct') return
      mint.state = after('a mint', state, mintMoves.correct)
      Object.assign(mint, {
        batch: null,
        place: null,
        content,
        corrections: corrections + 1,
        lastBatch: batches.length,
      })
      if (moveIf(run, runMoves.retry)) run.completed = false
    },
    finishRuns(): void {
      for (const run of runs)
        if (run.state === 'running' && !mints.some((mint) => mint.run === run.id && isIn(waitingStates, mint.state))) {
          run.state = after('a run', run.state, runMoves.finish)
          run.completed = true
        }
    },
  }

  function settling(pk: number): [LedgerTransaction, Batch] {
    const transaction = transactionOf(pk)
    return [transaction, batchOf(transaction.batch ?? 0)]
  }

  return {
    tables,
    ...commands,
    ...reads,
  }
}

export type Ledger = ReturnType<typeof ledger>

const blank: Omit<Mint, 'id' | 'collection'> = {
  ...{ run: null, ordinal: 0, state: 'queued' },
  ...{ batch: null, place: null, token: null, found: false },
  ...{ content: 0, corrections: 0, lastBatch: null },
}

function newAttempt(given: SignedBytes, fill: 0 | 1): Attempt {
  return { ...given, fill, answer: null, sent_block: null, first_sent_block: null }
}
