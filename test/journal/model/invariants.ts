import { openStates, waitingStates } from '../../../src/core/journal/states.ts'
import { type Collection, collections, type ModelChain, ownTokens } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { type Tables, unnamed } from './tables.ts'

/** Says what is wrong, as a person would. */
export class Broken extends Error {}

/** What happened before, as far as it excuses what is seen now. */
export interface Past {
  /** An older copy of the database was put back. */
  restored: boolean
  /** A reorganisation was deeper than the confirmations. */
  tookBack: boolean
  /** A mint was corrected. */
  corrected: boolean
  /** By collection: whether it had stopped already. */
  stopped: [boolean, boolean]
}

export interface Held {
  tables: Tables
  chain: ModelChain
  past: Past
}

const fenced: readonly string[] = ['another-writer', 'another-history', 'replaced-minted']

const isOpen = (state: string) => (openStates as readonly string[]).includes(state)

/** Whether the chain holds all that the journal calls minted in a collection, as it calls it, and as many as it counts. */
export function isTrue(book: Ledger, chain: ModelChain, collection: Collection): boolean {
  const tokens = chain.tokens(collection)
  const { mints, known } = book.tables
  if (book.accounted(collection) > ownTokens({ minted: tokens })) return false
  const said = mints.flatMap(({ id, state, token, collection: of }) =>
    state === 'succeeded' && of === collection ? [[id, token ?? 0] as const] : [],
  )
  return [...said, ...known[collection]].every(([id, token]) => tokens[token - 1] === id || id === unnamed(token))
}

/** What holds at every moment. @throws Broken */
export function checkNow(held: Held & { isTrue(collection: Collection): boolean }): void {
  for (const collection of collections) {
    checkHalt(held, collection)
    const tokens = held.chain.tokens(collection)
    if (new Set(tokens).size !== tokens.length)
      throw new Broken(`minted twice: ${tokens.filter((id, at) => tokens.indexOf(id) !== at)}`)
  }
  checkTransactions(held.tables)
  checkFenced(held)
}

/** What the contract refuses for what others minted is no fault of the mints: none of them has failed for it. */
function checkFenced({ tables: { transactions, batches }, chain }: Held): void {
  for (const { pk, state, batch, tx_hash, settled_in } of transactions) {
    if (state !== 'failed' || batch === null || tx_hash === null) continue
    const { state: ended, transaction } = batches[batch - 1] ?? { state: null, transaction: null }
    if (ended !== 'failed' || transaction !== pk) continue
    const receipt = chain.receipt(tx_hash)
    // In another block than the one it was settled in (a reorganisation deeper than the confirmations) it may end in another way.
    if (receipt === undefined || receipt.blockHash !== settled_in?.hash) continue
    if (fenced.includes(receipt.outcome)) throw new Broken(`batch ${batch} has failed, for ${receipt.outcome}`)
  }
}

/** No collection stops but for what a person must see: an adversary can bring about none of it. */
function checkHalt(
  { tables, past, isTrue }: Held & { isTrue(collection: Collection): boolean },
  collection: Collection,
): void {
  const halt = tables.halts[collection]
  const before = past.stopped[collection]
  past.stopped[collection] = halt !== null
  if (halt === null || before) return
  // What was taken back stops it, also where the chain has all of it again by then.
  if (halt.why === 'reverted' && !past.tookBack && isTrue(collection))
    throw new Broken(`collection ${collection} stopped, and the chain holds all of it`)
  // Two copies of the database may correct one mint in two ways, under one job.
  if (halt.why === 'evidence' && !(past.restored && past.corrected))
    throw new Broken(`collection ${collection} stopped for a job that is not what it says`)
  if (halt.why === 'writer' && !past.restored)
    throw new Broken(`collection ${collection} stopped for another copy of the app, and there is none`)
}

function checkTransactions({ transactions, mints }: Tables): void {
  const live = new Map<string, number>()
  const sequences = new Set<number>()
  for (const { pk, state, sequence, attempts, batch } of transactions) {
    if (state !== 'dead' && sequences.size === sequences.add(sequence).size)
      throw new Broken(`sequence ${sequence} has two transactions`)
    const [{ job: first = null } = {}] = attempts
    for (const { job } of attempts)
      if (job !== null && job !== first && JSON.stringify(job) !== JSON.stringify(first))
        throw new Broken(`transaction ${pk} was signed for ${first?.members}, and then for ${job.members}`)
    if (!isOpen(state) || batch === null) continue
    for (const { id, batch: of } of mints) {
      if (of !== batch) continue
      const other = live.get(id)
      if (other !== undefined) throw new Broken(`${id} is in flight twice, in transactions ${other} and ${pk}`)
      live.set(id, pk)
    }
  }
}

/** What holds when nothing waits any more. @throws Broken */
export function checkEnd({ tables, chain, past, accepted }: Held & { accepted: ReadonlySet<string> }): void {
  const ids = new Set(tables.mints.map(({ id }) => id))
  for (const id of accepted) if (!ids.has(id)) throw new Broken(`${id} is lost`)
  for (const { id, state, token, collection, found, content } of tables.mints) {
    const tokens = chain.tokens(collection)
    const asked = chain.contract(collection).contents.get(id) ?? 0
    if (state === 'succeeded' && !found && asked !== content)
      throw new Broken(`${id} was minted with content ${asked}, and is said to have ${content}`)
    if ((waitingStates as readonly string[]).includes(state)) throw new Broken(`${id} is still ${state}`)
    // Given up in an older copy, with nothing left to do that would have had the chain asked.
    if (past.restored && (state === 'cancelled' || state === 'failed')) continue
    if (state === 'succeeded' && tokens[(token ?? 0) - 1] !== id)
      throw new Broken(`${id} is said to be token ${token}, which is ${tokens[(token ?? 0) - 1]} on the chain`)
    if (state !== 'succeeded' && tokens.includes(id)) throw new Broken(`${id} is ${state}, and on the chain`)
  }
  const { count } = chain.truth()
  for (const { pk, state, sequence } of tables.transactions)
    if ((state === 'succeeded' || state === 'failed') && sequence >= count)
      throw new Broken(`transaction ${pk} is settled at ${sequence}, where the chain has only ${count}: a gap is left`)
}
