import { hash } from 'node:crypto'
import type { Finding } from '../../../shared/app-api.ts'
import { foldedEmail } from '../../../shared/locator.ts'
import { cellFindings } from '../../../shared/spreadsheet/cell-findings.ts'
import { type CheckedRow, checkRow, type RowDraft } from '../../../shared/spreadsheet/check-row.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import type { KnownName } from '../../../shared/spreadsheet/recipient-name.ts'
import type { RowRules } from '../../../shared/spreadsheet/row-cells.ts'
import type { CellNote } from '../../../shared/spreadsheet/workbook/rows.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { NewRow, RowMint } from '../../store/import-sheet/rows.ts'
import { contentHash, contentHashOf } from '../content-hash.ts'
import type { CheckRules } from '../protocol.ts'

/** A row of the file before it is checked. */
export interface RawRow {
  pos: number
  row: number
  cells: readonly string[]
  badQuotes?: boolean
  /** Of a workbook: see `SheetRecord`. */
  notes?: readonly CellNote[]
  hidden?: boolean
}

/** What single rows are checked against, in a form that can be posted to another thread. */
export interface EachRules extends Omit<RowRules, 'names'> {
  hidden: CheckRules['hidden']
  /** What the names of these rows stand for; null: names are not looked up (practice projects). */
  names: ReadonlyMap<string, KnownName> | null
}

/** A checked row, and what the caller, who has the media folder and the chain, must still check. */
export interface EachRow {
  row: NewRow
  media: CheckedRow['media']
  /** The recipient where it is an address, and its column. */
  address: NonNullable<CheckedRow['address']> | null
}

/** Checks rows, each by itself, from nothing but the row and the rules. */
export function checkEach(rows: readonly RawRow[], { names, ...rules }: EachRules): EachRow[] {
  const rowRules: RowRules = { ...rules, names: names === null ? undefined : (name) => names.get(name) }
  return rows.map((raw) => {
    if (raw.hidden === true && rules.hidden === 'skip')
      return alone({ ...unchecked(raw), status: 'skipped', findings: [leftOutFinding(raw.row)] })
    const result = withCells(raw, checkRow(raw.cells, raw.row, rowRules), rowRules)
    if (raw.badQuotes) result.findings.push(quotesFinding(raw.row))
    return { row: newRow(raw, result), media: result.media, address: result.address ?? null }
  })
}

/** Rows that are not checked at all: one finding about the file stands for all of them. */
export function leaveUnchecked(rows: readonly RawRow[]): EachRow[] {
  return rows.map((raw) => alone({ ...unchecked(raw), status: 'error', findings: [] }))
}

const alone = (row: EachRow['row']): EachRow => ({ row, media: [], address: null })

/** Findings about a cell as read come first; an error among them replaces the column's other findings, which follow from it. */
function withCells({ row, cells, notes = [] }: RawRow, result: CheckedRow, { columns }: RowRules): CheckedRow {
  if (notes.length === 0 || result.done) return result
  const own = cellFindings(row, cells, notes, columns)
  const wrong = new Set(own.filter(({ level }) => level === 'error').map(({ column }) => column))
  return { ...result, findings: [...own, ...result.findings.filter(({ column }) => !wrong.has(column))] }
}

function unchecked({ pos, row, cells, notes = [], hidden = false }: RawRow) {
  return { pos, row, cells, notes, hidden, quantity: 1, mint: null, id: null, ...noEmail }
}

function newRow(
  { pos, row, cells, notes = [], hidden = false }: RawRow,
  { findings, draft, done, email }: CheckedRow,
): EachRow['row'] {
  const failed = findings.some((finding) => finding.level === 'error')
  const status = done ? 'skipped' : failed ? 'error' : findings.length > 0 ? 'warning' : 'ready'
  return {
    pos,
    row,
    cells,
    status,
    quantity: draft?.quantity ?? 1,
    mint: draft === undefined || failed ? null : mintOf(draft),
    // A row that was minted hides its id, so that no row is compared with it.
    id: done ? null : (draft?.id ?? null),
    ...emailOf(email),
    notes,
    hidden,
    findings,
  }
}

function mintOf({ recipient, metadata, metadataUri, compressed }: RowDraft): RowMint {
  const kept = { recipient, metadataUri: metadataUri ?? null, compressed: compressed ?? null }
  if (metadata === undefined) {
    const content = contentHash(metadataUri === undefined ? { recipient } : { recipient, metadataUri })
    return { ...kept, metadata: null, metadataHash: null, content }
  }
  const json = canonicalJson(metadata)
  const metadataHash = hash('sha256', json, 'hex')
  return { ...kept, metadata: json, metadataHash, content: contentHashOf(recipient, json) }
}

const noEmail = { email: null, folded: null }

function emailOf(email: string | undefined): Pick<NewRow, 'email' | 'folded'> {
  if (email === undefined) return noEmail
  const folded = foldedEmail(email)
  return { email, folded: folded === email ? null : folded }
}

/** The finding for a hidden row that is left out. */
function leftOutFinding(row: number): Finding {
  const message = 'The row is hidden in the sheet and left out, as you chose.'
  return { ...findingOf(row, '', 'sheet.hidden', message), level: 'warning' }
}

function quotesFinding(row: number): Finding {
  const message =
    'A quotation mark in the row is not closed, or closed inside a cell: write a quotation mark inside quotes twice ("").'
  return findingOf(row, '', 'row.columns', message)
}
