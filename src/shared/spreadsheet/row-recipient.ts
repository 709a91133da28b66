import type { ChainName } from '../chains.ts'
import { emailRecipient, type ParsedRecipient, parseRecipient, type Recipient, userIdRecipient } from '../locator.ts'
import type { Add, Cell, RowRules } from './row-cells.ts'

/** The recipient of a row, and the column that names it; undefined where that is no good, which is then found. */
export function recipientOf(
  given: readonly Cell[],
  rules: RowRules,
  add: Add,
): { recipient: Recipient; column: string } | undefined {
  const ways = given.filter(({ mapping }) => readers.has(mapping.field))
  const [way, second] = ways
  if (way === undefined) {
    const columns = rules.columns.filter(({ field }) => readers.has(field)).map(({ header }) => header)
    add(columns[0] ?? '', 'recipient.missing', `No recipient is given: fill in ${columns.join(' or ')}.`)
    return undefined
  }
  if (second !== undefined) {
    const names = ways.map(({ header }) => header).join(' and ')
    add(
      second.header,
      'recipient.ambiguous',
      `The recipient is given ${ways.length} times, in ${names}: keep only one.`,
    )
    return undefined
  }
  const parsed = readers.get(way.mapping.field)?.(way.text, rules.chain)
  if (parsed === undefined) return undefined
  for (const { code, message } of parsed.ok ? parsed.warnings : parsed.faults) add(way.header, code, message)
  if (!parsed.ok) return undefined
  return { recipient: parsed.recipient, column: way.header }
}

const readers = new Map<string, (text: string, chain: ChainName) => ParsedRecipient>([
  ['recipient', parseRecipient],
  ['email', emailRecipient],
  ['userId', userIdRecipient],
])
