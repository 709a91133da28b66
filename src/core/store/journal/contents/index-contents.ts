/**
 * The index of contents, as far as runs are concerned. Hashes are in no order: added with the mints of a run, 500 at a time, they would write most
 * pages of the index again with each commit, which took a quarter of the time. So they are added later, many at a time and sorted; until
 * then `unindexed_contents` says where the others begin, and who looks for a content looks through those as well.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { rowInserter } from '../../sqlite/insert-rows.ts'
import type { Store } from '../../sqlite/open.ts'
import { unforced } from '../../sqlite/unforced.ts'

/** Ours: contents that are sorted together. With a million in the index, each of its pages is then written for six of them. */
const groupSize = 65_536
/** Ours: read or added at once, some milliseconds of work, after which everybody else gets a turn. */
const atOnce = 2_048

interface Content {
  pk: number
  collection: number
  hash: Buffer
  /** Its first 48 bits: all that its order needs. */
  begin: number
}

const insertContents = rowInserter(
  'mint_contents',
  ['collection_pk', 'content_hash', 'mint_pk'],
  'on conflict do nothing',
)

/**
 * Adds contents to the index: `whole` groups alone, or `all` there are. A group that is interrupted is added again from its beginning, so its
 * commits need not be forced.
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
    const group = await readGroup(db, left.first, end)
    for (let from = 0; from < group.length; from += atOnce) {
      const part = group.slice(from, from + atOnce).map(({ collection, hash, pk }) => [collection, hash, pk])
      await unforced(db, (trx) => insertContents(trx, part))
      await nextTurn()
    }
    await moveOn(db, end)
  }
}

/** The contents of the mints of runs from one key to before another, sorted. */
async function readGroup(db: Store, first: number, end: number): Promise<Content[]> {
  const group: Content[] = []
  for (let from = first; from < end; from += atOnce) {
    const { rows } = await sql<{ pk: number; collection: number; hash: Buffer }>`
      select pk, collection_pk as collection, content_hash as hash from mints
      where pk >= ${from} and pk < ${Math.min(from + atOnce, end)} and run_id is not null`.execute(db)
    for (const row of rows) group.push({ ...row, begin: row.hash.readUIntBE(0, 6) })
    await nextTurn()
  }
  return group.sort((a, b) => a.collection - b.collection || a.begin - b.begin)
}

/** All before this key is in the index: the first mint of a run behind it is the next, if there is one. */
async function moveOn(db: Store, end: number): Promise<void> {
  await unforced(db, async (trx) => {
    await sql`delete from unindexed_contents`.execute(trx)
    await sql`insert into unindexed_contents select pk from mints where pk >= ${end} and run_id is not null order by pk limit 1`.execute(
      trx,
    )
  })
}
