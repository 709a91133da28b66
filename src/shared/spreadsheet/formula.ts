/**
 * Escapes a text for a spreadsheet: one that a spreadsheet program would run as a formula (`=`, `+`, `-`, `@`, tab or CR first)
 * gets a leading `'`. So does one that already has such a `'`, so that {@link unescapeFormula} restores every text.
 */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Reverses {@link escapeFormula}. */
export function unescapeFormula(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** Escapes a text for a workbook, where no text runs as a formula: only an apostrophe that {@link unescapeFormula} would remove. */
export function keepApostrophe(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
