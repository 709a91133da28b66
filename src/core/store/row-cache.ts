import { LRUCache } from 'lru-cache'

/** Rows that every request asks for, and that change rarely. What is kept of a table is forgotten with every write to it. */
export interface RowCache {
  /** What `load` read from these tables, as long as nothing is written to any of them. `load` must read what is committed: by a `Reader`. */
  get<Value>(tables: readonly CachedTable[], key: string, load: () => Value): Value
}

const cachedTables = ['api_keys', 'projects', 'collections'] as const
export type CachedTable = (typeof cachedTables)[number]

/** Ours: more than the keys, projects and collections that are in use at a time. */
const rowsKept = 1_000

/** The cache, and how it is told that a commit is about to change a table. */
export function openRowCache(): { cache: RowCache; written(table: string): void } {
  const writes = new Map<string, number>(cachedTables.map((table) => [table, 0]))
  const kept = new LRUCache<string, { value: unknown; stamp: number }>({ max: rowsKept })
  // Grows with every write to one of them, so that equal sums mean that there was none.
  const stampOf = (tables: readonly CachedTable[]): number =>
    tables.reduce((sum, table) => sum + (writes.get(table) ?? 0), 0)
  return {
    cache: {
      get<Value>(tables: readonly CachedTable[], key: string, load: () => Value) {
        const name = `${tables.join(' ')} ${key}`
        const stamp = stampOf(tables)
        const known = kept.get(name)
        if (known?.stamp === stamp) return known.value as Value
        const value = load()
        kept.set(name, { value, stamp })
        return value
      },
    },
    written(table) {
      const count = writes.get(table)
      if (count !== undefined) writes.set(table, count + 1)
    },
  }
}

/** The table that a statement writes to; null when it only reads. */
export function writtenTable(sql: string): string | null {
  return (
    /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)"?/i.exec(
      sql,
    )?.[1] ?? null
  )
}
