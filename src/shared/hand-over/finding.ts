import type { Finding } from '../app-api.ts'

/** Every code of a finding of a hand-over's file, and its level (docs/hand-over.md, "What is checked"). */
export const handOverLevels = {
  'file.header': 'error',
  'header.duplicate': 'error',
  'row.columns': 'error',
  'sheet.hidden': 'error',
  'cell.error': 'error',
  'cell.formula': 'error',
  'cell.stale': 'error',
  'cell.digits': 'error',
  'cell.cut': 'error',
  'cell.covered': 'error',
  'person.missing': 'error',
  'person.ambiguous': 'error',
  'person.format': 'error',
  'person.twoAddresses': 'error',
  'person.repeated': 'warning',
  'recipient.missing': 'error',
  'recipient.format': 'error',
  'recipient.checksum': 'error',
  'recipient.chain': 'error',
  'recipient.zero': 'error',
  'recipient.burn': 'error',
  'recipient.reserved': 'error',
  'recipient.same': 'error',
  'recipient.project': 'warning',
  'recipient.shared': 'warning',
  'recipient.offCurve': 'warning',
  'recipient.contract': 'warning',
  'recipient.similar': 'warning',
  'holdings.none': 'warning',
  'holdings.elsewhere': 'warning',
  'holdings.unmovable': 'warning',
  'holdings.coverage': 'warning',
} as const satisfies Record<string, Finding['level']>

export type HandOverCode = keyof typeof handOverLevels

/** A finding with its code's level; `column` is '' for the row as a whole. */
export function handOverFinding(row: number, column: string, code: HandOverCode, message: string): Finding {
  return { row, column, code, level: handOverLevels[code], message }
}
