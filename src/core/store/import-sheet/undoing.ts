import type SqliteDatabase from 'better-sqlite3'
import type { ImportCorrection } from '../../../shared/app-api.ts'
import type { CellNote } from '../../../shared/spreadsheet/workbook/rows.ts'

/** Ours: corrections that can be undone, and the cells of all of them; the last one always can. */
const mostCorrections = 100
const mostCells = 1_000_000

/** A cell as it was before a correction. */
export interface CellBefore {
  pos: number
  /** Of its column, from 0. */
  place: number
  cell: string
  /** Of its row. */
  notes: readonly CellNote[]
}

interface StoredCorrection {
  id: number
  at: number
  cells: number
  what: string
}

/** The journal of corrections: what undoing puts back. */
export function undoing(db: SqliteDatabase.Database) {
  const last = db.prepare<[], StoredCorrection>('SELECT id, at, cells, what FROM corrections ORDER BY id DESC LIMIT 1')
  const add = db.prepare('INSERT INTO corrections (at, cells, what) VALUES (?, 0, ?)')
  const keep = db.prepare('INSERT INTO cells_before (correction, pos, place, cell, notes) VALUES (?, ?, ?, ?, ?)')
  const count = db.prepare('UPDATE corrections SET cells = cells + ? WHERE id = ?')
  const before = db.prepare<
    [number, number, number],
    { pos: number; place: number; cell: string; notes: string | null }
  >('SELECT pos, place, cell, notes FROM cells_before WHERE correction = ? AND pos > ? ORDER BY pos LIMIT ?')
  const forgetCells = db.prepare('DELETE FROM cells_before WHERE correction <= ?')
  const forget = db.prepare('DELETE FROM corrections WHERE id <= ?')
  const forgetUpTo = (id: number) => {
    forgetCells.run(id)
    forget.run(id)
  }
  return {
    /** The last correction, with its id and its time (Unix, ms); undefined when there is none to undo. */
    lastCorrection: (): (ImportCorrection & { id: number; at: number }) | undefined => {
      const found = last.get()
      if (found === undefined) return undefined
      const { id, at, cells, what } = found
      return { ...(JSON.parse(what) as Omit<ImportCorrection, 'cells'>), id, at, cells }
    },
    /** Begins a correction. @returns its id */
    beginCorrection: (what: Omit<ImportCorrection, 'cells'>): number =>
      Number(add.run(Date.now(), JSON.stringify(what)).lastInsertRowid),
    /** Keeps cells as they were before a correction; to be called before they are changed. */
    keepCells: db.transaction((correction: number, cells: readonly CellBefore[]) => {
      for (const { pos, place, cell, notes } of cells)
        keep.run(correction, pos, place, cell, notes.length === 0 ? null : JSON.stringify(notes))
      count.run(cells.length, correction)
    }),
    /** The cells that a correction changed, one a row, after a position. */
    cellsBefore: (correction: number, after: number, limit: number): CellBefore[] =>
      before
        .all(correction, after, limit)
        .map(({ notes, ...cell }) => ({ ...cell, notes: notes === null ? [] : (JSON.parse(notes) as CellNote[]) })),
    /** Forgets a correction that was undone, or changed nothing. */
    dropCorrection: db.transaction((id: number) => {
      db.prepare('DELETE FROM cells_before WHERE correction = ?').run(id)
      db.prepare('DELETE FROM corrections WHERE id = ?').run(id)
    }),
    /** Forgets the oldest corrections beyond the bounds. */
    boundCorrections: db.transaction(() => {
      const all = db
        .prepare<[], { id: number; cells: number }>('SELECT id, cells FROM corrections ORDER BY id DESC')
        .all()
      let cells = 0
      for (const [place, one] of all.entries()) {
        cells += one.cells
        if (place > 0 && (place >= mostCorrections || cells > mostCells)) return forgetUpTo(one.id)
      }
    }),
    forgetCorrections: () => void db.exec('DELETE FROM cells_before; DELETE FROM corrections'),
  }
}
