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
  /** The number of the occurrence of its content at which the row's copies begin. */
  occurrence: number
  /** Copies (from 1) that were minted before. */
  repeated: readonly number[]
  /** SHA-256 of recipient and metadata; null for rows that cannot be minted. */
  content: Buffer | null
  /** Of a workbook: what is wrong with its cells, and whether it is hidden. */
  notes: readonly CellNote[]
  hidden: boolean
}

/** A row that is to be minted, as far as it tells its mints from others. */
export interface RowIdentity extends Pick<SheetRow, 'pos' | 'row' | 'quantity' | 'occurrence' | 'repeated'> {
  recipient: string
  content: Buffer
  /** The caller's own. */
  id: string | null
  /** Hex SHA-256 of its metadata; null where it has none of its own. */
  metadataHash: string | null
}

/** What a row asks to be minted, as its check found it. */
export interface RowMint {
  /** Whom it is minted to, in normal form. */
  recipient: string
  /** SHA-256 of recipient and metadata. */
  content: Buffer
  /** Canonical JSON; null where the metadata is hosted already, or a base URI stands for it. */
  metadata: string | null
  /** Hex SHA-256 of `metadata`; null without it. */
  metadataHash: string | null
  metadataUri: string | null
  /** null: the row does not say it. */
  compressed: boolean | null
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
  /** null for rows that cannot be minted. */
  mint: RowMint | null
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
    repeated: placesOf(stored.repeated),
    content: stored.content,
    notes: stored.notes === null ? [] : (JSON.parse(stored.notes) as CellNote[]),
    hidden: stored.hidden === 1,
  }
}

/** The copies that were kept as JSON. */
export function placesOf(repeated: string | null): number[] {
  return repeated === null ? [] : (JSON.parse(repeated) as number[])
}
