import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { foldedEmail } from '../../shared/locator.ts'
import { cellFindings } from '../../shared/spreadsheet/cell-findings.ts'
import { type CheckedRow, checkRow, type RowDraft } from '../../shared/spreadsheet/check-row.ts'
import { checkColumns } from '../../shared/spreadsheet/columns.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { KnownNames } from '../../shared/spreadsheet/recipient-name.ts'
import type { RowRules } from '../../shared/spreadsheet/row-cells.ts'
import { nameToLookUp } from '../../shared/spreadsheet/row-recipient.ts'
import type { CellNote } from '../../shared/spreadsheet/workbook/rows.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { NewRow, RowMint } from '../store/import-sheet/rows.ts'
import { contentHash, contentHashOf } from './content-hash.ts'
import type { ContractLookup } from './contract-lookup.ts'
import { hiddenQuestion, leftOutFinding } from './hidden.ts'
import type { MediaFolder } from './media.ts'
import type { NameLookup } from './name-lookup.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

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

/** What keeps the whole file from being minted, with this map. */
export function failuresOf(facts: SheetFacts): Finding[] {
  if (facts.fatal.length > 0) return facts.fatal
  return [...checkColumns(facts.columns, facts.headerRow, facts.answered), ...hiddenQuestion(facts)]
}

/** The rules for single rows that follow from an import's rules and its column map. */
export function rowRules(
  rules: CheckRules,
  columns: readonly ColumnMapping[],
  names: KnownNames,
): RowRules & Pick<CheckRules, 'hidden'> {
  const { chain, hasBaseUri, mediaDir, hidden, isLive } = rules
  return { columns, chain, hasBaseUri, hasMedia: mediaDir !== null, hidden, names: isLive ? names : undefined }
}

/**
 * Checks rows one by one, each by itself. Where the header line names no recipients at all (`hopeless`), that one finding
 * stands for all rows: none is checked, none is ready.
 */
export async function checkRows(
  rows: readonly RawRow[],
  rules: RowRules & Pick<CheckRules, 'hidden'>,
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
      checked.push({ ...unchecked(raw), status: 'error', findings: [] })
      continue
    }
    if (raw.hidden === true && rules.hidden === 'skip') {
      checked.push({ ...unchecked(raw), status: 'skipped', findings: [leftOutFinding(raw.row)] })
      continue
    }
    const result = withCells(raw, checkRow(raw.cells, raw.row, rules), rules)
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

/** That a recipient is a contract. */
export function contractFinding(row: number, column: string, address: string): Finding {
  const message = `The address ${address} is a contract, which may be unable to pass an NFT on: check that it is meant.`
  return findingOf(row, column, 'recipient.contract', message)
}

/** What is wrong with a cell as it came stands before, and in place of, what follows from it. */
function withCells({ row, cells, notes = [] }: RawRow, result: CheckedRow, { columns }: RowRules): CheckedRow {
  if (notes.length === 0 || result.done) return result
  const own = cellFindings(row, cells, notes, columns)
  const wrong = new Set(own.filter(({ level }) => level === 'error').map(({ column }) => column))
  return { ...result, findings: [...own, ...result.findings.filter(({ column }) => !wrong.has(column))] }
}

/** A row that nothing is read of. */
function unchecked({ pos, row, cells, notes = [], hidden = false }: RawRow) {
  return { pos, row, cells, notes, hidden, quantity: 1, mint: null, id: null, ...noEmail }
}

function newRow(
  { pos, row, cells, notes = [], hidden = false }: RawRow,
  { findings, draft, done, email }: CheckedRow,
): NewRow {
  const failed = findings.some((finding) => finding.level === 'error')
  const status = done ? 'skipped' : failed ? 'error' : findings.length > 0 ? 'warning' : 'ready'
  return {
    pos,
    row,
    cells,
    status,
    quantity: draft?.quantity ?? 1,
    mint: draft === undefined || failed ? null : mintOf(draft),
    id: draft?.id ?? null,
    ...emailOf(email),
    notes,
    hidden,
    findings,
  }
}

function mintOf({ recipient, metadata, metadataUri, compressed }: RowDraft): RowMint {
  const json = metadata === undefined ? null : canonicalJson(metadata)
  const content = json === null ? contentHash({ recipient, metadataUri }) : contentHashOf(recipient, json)
  return { recipient, metadata: json, metadataUri: metadataUri ?? null, compressed: compressed ?? null, content }
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
