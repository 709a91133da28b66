import type { Finding } from '../app-api.ts'

/**
 * Every code of a finding with its level (docs/spreadsheet.md, "What is checked"). Exceptions: `id.duplicate` is a warning if the two rows
 * agree and one is dropped; `cell.digits` is an error in ids and recipients; `sheet.hidden` is a warning if a person chose to skip the row.
 */
export const findingLevels = {
  'recipient.missing': 'error',
  'recipient.ambiguous': 'error',
  'recipient.format': 'error',
  'recipient.checksum': 'error',
  'recipient.chain': 'error',
  'recipient.zero': 'error',
  'recipient.burn': 'error',
  'recipient.reserved': 'error',
  'recipient.name': 'error',
  'recipient.resolved': 'warning',
  'recipient.offCurve': 'warning',
  'recipient.contract': 'warning',
  'recipient.duplicate': 'warning',
  'recipient.similar': 'warning',
  'metadata.name': 'error',
  'metadata.image': 'error',
  'metadata.url': 'error',
  'metadata.media': 'error',
  'metadata.link': 'warning',
  'metadata.length': 'error',
  'attributes.json': 'error',
  'quantity.number': 'error',
  'compressed.value': 'error',
  'id.duplicate': 'error',
  'file.repeat': 'warning',
  'row.columns': 'error',
  'cell.error': 'error',
  'cell.formula': 'error',
  'cell.stale': 'error',
  'cell.cut': 'error',
  'cell.covered': 'error',
  'cell.digits': 'warning',
  'cell.picture': 'warning',
  'sheet.hidden': 'error',
  'sheet.merged': 'warning',
  'sheet.pictures': 'warning',
  'header.duplicate': 'error',
  'file.header': 'error',
  'file.empty': 'error',
  'file.encoding': 'error',
  'file.size': 'error',
  'file.kind': 'error',
  'file.damaged': 'error',
  'file.sheet': 'error',
} as const satisfies Record<string, 'error' | 'warning'>

export type FindingCode = keyof typeof findingLevels

/**
 * A finding with its code's level. `row` is the row as a spreadsheet program shows it, `column` the header of the column or
 * '' for the row as a whole, `message` a sentence: what is wrong and what to do.
 */
export function findingOf(row: number, column: string, code: FindingCode, message: string): Finding {
  return { row, column, code, level: findingLevels[code], message }
}

/** A cell's text for a message: quoted, on one line, and truncated to 60 characters. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `"${line.length > 60 ? `${line.slice(0, 57)}…` : line}"`
}
