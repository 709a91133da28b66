import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** Where a page of a list begins: behind a key, or after a number of rows. Lists are in the order of their keys. */
export type PageStart<Key = number> = { after: Key } | { offset: number }

/** Rows of a page, and the key behind which the next one begins; null on the last. */
export interface Page<Row, Key = number> {
  rows: Row[]
  next: Key | null
}

/** Makes a page of `limit` keys from up to `limit` + 1 keys: the additional one shows that another page follows. */
export function pageOf(keys: readonly number[], limit: number): { keys: number[]; next: number | null } {
  const own = keys.slice(0, limit)
  return { keys: own, next: keys.length > limit ? (own.at(-1) ?? null) : null }
}

/** The keys of a page of a table's rows for which `holds` is true, in order. An index that begins with its column and ends with the key is used. */
export async function keysOfPage(
  db: Kysely<Database>,
  table: 'collections' | 'templates',
  holds: RawBuilder<unknown>,
  start: PageStart,
  limit: number,
): Promise<{ keys: number[]; next: number | null }> {
  const { rows } = await sql<{ pk: number }>`
    select pk from ${sql.table(table)} where ${holds} and pk > ${'after' in start ? start.after : 0} order by pk
    limit ${limit + 1} offset ${'offset' in start ? start.offset : 0}`.execute(db)
  return pageOf(
    rows.map(({ pk }) => pk),
    limit,
  )
}
