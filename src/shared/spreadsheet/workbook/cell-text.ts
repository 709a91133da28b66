/** The text of a cell in an Office document. */
import { type NumberFormat, numberText, plainFormat } from './formats.ts'
import { isoText } from './number-text.ts'
import { damaged } from './package.ts'
import type { CellCode } from './rows.ts'
import { type StringStore, unescaped } from './strings.ts'

/** A cell as written in its XML element. */
export interface RawCell {
  /** `s`, `inlineStr`, `str`, `b`, `e`, `d`, or undefined for a number. */
  type: string | undefined
  style: number
  /** The text of its value; undefined if there is none. */
  value: string | undefined
  /** Its inline text. */
  inline: string | undefined
  /** Undefined if it has none; '' for a formula shared with another cell. */
  formula: string | undefined
}

/** The context for reading cells. */
export interface CellRules {
  formats: readonly NumberFormat[]
  strings: StringStore
  system1904: boolean
  /** The file requests recalculation of all formulas, so their stored results may be wrong. */
  stale: boolean
}

/** The text of a cell, and its fault. @throws WorkbookError for a cell whose shared text the workbook lacks */
export function cellText(cell: RawCell, rules: CellRules): { text: string; code?: CellCode } {
  const { formula } = cell
  const address = formula === undefined ? undefined : imageAddress(formula)
  if (address !== undefined) return { text: address }
  const { type, value, inline } = cell
  if (formula !== undefined && inline === undefined && (value === undefined || (value === '' && type !== 'str')))
    return { text: '', code: 'cell.formula' }
  const read = valueText(cell, rules)
  return formula !== undefined && rules.stale ? { code: 'cell.stale', ...read } : read
}

function valueText(
  { type, style, value, inline }: RawCell,
  { formats, strings, system1904 }: CellRules,
): { text: string; code?: CellCode } {
  if (type === 'inlineStr') return { text: unescaped(inline ?? value ?? '') }
  if (value === undefined || (value === '' && type !== 'str')) return { text: '' }
  if (type === 's') {
    const text = strings.get(Number(value))
    if (text === undefined) throw damaged('The workbook is damaged: a cell names a text that is not there')
    return { text }
  }
  if (type === 'str') return { text: unescaped(value) }
  if (type === 'b') return { text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' }
  if (type === 'e') return { text: value, code: 'cell.error' }
  if (type === 'd') return { text: isoText(value) }
  const { text, lost } = numberText(value, formats[style] ?? plainFormat, system1904)
  return lost ? { text, code: 'cell.digits' } : { text }
}

/** The address in `=IMAGE("https://…")`, as Excel, LibreOffice and Google write it; undefined unless it is a literal. */
export function imageAddress(formula: string): string | undefined {
  const found =
    /^\s*(?:of:)?=?\s*(?:_xlfn\.)?IMAGE\(\s*"([^"]+)"\s*[,;)]/i.exec(formula) ??
    /__xludf\.DUMMYFUNCTION\("=?IMAGE\(""([^"]+)""/i.exec(formula)
  return found?.[1]
}
