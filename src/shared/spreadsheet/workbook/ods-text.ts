/** What a cell of an OpenDocument sheet reads as. */
import { imageAddress } from './cell-text.ts'
import { isoText, losesDigits, plainNumber } from './number-text.ts'
import type { CellCode } from './rows.ts'
import type { Attributes } from './xml.ts'

/** A cell as its element says it. */
export interface OdsCell {
  attributes: Attributes
  /** It lies under a merged one. */
  covered: boolean
  /** What it shows. */
  paragraphs: string[]
  /** The part of a picture in it. */
  picture: string | undefined
}

/** The text of a cell, and what is wrong with it. */
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
    // The form of numbers with zeros in front, as 00042.
    const text = /^0[\d-]*\d$/.test(shown) ? shown : plain
    return losesDigits(plain) ? { text, code: 'cell.digits' } : { text }
  }
  if (type === 'string' && shown === '') return { text: attributes['office:string-value'] ?? '' }
  return { text: shown }
}

/** LibreOffice says whether a result is an error; of other programs' formulas it shows. */
function isErrorCell(attributes: Attributes, shown: string): boolean {
  const type = attributes['calcext:value-type']
  if (type !== undefined) return type === 'error'
  return attributes['table:formula'] !== undefined && /^(#\S|Err:\d)/.test(shown)
}

/** `PT15H00M00S` as `15:00:00`, whatever the format shows (ODF 1.3, `office:time-value`); undefined of what is no time of a day. */
function timeText(duration: string): string | undefined {
  const [, ...parts] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(duration) ?? []
  if (parts.length === 0 || Number(parts[0]) >= 24) return undefined
  return parts.map((part) => part.padStart(2, '0')).join(':')
}
