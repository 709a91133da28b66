/** Where a page of a list begins: behind a key, or after so many rows. Lists are in the order of their keys. */
export type PageStart = { after: number } | { offset: number }

/** Rows of a page, and the key behind which the next one begins; null on the last. */
export interface Page<Row> {
  rows: Row[]
  next: number | null
}

/** A page of `limit` keys of which one more was asked for than it holds. */
export function pageOf(keys: readonly number[], limit: number): { keys: number[]; next: number | null } {
  const own = keys.slice(0, limit)
  return { keys: own, next: keys.length > limit ? (own.at(-1) ?? null) : null }
}
