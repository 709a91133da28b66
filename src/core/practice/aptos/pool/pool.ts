import type { ReadTransaction } from './signed.ts'

/** The pool's answer to a transaction, in a fullnode's terms (aptos-core, mempool's transaction_store.rs). */
export type Taken =
  | { kind: 'added'; instead: ReadTransaction | undefined }
  | { kind: 'known' }
  | { kind: 'other' | 'full'; message: string }

/** Transactions that wait to be included. */
export interface Pool {
  /** Whether the pool would take it; changes nothing. */
  look(tx: ReadTransaction, samePayload: (one: ReadTransaction, other: ReadTransaction) => boolean): Taken
  put(tx: ReadTransaction): void
  get(hash: string): ReadTransaction | undefined
  /** A sender's transaction with this sequence number. */
  at(sender: string, sequence: bigint): ReadTransaction | undefined
  remove(tx: ReadTransaction): void
  /** In the order in which they came. */
  all(): Iterable<ReadTransaction>
  count(): number
}

/** A fullnode's own: most waiting transactions of one account. */
const mostOfAccount = 100

export function openPool(): Pool {
  const byHash = new Map<string, ReadTransaction>()
  const bySender = new Map<string, Map<string, ReadTransaction>>()
  const placeOf = (tx: ReadTransaction) => (tx.nonce === undefined ? `${tx.sequence}` : `nonce ${tx.nonce}`)
  const remove = (tx: ReadTransaction) => {
    byHash.delete(tx.hash)
    const own = bySender.get(tx.sender)
    if (own?.get(placeOf(tx))?.hash === tx.hash) own.delete(placeOf(tx))
    if (own?.size === 0) bySender.delete(tx.sender)
  }
  return {
    look(tx, samePayload) {
      const own = bySender.get(tx.sender)
      const there = own?.get(placeOf(tx))
      const other = (what: string): Taken => ({
        kind: 'other',
        message: `Transaction already in mempool with a ${what}`,
      })
      if (there) {
        if (!samePayload(there, tx)) return other('different payload')
        if (there.expiration !== tx.expiration) return other('different expiration timestamp')
        if (there.maxUnits !== tx.maxUnits) return other('different max gas amount')
        if (there.price > tx.price) return other('higher gas price')
        return there.price === tx.price ? { kind: 'known' } : { kind: 'added', instead: there }
      }
      const waiting = own?.size ?? 0
      if (waiting < mostOfAccount) return { kind: 'added', instead: undefined }
      return {
        kind: 'full',
        message: `Mempool over capacity for account. Number of transactions from account: ${waiting} Capacity per account: ${mostOfAccount}`,
      }
    },
    put(tx) {
      const own = bySender.get(tx.sender) ?? new Map<string, ReadTransaction>()
      const there = own.get(placeOf(tx))
      if (there) byHash.delete(there.hash)
      byHash.set(tx.hash, tx)
      bySender.set(tx.sender, own.set(placeOf(tx), tx))
    },
    get: (hash) => byHash.get(hash),
    at: (sender, sequence) => bySender.get(sender)?.get(`${sequence}`),
    remove,
    all: () => byHash.values(),
    count: () => byHash.size,
  }
}
