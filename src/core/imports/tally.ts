import type { Import } from '../../shared/app-api.ts'
import type { NewRow, SheetCounts } from '../store/import-sheet/rows.ts'

/** How many rows, NFTs and findings there are so far. */
export interface Standing {
  counts: SheetCounts
  codes: Import['codes']
}

/**
 * Counts rows as they come in, each by itself: the database counts in time that grows with all that is in. What the comparison with other
 * rows changes is counted there, once.
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
    /** Codes in the order in which the database gives them. */
    standing: (): Standing => ({ counts: { ...counts }, codes: [...found.values()].sort(asListed) }),
  }
}

/** Errors first, by code, the largest group of each first. */
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
