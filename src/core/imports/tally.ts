import type { Finding, Import } from '../../shared/app-api.ts'
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
  const found = new Map<string, { code: string; level: Finding['level']; count: number }>()
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
        for (const { code, level } of findings) {
          const key = `${level} ${code}`
          const one = found.get(key) ?? { code, level, count: 0 }
          found.set(key, { ...one, count: one.count + 1 })
        }
      }
    },
    /** Codes in the order in which the database gives them: errors first, by name. */
    standing: (): Standing => ({
      counts: { ...counts },
      codes: [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, code]) => code),
    }),
  }
}
