/** What a cell of an Office document reads as. */
import { type NumberFormat, numberText, plainFormat } from './formats.ts'
import { isoText } from './number-text.ts'
import { damaged } from './package.ts'
import type { CellCode } from './rows.ts'
import { type StringStore, unescaped } from './strings.ts'

/** A cell as its element says it. */
export interface RawCell {
  /** `s`, `inlineStr`, `str`, `b`, `e`, `d`, or undefined for a number. */
  type: string | undefined
  style: number
  /** The text of its value; undefined where there is none. */
  value: string | undefined
  /** Its text, where it stands in the cell itself. */
  inline: string | undefined
  /** Undefined where it has none; '' for one that it shares with another cell. */
  formula: string | undefined
}

/** What cells are read with. */
export interface CellRules {
  formats: readonly NumberFormat[]
  strings: StringStore
  system1904: boolean
  /** The program that wrote the file asks for all formulas to be computed anew: their results may be false. */
  stale: boolean
}

/** The text of a cell, and what is wrong with it. @throws WorkbookError for a cell whose text the workbook does not have */
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

/** The address in `=IMAGE("https://…")`, as Excel, LibreOffice and Google write it; undefined unless it stands there itself. */
export function imageAddress(formula: string): string | undefined {
  const found =
    /^\s*(?:of:)?=?\s*(?:_xlfn\.)?IMAGE\(\s*"([^"]+)"\s*[,;)]/i.exec(formula) ??
    /__xludf\.DUMMYFUNCTION\("=?IMAGE\(""([^"]+)""/i.exec(formula)
  return found?.[1]
}
