import type { Import } from '../../shared/app-api.ts'
import type { NewRow, SheetCounts } from '../store/import-sheet/rows.ts'

/** How many rows, NFTs and findings there are so far. */
export interface Standing {
  counts: SheetCounts
  codes: Import['codes']
}

/**
 * Counts each row by itself as it comes in, because a count in the database takes longer the more rows are in. What the comparison with other
 * rows changes is counted in the database, once.
 */
export function openTally() {
  const counts: SheetCounts = { rows: 0, ready: 0, warnings: 0, errors: 0, skipped: 0, nfts: 0 }
  const found = new Map<string, Import['codes'][number]>()
  return {
    add(rows: readonly NewRow[]): void {
      for (const { status, quantity, findings } of rows) {
        counts.rows++
        if (status === 'error') counts.errors++
        else if (status === 'skipped') counts.skipped++
        else {
          counts.ready++
          counts.nfts += quantity
          if (status === 'warning') counts.warnings++
        }
        for (const { code, column, level } of findings) {
          const key = `${level} ${code} ${column}`
          const one = found.get(key) ?? { code, column, level, count: 0 }
          found.set(key, { ...one, count: one.count + 1 })
        }
      }
    },
    /** `codes` has the database's order. */
    standing: (): Standing => ({ counts: { ...counts }, codes: [...found.values()].sort(asListed) }),
  }
}

/** Errors first, then by code, then the largest group first. */
function asListed(one: Import['codes'][number], other: Import['codes'][number]): number {
  return (
    compare(one.level, other.level) ||
    compare(one.code, other.code) ||
    other.count - one.count ||
    compare(one.column, other.column)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
