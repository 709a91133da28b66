/**
 * Adds the contents of runs' mints to the index `mint_contents`. Hashes have no order: added with the mints of a run, 500 at a time, they would
 * rewrite most pages of the index in each commit, which took a quarter of the time. So they are added later, sorted, many at a time. Until then
 * `unindexed_contents` says at which mint the others begin, and a search for a content looks through those mints as well.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../sqlite/open.ts'
import { unforced } from '../../sqlite/unforced.ts'

/** Ours: contents that are sorted together. With a million in the index, each of its pages is then written for twelve of them. */
const groupSize = 131_072
/** Ours: contents read or added at once: some milliseconds of work, after which other work gets a turn. */
const atOnce = 2_048

/** Ours: a group takes 7 to 8 MiB, more than the 2 MiB that SQLite keeps of such tables in memory. */
const sorterKiB = 16_000

/** Sorts a group: a temporary table, which only this connection sees and which is not in the database's file. */
const sorter = sql`
  create temp table if not exists sorted_contents (
    collection_pk integer not null, content_hash blob not null, mint_pk integer not null,
    primary key (collection_pk, content_hash, mint_pk)
  ) strict, without rowid`

interface Place {
  collection: number
  hash: Buffer
  pk: number
}

/** A place before the first content. */
const beginning: Place = { collection: -1, hash: Buffer.alloc(0), pk: -1 }

/**
 * Adds contents to the index: only `whole` groups, or `all` contents. An interrupted group is added again from its beginning, so its commits
 * need not be forced.
 * @param size of a group; the usual one where absent
 */
export async function indexContents(db: Store, which: 'whole' | 'all', size: number = groupSize): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ first: number; end: number }>`
      select mint_pk as first, (select seq from sqlite_sequence where name = 'mints') + 1 as end from unindexed_contents`.execute(
      db,
    )
    const [left] = rows
    if (left === undefined || (which === 'whole' && left.end - left.first < size)) return
    const end = Math.min(left.end, left.first + size)
    await sortGroup(db, left.first, end)
    await addSorted(db)
    await moveOn(db, end)
  }
}

/** Sorts the contents of runs' mints with keys from `first` to before `end`. */
async function sortGroup(db: Store, first: number, end: number): Promise<void> {
  await sql`pragma temp.cache_size = -${sql.lit(sorterKiB)}`.execute(db)
  await sorter.execute(db)
  await sql`delete from temp.sorted_contents`.execute(db)
  for (let from = first; from < end; from += atOnce) {
    await sql`
      insert into temp.sorted_contents select collection_pk, content_hash, pk from mints
      where pk >= ${from} and pk < ${Math.min(from + atOnce, end)} and run_id is not null`.execute(db)
    await nextTurn()
  }
}

/** Adds the sorted contents to the index, in order. */
async function addSorted(db: Store): Promise<void> {
  let after: Place | undefined = beginning
  while (after !== undefined) {
    after = await addPiece(db, after)
    await nextTurn()
  }
  await sql`delete from temp.sorted_contents`.execute(db)
}

/** Adds the next sorted contents behind a place. @returns the last one added, if there may be more */
async function addPiece(db: Store, { collection, hash, pk }: Place): Promise<Place | undefined> {
  const following = sql`
    from temp.sorted_contents where (collection_pk, content_hash, mint_pk) > (${collection}, ${hash}, ${pk})
    order by collection_pk, content_hash, mint_pk`
  await unforced(db, (trx) =>
    sql`insert into mint_contents select * ${following} limit ${atOnce} on conflict do nothing`.execute(trx),
  )
  const { rows } = await sql<Place>`
    select collection_pk as collection, content_hash as hash, mint_pk as pk ${following} limit 1 offset ${atOnce - 1}`.execute(
    db,
  )
  return rows[0]
}

/** Notes that all mints before `end` are in the index: the first mint of a run from there on is the next one, if there is one. */
async function moveOn(db: Store, end: number): Promise<void> {
  await unforced(db, async (trx) => {
    await sql`delete from unindexed_contents`.execute(trx)
    await sql`insert into unindexed_contents select pk from mints where pk >= ${end} and run_id is not null order by pk limit 1`.execute(
      trx,
    )
  })
}
