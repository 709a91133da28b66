import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** Where a page of a list begins: behind a key, or after so many rows. Lists are in the order of their keys. */
export type PageStart<Key = number> = { after: Key } | { offset: number }

/** Rows of a page, and the key behind which the next one begins; null on the last. */
export interface Page<Row, Key = number> {
  rows: Row[]
  next: Key | null
}

/** A page of `limit` keys of which one more was asked for than it holds. */
export function pageOf(keys: readonly number[], limit: number): { keys: number[]; next: number | null } {
  const own = keys.slice(0, limit)
  return { keys: own, next: keys.length > limit ? (own.at(-1) ?? null) : null }
}

/** The keys of a page of the rows of a table for which something holds, in their order. An index that begins with it and ends with the key answers. */
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
