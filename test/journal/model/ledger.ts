import {
  after,
  type BatchState,
  batchMoves,
  endings,
  type MintState,
  type Move,
  mintMoves,
  openStates,
  overStates,
  type RunState,
  runMoves,
  settledStates,
  type TransactionState,
  transactionMoves,
  unsignedStates,
  waitingStates,
} from '../../../src/core/journal/states.ts'
import type { Job } from './chain.ts'

export interface Mint {
  id: string
  run: string | null
  ordinal: number
  state: MintState
  batch: number | null
  place: number | null
  token: number | null
  /** The chain was found to hold it: no batch of this journal made it. */
  found: boolean
}

export interface Batch {
  pk: number
  run: string | null
  job: string
  size: number
  single: boolean
  state: BatchState
  transaction: number | null
  firstToken: number | null
}

/** The bytes that were signed, as far as the model needs them. */
export interface SignedBytes {
  hash: string
  job: Job | null
  max: bigint
  priority: bigint
}

export interface Attempt extends SignedBytes {
  fill: 0 | 1
  answer: string | null
  sent_block: number | null
  first_sent_block: number | null
}

export interface LedgerTransaction {
  pk: number
  sequence: number
  batch: number | null
  state: TransactionState
  block_hash: string | null
  /** Where it was settled; null when that is not known (any more). */
  settled_in: { number: number; hash: string } | null
  /** The hash that was included. */
  tx_hash: string | null
  attempts: Attempt[]
}

export interface Run {
  id: string
  state: RunState
  completed: boolean
}

/** Every table of the journal. */
export interface Tables {
  mints: Mint[]
  batches: Batch[]
  transactions: LedgerTransaction[]
  runs: Run[]
  /** Token ids of mints that were read back from the chain, by tag. */
  known: Map<string, number>
  /** The chain does not hold what the journal calls minted: nothing is signed until a person says so. */
  halted: boolean
}

export function emptyTables(): Tables {
  return { mints: [], batches: [], transactions: [], runs: [], known: new Map(), halted: false }
}

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
  const { mints, batches, transactions, runs, known } = tables
  const batchOf = (pk: number) => batches[pk - 1] as Batch
  const transactionOf = (pk: number) => transactions[pk - 1] as LedgerTransaction
  const members = (pk: number) =>
    mints.filter(({ batch }) => batch === pk).sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
  const mayBeSigned = ({ run }: Batch) =>
    run === null || runs.some(({ id, state }) => id === run && state === 'running')

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
    addRun(id: string, size: number): void {
      runs.push({ id, state: 'running', completed: false })
      for (let ordinal = 0; ordinal < size; ordinal++)
        mints.push({ ...blank, id: `${id}-${ordinal}`, run: id, ordinal })
    },
    addMints(ids: readonly string[]): void {
      for (const id of ids) if (!mints.some((mint) => mint.id === id)) mints.push({ ...blank, id })
    },
    /** The batch's key, or null when one of the mints does not wait any more. */
    compose(run: string | null, ids: readonly string[], job: string): number | null {
      const chosen = ids.map((id) => mints.find((mint) => mint.id === id) as Mint)
      if (chosen.some(({ state }) => !isIn(mintMoves.compose.from, state))) return null
      const pk = batches.length + 1
      const single = ids.length === 1
      batches.push({
        ...{ pk, run, job, size: ids.length, single },
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
    /** `transaction`: one of ours was included and reverted, or lost its sequence; null: the batch was refused before it was signed. */
    settleElsewhere(
      pk: number,
      minted: readonly { id: string; token: number }[],
      transaction: { pk: number; hash: string | null } | null,
    ): void {
      const batch = batchOf(pk)
      if (transaction !== null) {
        const one = transactionOf(transaction.pk)
        one.tx_hash = transaction.hash
        const move = transaction.hash === null ? transactionMoves.die : endings.elsewhere.transaction
        one.state = after<TransactionState>('a transaction', one.state, move)
        batch.state = after('a batch', batch.state, endings.elsewhere.batch)
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
    /** Where these are is not known any more; with `halts`, nothing is signed until a person says so. */
    takeBack(pks: readonly number[], halts: boolean): void {
      for (const pk of pks) transactionOf(pk).settled_in = null
      if (halts) tables.halted = true
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
    restate(places: ReadonlyMap<number, number | undefined>): void {
      for (const batch of batches) {
        if (batch.state !== 'succeeded') continue
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
      for (const mint of mints) if (mint.found) lose(mint)
      known.clear()
    },
    dissolve(): void {
      for (const batch of batches)
        if (members(batch.pk).length !== batch.size && moveIf(batch, batchMoves.dissolve)) release(batch.pk)
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
    batchOf,
    members,
    open: () =>
      transactions.filter(({ state }) => isIn(openStates, state)).sort((one, other) => one.sequence - other.sequence),
    highestOwn: () => Math.max(-1, ...transactions.filter(({ state }) => state !== 'dead').map((one) => one.sequence)),
    highestSettled: () =>
      Math.max(-1, ...transactions.filter(({ state }) => isIn(settledStates, state)).map((one) => one.sequence)),
    /** The bytes that may go out again from a sequence on, in order; of what failed only an empty attempt. */
    since: (sequence: number) =>
      transactions
        .filter((one) => one.state !== 'dead' && one.sequence >= sequence)
        .flatMap((one) => {
          const own = one.attempts.filter(({ fill }) => fill === 1 || one.state !== 'failed')
          const bytes = own.find(({ hash }) => hash === one.tx_hash) ?? own.at(-1)
          return bytes ? [{ sequence: one.sequence, bytes }] : []
        })
        .sort((one, other) => one.sequence - other.sequence),
    failedAt: (sequence: number) => transactions.find((one) => one.state === 'failed' && one.sequence === sequence),
    /** Settled transactions whose blocks are known, the highest sequence first. */
    placed: () =>
      transactions
        .filter(({ state, settled_in }) => isIn(settledStates, state) && settled_in !== null)
        .sort((one, other) => other.sequence - one.sequence),
    hasAttempt: (hash: string) => transactions.some(({ attempts }) => attempts.some((one) => one.hash === hash)),
    taken: (sequence: number) => transactions.some((one) => one.state !== 'dead' && one.sequence === sequence),
    unsigned: () => batches.filter((batch) => isIn(unsignedStates, batch.state) && mayBeSigned(batch)),
    queued: (run: string | null, limit: number) =>
      mints.filter((mint) => mint.state === 'queued' && mint.run === run).slice(0, limit),
    accounted: () => known.size + batches.reduce((sum, { state, size }) => sum + (state === 'succeeded' ? size : 0), 0),
    /** The highest token that was read back from the chain and that is known to be somebody's. */
    highestFound: () =>
      [...known]
        .map(([id, token]) => ({ id, token }))
        .filter(({ id, token }) => id !== unnamed(token))
        .sort((one, other) => other.token - one.token)[0] ?? null,
    /** Whether a token is said to be two of what the journal knows to be minted. */
    saidTwice(): boolean {
      const said = batches.flatMap(({ state, firstToken, size }) =>
        state === 'succeeded' ? Array.from({ length: size }, (_, place) => (firstToken ?? 0) + place) : [],
      )
      for (const [id, token] of known) if (id !== unnamed(token)) said.push(token)
      return new Set(said).size < said.length
    },
    starts: () => new Set(batches.flatMap(({ state, firstToken }) => (state === 'succeeded' ? [firstToken] : []))),
    succeeded: () => batches.filter(({ state }) => state === 'succeeded'),
    /** The batch that was minted last, and its sequence. */
    lastSettled(): { batch: Batch; sequence: number } | null {
      const settled = batches.flatMap((batch) =>
        batch.state === 'succeeded' && batch.transaction !== null
          ? [{ batch, sequence: transactionOf(batch.transaction).sequence }]
          : [],
      )
      return settled.sort((one, other) => other.sequence - one.sequence)[0] ?? null
    },
    isLost: ({ state, transaction }: Batch) =>
      state === 'failed' && transaction !== null && transactionOf(transaction).state === 'dead',
    findable: () => mints.filter(({ state }) => isIn(mintMoves.find.from, state)),
    signedOf: (run: string) => batches.some((batch) => batch.run === run && batch.state === 'signed'),
    /** Whether anything waits or is in flight. */
    busy: () =>
      mints.some(({ state }) => isIn(waitingStates, state)) ||
      transactions.some(({ state }) => isIn(openStates, state)) ||
      runs.some(({ state }) => state === 'running'),
  }
}

/** What stands for a token that the chain holds and nothing names. */
export function unnamed(token: number | ''): string {
  return `token ${token}`
}

export type Ledger = ReturnType<typeof ledger>

const blank: Omit<Mint, 'id'> = {
  ...{ run: null, ordinal: 0, state: 'queued' },
  ...{ batch: null, place: null, token: null, found: false },
}

function newAttempt(given: SignedBytes, fill: 0 | 1): Attempt {
  return { ...given, fill, answer: null, sent_block: null, first_sent_block: null }
}
