/** The text of a cell in an OpenDocument sheet. */
import { imageAddress } from './cell-text.ts'
import { isoText, losesDigits, plainNumber } from './number-text.ts'
import type { CellCode } from './rows.ts'
import type { Attributes } from './xml.ts'

/** A cell as written in its XML element. */
export interface OdsCell {
  attributes: Attributes
  /** Whether a merged cell covers it. */
  covered: boolean
  /** The text that it shows. */
  paragraphs: string[]
  /** The part of the archive with the picture in the cell. */
  picture: string | undefined
}

/** The text of a cell, and its fault. */
export function odsText({ attributes, paragraphs }: OdsCell): { text: string; code?: CellCode } {
  const shown = paragraphs.join('\n')
  const formula = attributes['table:formula']
  const type = attributes['office:value-type']
  const address = formula === undefined ? undefined : imageAddress(formula)
  if (address !== undefined) return { text: address }
  if (isErrorCell(attributes, shown)) return { text: shown, code: 'cell.error' }
  if (formula !== undefined && type === undefined && shown === '') return { text: '', code: 'cell.formula' }
  if (type === 'date') return { text: isoText(attributes['office:date-value'] ?? shown) }
  if (type === 'time') return { text: timeText(attributes['office:time-value'] ?? '') ?? shown }
  if (type === 'boolean') return { text: attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE' }
  if (type === 'float' || type === 'currency') {
    const plain = plainNumber(attributes['office:value'] ?? shown)
    // Numbers that are shown with leading zeros, such as 00042.
    const text = /^0[\d-]*\d$/.test(shown) ? shown : plain
    return losesDigits(plain) ? { text, code: 'cell.digits' } : { text }
  }
  if (type === 'string' && shown === '') return { text: attributes['office:string-value'] ?? '' }
  return { text: shown }
}

/** LibreOffice marks a formula's error; other programs' errors are recognised by the shown text. */
function isErrorCell(attributes: Attributes, shown: string): boolean {
  const type = attributes['calcext:value-type']
  if (type !== undefined) return type === 'error'
  return attributes['table:formula'] !== undefined && /^(#\S|Err:\d)/.test(shown)
}

/** `PT15H00M00S` as `15:00:00`, whatever the format shows (ODF 1.3, `office:time-value`); undefined if it is no time of day. */
function timeText(duration: string): string | undefined {
  const [, ...parts] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(duration) ?? []
  if (parts.length === 0 || Number(parts[0]) >= 24) return undefined
  return parts.map((part) => part.padStart(2, '0')).join(':')
}
