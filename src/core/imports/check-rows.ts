import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { type CheckedRow, checkRow, type RowRules } from '../../shared/spreadsheet/check-row.ts'
import { checkColumns } from '../../shared/spreadsheet/columns.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { NewRow } from '../store/import-sheet.ts'
import { contentHash } from './content-hash.ts'
import type { MediaFolder } from './media.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

/** A row of the file before it is checked. */
export interface RawRow {
  pos: number
  row: number
  cells: readonly string[]
  badQuotes?: boolean
}

/** What keeps the whole file from being minted, with this map. */
export function failuresOf(facts: Pick<SheetFacts, 'fatal' | 'columns' | 'headerRow' | 'answered'>): Finding[] {
  if (facts.fatal.length > 0) return facts.fatal
  return checkColumns(facts.columns, facts.headerRow, facts.answered)
}

/** The rules for single rows that follow from an import's rules and its column map. */
export function rowRules(rules: CheckRules, columns: readonly ColumnMapping[]): RowRules {
  const { chain, hasBaseUri, mediaDir, contracts } = rules
  return { columns, chain, hasBaseUri, hasMedia: mediaDir !== null, contracts: new Set(contracts) }
}

/**
 * Checks rows one by one, each by itself. Where the header line names no recipients at all (`hopeless`), that one finding
 * stands for all rows: none is checked, none is ready.
 */
export async function checkRows(
  rows: readonly RawRow[],
  rules: RowRules,
  media: MediaFolder | undefined,
  hopeless: boolean,
): Promise<NewRow[]> {
  const checked: NewRow[] = []
  for (const raw of rows) {
    if (hopeless) {
      checked.push({ ...raw, status: 'error', quantity: 1, content: null, id: null, findings: [] })
      continue
    }
    const result = checkRow(raw.cells, raw.row, rules)
    if (raw.badQuotes) result.findings.push(quotesFinding(raw.row))
    if (media !== undefined) {
      for (const { column, name } of result.media) {
        const fault = await media.fault(name)
        if (fault !== undefined) result.findings.push(findingOf(raw.row, column, 'metadata.media', fault))
      }
    }
    checked.push(newRow(raw, result))
  }
  return checked
}

function newRow({ pos, row, cells }: RawRow, { findings, draft, done }: CheckedRow): NewRow {
  const failed = findings.some((finding) => finding.level === 'error')
  const status = done ? 'skipped' : failed ? 'error' : findings.length > 0 ? 'warning' : 'ready'
  return {
    pos,
    row,
    cells,
    status,
    quantity: draft?.quantity ?? 1,
    content: draft === undefined || failed ? null : contentHash(draft),
    id: draft?.id ?? null,
    findings,
  }
}

function quotesFinding(row: number): Finding {
  const message =
    'A quotation mark in the row is not closed, or closed inside a cell: write a quotation mark inside quotes twice ("").'
  return findingOf(row, '', 'row.columns', message)
}
