import type { ColumnMapping } from '../app-api.ts'
import type { ChainName } from '../chains.ts'
import { emailRecipient, type ParsedRecipient, parseRecipient, type Recipient, userIdRecipient } from '../locator.ts'
import type { FindingCode } from './finding.ts'
import { type KnownName, nameFault, type WrittenName, writtenName } from './recipient-name.ts'
import type { Add, Cell, RowRules } from './row-cells.ts'
import { columnLetters } from './workbook/columns.ts'

/** The recipient of a row, and the column that names it; undefined if it is missing or wrong, after adding findings. */
export function recipientOf(
  given: readonly Cell[],
  rules: RowRules,
  add: Add,
): { recipient: Recipient; column: string } | undefined {
  const ways = given.filter(({ mapping }) => readers.has(mapping.field))
  const [way, second] = ways
  if (way === undefined) {
    const columns = rules.columns.filter(({ field }) => readers.has(field))
    const names = columns.map((column) => nameOf(column, rules)).join(' or ')
    add(columns[0]?.header ?? '', 'recipient.missing', `No recipient is given: fill in ${names}.`)
    return undefined
  }
  if (second !== undefined) {
    const names = ways.map(({ mapping }) => nameOf(mapping, rules)).join(' and ')
    add(
      second.header,
      'recipient.ambiguous',
      `The recipient is given ${ways.length} times, in ${names}: keep only one.`,
    )
    return undefined
  }
  const named = way.mapping.field === 'recipient' ? writtenName(way.text, rules.chain) : undefined
  const text = named === undefined ? way.text : addressOfName(named, rules, (code, said) => add(way.header, code, said))
  if (text === undefined) return undefined
  const parsed = readers.get(way.mapping.field)?.(text, rules.chain)
  if (parsed === undefined) return undefined
  for (const { code, message } of parsed.ok ? parsed.warnings : parsed.faults) add(way.header, code, message)
  if (!parsed.ok) return undefined
  return { recipient: parsed.recipient, column: way.header }
}

/** What sentences call a column: its header, or else its letters. */
function nameOf(column: ColumnMapping, { columns }: RowRules): string {
  return column.header === '' ? `column ${columnLetters(columns.indexOf(column))}` : column.header
}

/** The address of a name, reported as a warning; undefined if there is none, reported as an error. */
function addressOfName(
  written: WrittenName,
  { chain, names }: RowRules,
  add: (code: FindingCode, message: string) => void,
): string | undefined {
  const { name } = written
  const wrong = nameFault(written, chain, names !== undefined)
  const known: KnownName | undefined = wrong === undefined ? names?.(name) : { fault: wrong }
  if (known === undefined || 'fault' in known) {
    add('recipient.name', known?.fault ?? `${name} was not looked up yet: check the file again.`)
    return undefined
  }
  add(
    'recipient.resolved',
    [`${name} stands for ${known.address}: see that it is who is meant.`, ...known.remarks].join(' '),
  )
  return known.address
}

/** The name that must be looked up before the row can be checked; undefined if there is none. */
export function nameToLookUp(cells: readonly string[], { columns, chain, names }: RowRules): string | undefined {
  if (names === undefined) return undefined
  // Several columns may name recipients; each row fills in one.
  const at = columns.findIndex(({ field }, place) => field === 'recipient' && (cells[place] ?? '').trim() !== '')
  const written = at < 0 ? undefined : writtenName(cells[at] ?? '', chain)
  return written && nameFault(written, chain, true) === undefined ? written.name : undefined
}

/**
 * The original recipient of a row in a results file, before a correction changed it; undefined if it cannot be determined.
 * @param text the cell with the recipient as it was in the file
 * @param given the row's cells; a recipient that changed its kind is now in another column, the `recipient` column
 */
export function recipientBefore(
  text: string,
  given: readonly Cell[],
  { columns, chain }: RowRules,
): string | undefined {
  const now = given.find(({ mapping }) => readers.has(mapping.field))?.mapping.field
  const fields = now === undefined || now === 'recipient' ? columns.map(({ field }) => field) : [now]
  for (const [field, read] of readers) {
    const parsed = fields.includes(field) ? read(text, chain) : undefined
    if (parsed?.ok) return parsed.recipient.locator
  }
  return undefined
}

const readers = new Map<ColumnMapping['field'], (text: string, chain: ChainName) => ParsedRecipient>([
  ['recipient', parseRecipient],
  ['email', emailRecipient],
  ['userId', userIdRecipient],
])
