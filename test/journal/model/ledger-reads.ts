import {
  mintMoves,
  openStates,
  settledStates,
  unsignedStates,
  waitingStates,
} from '../../../src/core/journal/states.ts'
import type { Collection } from './chain.ts'
import { type Batch, type LedgerTransaction, type Tables, unnamed } from './tables.ts'

const isIn = (states: readonly string[], state: string) => states.includes(state)

/** What the engine reads of the journal in memory. */
export function journalReads({ mints, batches, transactions, runs, known }: Tables) {
  const batchOf = (pk: number) => batches[pk - 1] as Batch
  const transactionOf = (pk: number) => transactions[pk - 1] as LedgerTransaction
  const members = (pk: number) =>
    mints.filter(({ batch }) => batch === pk).sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
  const mayBeSigned = ({ run }: Batch) =>
    run === null || runs.some(({ id, state }) => id === run && state === 'running')
  const succeeded = (collection: Collection = 0) =>
    batches.filter((batch) => batch.state === 'succeeded' && batch.collection === collection)
  const collectionOf = ({ batch }: LedgerTransaction) => (batch === null ? null : batchOf(batch).collection)
  const isOpen = ({ state }: LedgerTransaction) => isIn(openStates, state)

  return {
    batchOf,
    transactionOf,
    members,
    mayBeSigned,
    succeeded,
    collectionOf,
    open: () => transactions.filter(isOpen).sort((one, other) => one.sequence - other.sequence),
    /** Whether a batch of a collection is in flight. */
    inFlight: (collection: Collection) => transactions.some((one) => isOpen(one) && collectionOf(one) === collection),
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
    unsigned: (collection: Collection) =>
      batches.filter(
        (batch) => batch.collection === collection && isIn(unsignedStates, batch.state) && mayBeSigned(batch),
      ),
    queued: (run: string | null, limit: number, collection: Collection) =>
      mints
        .filter((mint) => mint.state === 'queued' && mint.run === run && mint.collection === collection)
        .slice(0, limit),
    running: (collection: Collection) =>
      runs.filter((run) => run.state === 'running' && run.collection === collection).map(({ id }) => id),
    accounted: (collection: Collection) =>
      known[collection].size + succeeded(collection).reduce((sum, { size }) => sum + size, 0),
    /** The highest token that was read back from the chain and that is known to be somebody's. */
    highestFound: (collection: Collection) =>
      [...known[collection]]
        .map(([id, token]) => ({ id, token }))
        .filter(({ id, token }) => id !== unnamed(token))
        .sort((one, other) => other.token - one.token)[0] ?? null,
    /** How many tokens were read back that no mint bears. */
    unrecognised(collection: Collection): number {
      const borne = new Set(mints.flatMap(({ token, collection: of }) => (of === collection ? [token] : [])))
      return [...known[collection].values()].filter((token) => !borne.has(token)).length
    },
    /** Whether a token is said to be two of what the journal knows to be minted. */
    saidTwice(collection: Collection): boolean {
      const said = succeeded(collection).flatMap(({ firstToken, size }) =>
        Array.from({ length: size }, (_, place) => (firstToken ?? 0) + place),
      )
      for (const [id, token] of known[collection]) if (id !== unnamed(token)) said.push(token)
      return new Set(said).size < said.length
    },
    starts: (collection: Collection) => new Set(succeeded(collection).map(({ firstToken }) => firstToken)),
    /** The jobs that this journal minted, in the order of their tokens. */
    mintedJobs: (collection: Collection) =>
      succeeded(collection)
        .sort((one, other) => (one.firstToken ?? 0) - (other.firstToken ?? 0))
        .map(({ job }) => job),
    /** The batch that was minted last, and its sequence. */
    lastSettled(collection: Collection): { batch: Batch; sequence: number } | null {
      const settled = succeeded(collection).flatMap((batch) =>
        batch.transaction === null ? [] : [{ batch, sequence: transactionOf(batch.transaction).sequence }],
      )
      return settled.sort((one, other) => other.sequence - one.sequence)[0] ?? null
    },
    isLost: ({ state, transaction }: Batch) =>
      state === 'failed' && transaction !== null && transactionOf(transaction).state === 'dead',
    findable: (collection: Collection) =>
      mints.filter((mint) => mint.collection === collection && isIn(mintMoves.find.from, mint.state)),
    signedOf: (run: string) => batches.some((batch) => batch.run === run && batch.state === 'signed'),
    /** Whether anything waits or is in flight. */
    busy: () =>
      mints.some(({ state }) => isIn(waitingStates, state)) ||
      transactions.some(isOpen) ||
      runs.some(({ state }) => state === 'running'),
  }
}
