import { LRUCache } from 'lru-cache'
import type { Database } from '../tables/schema.ts'

export type Table = keyof Database

/** Rows that many requests ask for. What is kept of a table is forgotten with every write to it. */
export interface RowCache {
  /**
   * What `load` read from these tables, as long as nothing is written to any of them. `load` must read what is committed: by a `Reader`.
   * @param charactersOf the length of its long texts, where it has any
   */
  get<Value>(tables: readonly Table[], key: string, load: () => Value, charactersOf?: (value: Value) => number): Value
}

/** Ours: some MB. No `max`, for which an LRUCache makes room at once: 4 ms of each start. */
const charactersKept = 16_000_000
/** About what the columns of a row take that are no long texts. */
const usualCharacters = 800

/** The cache, and how it is told that a commit is about to change a table. */
export function openRowCache(): { cache: RowCache; written(table: string): void } {
  const writes = new Map<string, number>()
  const kept = new LRUCache<string, { value: unknown; stamp: number }>({ maxSize: charactersKept })
  // Grows with every write to one of them, so that equal sums mean that there was none.
  const stampOf = (tables: readonly Table[]): number => {
    let sum = 0
    for (const table of tables) sum += writes.get(table) ?? 0
    return sum
  }
  return {
    cache: {
      get<Value>(tables: readonly Table[], key: string, load: () => Value, charactersOf?: (value: Value) => number) {
        const stamp = stampOf(tables)
        const known = kept.get(key)
        if (known?.stamp === stamp) return known.value as Value
        const value = load()
        kept.set(key, { value, stamp }, { size: usualCharacters + (charactersOf?.(value) ?? 0) })
        return value
      },
    },
    written(table) {
      writes.set(table, (writes.get(table) ?? 0) + 1)
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
