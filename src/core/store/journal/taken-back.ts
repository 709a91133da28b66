import type { Kysely, Transaction } from 'kysely'
import { settledStates, transactionMoves } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'
import type { QueueKey } from './signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A settled transaction and the block in which it had its confirmations. */
export interface PlacedTransaction {
  pk: number
  sequence: number
  block: { number: number; hash: string }
  /** The collection for which it succeeded; null for a failed transaction, and for one of no collection. */
  minted: { pk: number; id: string } | null
}

/** The settled transactions of a signer queue below a sequence whose blocks are known, the highest sequence first. */
export async function placedTransactions(
  db: Db,
  queue: QueueKey,
  below: number,
  limit: number,
): Promise<PlacedTransaction[]> {
  const rows = await db
    .selectFrom('transactions')
    .leftJoin('collections', 'collections.pk', 'transactions.collection_pk')
    .select(['transactions.pk', 'sequence', 'transactions.state', 'block_number', 'block_hash'])
    .select(['collections.pk as collection', 'collections.id'])
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('transactions.state', 'in', settledStates)
    // Repeats the condition of the partial index of sequences, so that SQLite uses it.
    .where('transactions.state', '<>', transactionMoves.die.to)
    .where('sequence', '<', below)
    .where('block_hash', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ pk, sequence, state, block_number: number, block_hash: hash, collection, id }) => {
    if (number === null || hash === null) return []
    const minted =
      state === transactionMoves.succeed.to && collection !== null && id !== null ? { pk: collection, id } : null
    return [{ pk, sequence, block: { number, hash }, minted }]
  })
}

/** What a reorganisation removed after it was settled. */
export interface Alarm {
  /** Keys of the removed transactions. */
  gone: readonly number[]
  /** By key of each collection that is halted: why. */
  halted: ReadonlyMap<number, string>
}

/** Halts collections and clears the blocks of removed transactions, in one SQLite transaction. A halted collection keeps its reason. */
export function enterTakenBack(db: Kysely<Database>, { gone, halted }: Alarm): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const pk of gone)
      await trx.updateTable('transactions').set({ block_number: null, block_hash: null }).where('pk', '=', pk).execute()
    for (const [pk, reason] of halted)
      await trx
        .updateTable('collections')
        .set({ halted: reason })
        .where('pk', '=', pk)
        .where('halted', 'is', null)
        .execute()
  })
}
