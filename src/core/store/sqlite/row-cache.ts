import { LRUCache } from 'lru-cache'
import type { Database } from '../tables/schema.ts'

export type Table = keyof Database

/** Caches rows that many requests read. Every write to a table invalidates what is cached of it. */
export interface RowCache {
  /**
   * What `load` read from these tables; it is called again after a write to any of them. It must read committed data, by a `Reader`.
   * @param charactersOf the length of the value's long texts, where it has any
   */
  get<Value>(tables: readonly Table[], key: string, load: () => Value, charactersOf?: (value: Value) => number): Value
}

/** Ours: some MB. There is no `max`, because an LRUCache allocates room for that at once: 4 ms of each start. */
const charactersKept = 16_000_000
/** About how many characters a row's columns take without the long texts. */
const usualCharacters = 800

/** The cache, and `written`, to be called when a commit is about to change a table. */
export function openRowCache(): { cache: RowCache; written(table: string): void } {
  const writes = new Map<string, number>()
  const kept = new LRUCache<string, { value: unknown; stamp: number }>({ maxSize: charactersKept })
  // The sum grows with every write to one of the tables, so equal sums mean that there was none.
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
