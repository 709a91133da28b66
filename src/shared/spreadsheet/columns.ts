import type { ColumnMapping, FieldName, Finding } from '../app-api.ts'
import { isAddress } from './column-values.ts'
import { findingOf, shown } from './finding.ts'
import { unescapeFormula } from './formula.ts'

/** The columns that a results file appends to the input's, in order. */
export const resultColumns = [
  'status',
  'nft_id',
  'token_id',
  'contract_address',
  'tx_id',
  'explorer_url',
  'owner_address',
  'recipient_in_file',
  'first_error',
  'error',
] as const

/** The column that "export the rows with errors" adds. */
export const errorColumn = 'error'

/** The fields that name a recipient. There may be several such columns; each row fills in exactly one. */
export const recipientFields: readonly FieldName[] = ['recipient', 'email', 'userId']

/** The index of the column with a header: of several, the first that is minted; -1 if there is none. */
export function placeOfHeader(columns: readonly ColumnMapping[], header: string): number {
  const minted = columns.findIndex(
    (column) => column.header === header && column.field !== 'ignore' && column.field !== 'result',
  )
  return minted >= 0 ? minted : columns.findIndex((column) => column.header === header)
}

/** A header in the form for comparison: lower case, without spaces, `_` and `-`. */
export function normalHeader(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_\-\u200b\ufeff]/g, '')
}

/** The key of a header line, under which its column map is stored. */
export function headerKey(headers: readonly string[]): string {
  return JSON.stringify(headers.map(normalHeader))
}

const displayTypes = ['number', 'boost_number', 'boost_percentage', 'date'] as const

/** The trait named by a header such as `attributes.Level:number`, `trait:Colour` or `trait_type Colour`; otherwise undefined. */
export function traitOfHeader(header: string): Pick<ColumnMapping, 'trait' | 'displayType'> | undefined {
  const name = /^\s*(?:attributes\s*\.|trait\s*:|trait[\s_-]*type[\s:_-]+)\s*(.*\S)\s*$/is.exec(header)?.[1]
  if (name === undefined) return undefined
  const displayType = displayTypes.find((type) => name.toLowerCase().endsWith(`:${type}`))
  if (displayType === undefined) return { trait: name }
  const trait = name.slice(0, -displayType.length - 1).trim()
  return trait === '' ? { trait: name } : { trait, displayType }
}

/** Whether a header line ends with the columns of a results file. */
export function isResultsHeader(headers: readonly string[]): boolean {
  const tail = headers.slice(-resultColumns.length)
  return tail.length === resultColumns.length && resultColumns.every((name, at) => tail[at] === name)
}

/** Whether this app wrote the file: then its last column is `error`, and its formulas have a leading `'`. */
export function isOwnHeader(headers: readonly string[]): boolean {
  return headers.length > 1 && headers.at(-1) === errorColumn
}

/** A header line as its author wrote it: in files that this app wrote, the `'` before formulas is removed. */
export function originalHeaders(headers: readonly string[]): string[] {
  return isOwnHeader(headers) ? headers.map(unescapeFormula) : [...headers]
}

/**
 * The errors of a header line and its map: no column that can name a recipient, two columns with the same name (until a person
 * set the map: `answered`), two columns for the same field. Nothing can be minted while there is an error.
 *
 * @param headerRow the row the header is on, as a spreadsheet program shows it.
 * @param below a row under it that looks like the header line
 */
export function checkColumns(
  columns: readonly ColumnMapping[],
  headerRow: number,
  answered: boolean,
  below?: number,
): Finding[] {
  const findings: Finding[] = []
  if (!columns.some((column) => recipientFields.includes(column.field))) {
    const first = columns.find((column) => column.header.trim() !== '')?.header ?? ''
    const what =
      columns.length === 1
        ? `The file has one column, ${shown(first)}, and it does not name the recipients.`
        : 'No column names the recipients.'
    const cure =
      below === undefined
        ? `Call ${columns.length === 1 ? 'it' : 'one of them'} recipient, email or userId, or choose it in the window's column map.`
        : `Row ${below} looks like the names of the columns: remove what stands above it, and give the file again.`
    findings.push(findingOf(headerRow, '', 'file.header', `${what} ${cure}`))
  }
  const seen = new Map<string, string>()
  for (const { header, field, trait } of columns) {
    if (field === 'ignore' && answered) continue
    for (const key of keysOf(header, field, trait, answered)) {
      const other = seen.get(key)
      if (other === undefined) {
        seen.set(key, header)
        continue
      }
      const twice = normalHeader(other) === normalHeader(header)
      const what = twice
        ? `Two columns are called ${shown(header)}.`
        : `The columns ${shown(other)} and ${shown(header)} both stand for ${trait ?? field}.`
      const cure = "Rename one, or choose in the window's column map which one to use."
      findings.push(findingOf(headerRow, header, 'header.duplicate', `${what} ${cure}`))
      break
    }
  }
  return findings
}

function keysOf(header: string, field: FieldName, trait: string | undefined, answered: boolean): string[] {
  const keys: string[] = []
  if (!answered && field !== 'result' && header.trim() !== '') keys.push(`header ${normalHeader(header)}`)
  if (field === 'trait') keys.push(`trait ${trait ?? header}`)
  else if (field !== 'ignore' && field !== 'result' && (!recipientFields.includes(field) || answered))
    keys.push(`field ${field}`)
  return keys
}

/** Whether a first line looks like data, not like column names: it holds an address, a locator, an e-mail address or a URL. */
export function looksLikeData(cells: readonly string[]): boolean {
  return cells.some(
    (cell) =>
      isAddress(cell.trim()) ||
      /^\s*(?:[^\s@]+@[^\s@]+\.[^\s@]+|(?:email|userid):.+|(?:https?|ipfs|ar):\/\/\S+|data:\S+)\s*$/i.test(cell),
  )
}
