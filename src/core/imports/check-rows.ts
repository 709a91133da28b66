import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { foldedEmail } from '../../shared/locator.ts'
import type { KnownNames } from '../../shared/recipient-name.ts'
import { type CheckedRow, checkRow } from '../../shared/spreadsheet/check-row.ts'
import { checkColumns } from '../../shared/spreadsheet/columns.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { RowRules } from '../../shared/spreadsheet/row-cells.ts'
import { nameToLookUp } from '../../shared/spreadsheet/row-recipient.ts'
import type { NewRow } from '../store/import-sheet/rows.ts'
import { contentHash } from './content-hash.ts'
import type { ContractLookup } from './contract-lookup.ts'
import type { MediaFolder } from './media.ts'
import type { NameLookup } from './name-lookup.ts'
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
export function rowRules(rules: CheckRules, columns: readonly ColumnMapping[], names: KnownNames): RowRules {
  const { chain, hasBaseUri, mediaDir, isLive } = rules
  return { columns, chain, hasBaseUri, hasMedia: mediaDir !== null, names: isLive ? names : undefined }
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
  contracts: ContractLookup,
  names: NameLookup,
): Promise<NewRow[]> {
  if (!hopeless) await names.learn(rows.flatMap(({ cells }) => nameToLookUp(cells, rules) ?? []))
  const checked: NewRow[] = []
  const recipients: { at: number; address: string; column: string }[] = []
  for (const raw of rows) {
    if (hopeless) {
      checked.push({ ...raw, status: 'error', quantity: 1, content: null, id: null, ...noEmail, findings: [] })
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
    if (result.address !== undefined) recipients.push({ at: checked.length, ...result.address })
    checked.push(newRow(raw, result))
  }
  const found = await contracts.among([...new Set(recipients.map(({ address }) => address.toLowerCase()))])
  for (const { at, address, column } of recipients) {
    const row = checked[at]
    if (row === undefined || !found.has(address.toLowerCase())) continue
    const findings = [...row.findings, contractFinding(row.row, column, address)]
    checked[at] = { ...row, findings, status: row.status === 'ready' ? 'warning' : row.status }
  }
  return checked
}

function contractFinding(row: number, column: string, address: string): Finding {
  const message = `The address ${address} is a contract, which may be unable to pass an NFT on: check that it is meant.`
  return findingOf(row, column, 'recipient.contract', message)
}

function newRow({ pos, row, cells }: RawRow, { findings, draft, done, email }: CheckedRow): NewRow {
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
    ...emailOf(email),
    findings,
  }
}

const noEmail = { email: null, folded: null }

function emailOf(email: string | undefined): Pick<NewRow, 'email' | 'folded'> {
  if (email === undefined) return noEmail
  const folded = foldedEmail(email)
  return { email, folded: folded === email ? null : folded }
}

function quotesFinding(row: number): Finding {
  const message =
    'A quotation mark in the row is not closed, or closed inside a cell: write a quotation mark inside quotes twice ("").'
  return findingOf(row, '', 'row.columns', message)
}
