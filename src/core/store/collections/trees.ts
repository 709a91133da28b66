import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Leaf, TreeSize } from '../../chains/family/trees.ts'
import { mintMoves } from '../../journal/states.ts'
import { type BatchMember, resolvedHash } from '../journal/batches.ts'
import { isNow } from '../journal/mints-now.ts'
import type { LeavesTable, TreesTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>
export type TreeRow = Selectable<TreesTable>

/** The trees of a collection, in order. */
export function treesOf(db: Db, collectionPk: number): Promise<TreeRow[]> {
  return db.selectFrom('trees').selectAll().where('collection_pk', '=', collectionPk).orderBy('ordinal').execute()
}

export function treeByPk(db: Db, pk: number): Promise<TreeRow> {
  return db.selectFrom('trees').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
}

export async function addTree(
  db: Db,
  collectionPk: number,
  ordinal: number,
  address: string,
  { depth, buffer, canopy, capacity }: TreeSize,
): Promise<void> {
  await db
    .insertInto('trees')
    .values({ collection_pk: collectionPk, ordinal, address, depth, buffer, canopy, capacity, state: 'wanted' })
    .execute()
}

/** @param size as it is on chain: a database that was restored from a copy, or is new, may have wanted another one */
export async function markTreeMade(db: Db, pk: number, { depth, buffer, canopy, capacity }: TreeSize): Promise<void> {
  await db.updateTable('trees').set({ depth, buffer, canopy, capacity, state: 'made' }).where('pk', '=', pk).execute()
}

/** Tokens of a tree that the journal knows to be on chain. */
export async function leafCount(db: Db, treePk: number): Promise<number> {
  const row = await db
    .selectFrom('leaves')
    .select((eb) => eb.fn.countAll<number>().as('leaves'))
    .where('tree_pk', '=', treePk)
    .executeTakeFirst()
  return Number(row?.leaves ?? 0)
}

/** Those of these places of a tree whose tokens the journal knows. */
export async function knownPlaces(db: Db, treePk: number, places: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select place from json_each(${JSON.stringify(places)}) as wanted
      join leaves on leaves.tree_pk = ${treePk} and leaves.place = wanted.value`.execute(db)
  return new Set(rows.map(({ place }) => place))
}

/** The trees of a collection that are on chain, and how many tokens each can still take beside those that are on their way. */
export async function treesWithRoom(db: Db, collectionPk: number): Promise<(TreeRow & { room: number })[]> {
  const trees = await treesOf(db, collectionPk)
  const made = trees.filter(({ state }) => state === 'made')
  return Promise.all(
    made.map(async (tree) => {
      const underWay = await db
        .selectFrom('batches')
        .select((eb) => eb.fn.sum<number>('size').as('tokens'))
        .where('tree_pk', '=', tree.pk)
        .where('state', 'in', ['composed', 'prepared', 'signed'])
        .executeTakeFirst()
      return { ...tree, room: tree.capacity - (await leafCount(db, tree.pk)) - Number(underWay?.tokens ?? 0) }
    }),
  )
}

/** Mints that wait for a place in a tree now: not those of paused runs. */
export async function waitingForTrees(db: Db, collectionPk: number): Promise<number> {
  const row = await db
    .selectFrom('waiting')
    .innerJoin('mints', 'mints.pk', 'waiting.mint_pk')
    .select((eb) => eb.fn.countAll<number>().as('mints'))
    .where('waiting.collection_pk', '=', collectionPk)
    .where('compressed', '=', 1)
    .where((eb) =>
      eb.or([
        eb('waiting.run_id', '=', ''),
        eb('waiting.run_id', 'in', eb.selectFrom('runs').select('id').where('state', '=', 'running')),
      ]),
    )
    .executeTakeFirst()
  return Number(row?.mints ?? 0)
}

/** Stores leaves of a tree as the chain reports them; a later report on a place replaces the earlier one. */
export async function enterLeaves(db: Db, treePk: number, leaves: readonly Leaf[]): Promise<void> {
  if (leaves.length === 0) return
  const rows = JSON.stringify(
    leaves.map(({ place, address, owner, dataHash, creatorHash }) => [place, address, owner, dataHash, creatorHash]),
  )
  await sql`insert into leaves (tree_pk, place, address, owner, data_hash, creator_hash)
            select ${treePk}, value ->> 0, value ->> 1, value ->> 2, unhex(value ->> 3), unhex(value ->> 4)
            from json_each(${rows}) where true
            on conflict (tree_pk, place) do update set owner = excluded.owner, data_hash = excluded.data_hash,
              creator_hash = excluded.creator_hash`.execute(db)
}

/** Gives the mints of batches the addresses of their tokens, by place. */
export async function setTokenAddresses(
  db: Db,
  batches: readonly { batchPk: number; addresses?: readonly string[] }[],
): Promise<void> {
  const rows = batches.flatMap(({ batchPk, addresses = [] }) =>
    addresses.map((address, place) => [batchPk, place, address]),
  )
  if (rows.length === 0) return
  // Materialised: SQLite would read through all mints, and the whole list for each of them.
  await sql`with named as materialized (
              select members.mint_pk as pk, m.value ->> 2 as address from json_each(${JSON.stringify(rows)}) as m
                cross join members on members.batch_pk = m.value ->> 0 and members.place = m.value ->> 1)
            update mints set token_address = named.address from named where mints.pk = named.pk`.execute(db)
}

/** Gives mints that were found on the chain the addresses of their tokens. */
export async function nameTokensFound(db: Db, found: readonly { pk: number; address: string }[]): Promise<void> {
  for (const { pk, address } of found)
    await db.updateTable('mints').set({ token_address: address }).where('pk', '=', pk).execute()
}

/** Adds to each item the address of the leaf at its place in a collection's trees; leaves out items without a known leaf. */
export async function withLeaves<Item extends { ordinal: number; place: number }>(
  db: Db,
  collectionPk: number,
  items: readonly Item[],
): Promise<(Item & { address: string })[]> {
  const trees = new Map((await treesOf(db, collectionPk)).map(({ ordinal, pk }) => [ordinal, pk]))
  const rows = JSON.stringify(items.map(({ ordinal, place }, at) => [at, trees.get(ordinal) ?? null, place]))
  const { rows: found } = await sql<{ at: number; address: string }>`
    select wanted.value ->> 0 as at, leaves.address as address from json_each(${rows}) as wanted
      join leaves on leaves.tree_pk = wanted.value ->> 1 and leaves.place = wanted.value ->> 2`.execute(db)
  return found.flatMap(({ at, address }) => {
    const item = items[at]
    return item ? [{ ...item, address }] : []
  })
}

type TokenColumns = 'pk' | 'address' | 'token_uri' | 'resolved_hash'

/** Mints that may be among tokens that the journal does not know yet: not succeeded, and their URI on chain is decided. */
export function tokensInDoubt(
  db: Db,
  collectionPk: number,
  compressed: boolean,
): Promise<Pick<BatchMember, TokenColumns>[]> {
  return db
    .selectFrom('mints')
    .select(['pk', 'address', 'token_uri', resolvedHash.as('resolved_hash')])
    .where('collection_pk', '=', collectionPk)
    .where(isNow(mintMoves.find.from))
    .where('token_uri', 'is not', null)
    .where('compressed', '=', compressed ? 1 : 0)
    .orderBy('pk')
    .execute()
}

/** A token's leaf by the token's address. */
export function leafOf(db: Db, address: string): Promise<Selectable<LeavesTable> | undefined> {
  return db.selectFrom('leaves').selectAll().where('address', '=', address).executeTakeFirst()
}
