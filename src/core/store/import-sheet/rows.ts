import type { Finding } from '../../../shared/app-api.ts'
import type { CellNote } from '../../../shared/spreadsheet/workbook/rows.ts'

/** A row of an import, as it is read. */
export interface SheetRow {
  /** From 1, without gaps; blank rows have none. */
  pos: number
  row: number
  cells: string[]
  status: RowStatus
  quantity: number
  /** From which occurrence of its content the row's copies count. */
  occurrence: number
  /** Copies (from 1) that were minted before. */
  repeated: readonly number[]
  /** SHA-256 of recipient and metadata; null for rows that cannot be minted. */
  content: Buffer | null
  /** Of a workbook: what is wrong with its cells, and whether it is hidden. */
  notes: readonly CellNote[]
  hidden: boolean
}

export type RowStatus = 'ready' | 'warning' | 'error' | 'skipped'
export const statuses: readonly RowStatus[] = ['ready', 'warning', 'error', 'skipped']

/** What a row's own check found, to be written. */
export interface NewRow {
  pos: number
  row: number
  cells: readonly string[]
  status: RowStatus
  quantity: number
  /** SHA-256 of recipient and metadata; null for rows that cannot be minted. */
  content: Buffer | null
  id: string | null
  /** The recipient where it is an e-mail address, in its normal form, and folded where that is another. */
  email: string | null
  folded: string | null
  notes: readonly CellNote[]
  hidden: boolean
  findings: readonly Finding[]
}

export interface SheetCounts {
  rows: number
  ready: number
  errors: number
  warnings: number
  skipped: number
  nfts: number
}

/** The columns of a row that `StoredRow` has. */
export const rowColumns = 'pos, row, cells, status, quantity, occurrence, repeated, content, notes, hidden'

/** A row as it lies in the database; `restored` makes a row of it. */
export interface StoredRow {
  pos: number
  row: number
  cells: string
  status: number
  quantity: number
  occurrence: number
  repeated: string | null
  content: Buffer | null
  notes: string | null
  hidden: number
}

/** The row that was stored so. */
export function restored(stored: StoredRow): SheetRow {
  return {
    pos: stored.pos,
    row: stored.row,
    cells: JSON.parse(stored.cells) as string[],
    status: statuses[stored.status] ?? 'error',
    quantity: stored.quantity,
    occurrence: stored.occurrence,
    repeated: stored.repeated === null ? [] : (JSON.parse(stored.repeated) as number[]),
    content: stored.content,
    notes: stored.notes === null ? [] : (JSON.parse(stored.notes) as CellNote[]),
    hidden: stored.hidden === 1,
  }
}
