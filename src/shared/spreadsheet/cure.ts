/** Cures: corrections of all cells with the same fault at once. */
import type { Finding } from '../app-api.ts'
import { checkRow } from './check-row.ts'
import { placeOfHeader } from './columns.ts'
import { type CureRule, cureRules } from './cure-rules.ts'
import type { RowRules } from './row-cells.ts'

/** A fault that several rows share: the same finding in the same column. */
export interface Fault {
  code: Finding['code']
  /** The header of the column. */
  column: string
}

/**
 * The findings that each cure can correct. A wrong checksum is not among them: the checksum is there to find mistyped addresses, and only
 * a person who sees both spellings can decide which one is meant.
 */
const curedCodes: Readonly<Record<CureRule, readonly string[]>> = {
  trim: ['recipient.format', 'recipient.chain', 'metadata.url'],
  number: ['quantity.number'],
  one: ['quantity.number'],
}

/** The available cures for a finding, the mildest first. */
export function curesFor(code: Finding['code']): CureRule[] {
  return cureRules.filter((rule) => curedCodes[rule].includes(code))
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g

/** A cell's text after a cure; unchanged if the cure does not apply. */
export function cureCell(rule: CureRule, text: string): string {
  if (rule === 'trim') {
    const visible = text.replace(invisible, '')
    // A space within a link may belong to a name there: without it, the link would lead elsewhere.
    return visible.includes('//') ? visible.trim() : visible.replace(/\s+/g, '')
  }
  if (rule === 'one') return '1'
  // Exactly one number and no minus sign: "2 pcs", "x3", "4.0". With two numbers or a negative one the meaning is unclear.
  return /^[^\d\-\u2212]*(\d{1,9})(?:[.,]0{1,2})?[^\d\-\u2212]*$/u.exec(text)?.[1] ?? text
}

/**
 * The cells of a row after a cure of one fault; undefined if the cell would still have an error, so that it stays unchanged.
 * @param findings of the row
 */
export function cureRow(
  rule: CureRule,
  { code, column }: Fault,
  { row, cells }: { row: number; cells: readonly string[] },
  findings: readonly Finding[],
  rules: RowRules,
): { at: number; before: string; after: string; cells: string[] } | undefined {
  if (!curedCodes[rule].includes(code)) return undefined
  if (!findings.some((finding) => finding.code === code && finding.column === column)) return undefined
  const at = placeOfHeader(rules.columns, column)
  const before = cells[at]
  if (before === undefined) return undefined
  const after = cureCell(rule, before)
  if (after === before) return undefined
  const cured = cells.map((cell, place) => (place === at ? after : cell))
  const left = checkRow(cured, row, rules).findings
  if (left.some((finding) => finding.level === 'error' && finding.column === column)) return undefined
  return { at, before, after, cells: cured }
}
