/**
 * A text as it is written into a spreadsheet: one that a spreadsheet program would run as a formula (`=`, `+`, `-`, `@`, tab or
 * CR first) gets a leading `'`. So does one that has such a `'` already, so that {@link unescapeFormula} gives back every text.
 */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Takes back {@link escapeFormula}. */
export function unescapeFormula(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** A text as it is written into a workbook, where nothing runs: only what {@link unescapeFormula} would take off is kept from it. */
export function keepApostrophe(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
