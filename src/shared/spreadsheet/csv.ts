import Papa from 'papaparse'
import { escapeFormula } from './formula.ts'

/** The first character of a written file, which makes Excel read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/** Records as CSV for spreadsheet programs: RFC 4180 with CRLF, formulas made harmless. Ends with a line end. */
export function csvLines(records: readonly (readonly string[])[]): string {
  const escaped = records.map((cells) => cells.map(escapeFormula))
  // A record of one empty cell would be a blank line, which readers skip.
  return `${Papa.unparse(escaped, { newline: '\r\n', quotes: (value) => value === '' && escaped.some((r) => r.length === 1) })}\r\n`
}
