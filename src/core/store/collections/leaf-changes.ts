import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { KnownLeaf, LeafChange } from '../../chains/family/trees.ts'
import { settledStates } from '../../journal/states.ts'
import type { LeavesTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'
import type { TreeRow } from './trees.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A leaf of the journal as families know it. */
export function knownLeaf(row: Selectable<LeavesTable>): KnownLeaf {
  const { place, address, owner, delegate, data_hash, creator_hash, node } = row
  return {
    ...{ place, address, owner, delegate },
    dataHash: data_hash.toString('hex'),
    creatorHash: creator_hash.toString('hex'),
    node: node?.toString('hex') ?? null,
  }
}

/** The leaves of a tree at the places from `from` to before `to`. */
export async function leavesBetween(db: Db, treePk: number, from: number, to: number): Promise<KnownLeaf[]> {
  const rows = await db
    .selectFrom('leaves')
    .selectAll()
    .where('tree_pk', '=', treePk)
    .where('place', '>=', from)
    .where('place', '<', to)
    .execute()
  return rows.map(knownLeaf)
}

/**
 * Stores changes of leaves that the journal knows. A change never overwrites a later one, whatever order they come in.
 * @returns how many leaves changed
 */
export async function changeLeaves(db: Db, treePk: number, changes: readonly LeafChange[]): Promise<number> {
  let changed = 0
  for (const { place, sequence, node, says } of changes) {
    const { numUpdatedRows } = await db
      .updateTable('leaves')
      .set({
        ...{ node: Buffer.from(node, 'hex'), sequence },
        ...(says && {
          ...{ owner: says.owner, delegate: says.delegate },
          data_hash: Buffer.from(says.dataHash, 'hex'),
          creator_hash: Buffer.from(says.creatorHash, 'hex'),
        }),
      })
      .where('tree_pk', '=', treePk)
      .where('place', '=', place)
      .where('sequence', '<', sequence)
      .executeTakeFirst()
    changed += Number(numUpdatedRows)
  }
  return changed
}

export function treeByAddress(db: Db, address: string): Promise<TreeRow | undefined> {
  return db.selectFrom('trees').selectAll().where('address', '=', address).executeTakeFirst()
}

/** Stores up to which transaction a tree was read for changes that others made; null: it is to be read from its beginning. */
export async function setReadUntil(db: Db, treePk: number, hash: string | null): Promise<void> {
  await db.updateTable('trees').set({ read_until: hash }).where('pk', '=', treePk).execute()
}

/** Which of these transactions are the journal's own and settled: what they did is already stored. */
export async function settledHashes(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select('attempts.hash')
    .where('attempts.hash', 'in', sql<string>`(select value from json_each(${JSON.stringify(hashes)}))`)
    .where('transactions.state', 'in', settledStates)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** The addresses of the trees that these tokens lie in. */
export async function treesOfTokens(db: Db, addresses: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('leaves')
    .innerJoin('trees', 'trees.pk', 'leaves.tree_pk')
    .select('trees.address')
    .distinct()
    .where('leaves.address', 'in', sql<string>`(select value from json_each(${JSON.stringify(addresses)}))`)
    .execute()
  return rows.map(({ address }) => address)
}
