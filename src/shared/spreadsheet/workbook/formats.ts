import { format, isDateFormat } from 'numfmt'
import { dateText, losesDigits, plainNumber } from './number-text.ts'
import type { Part } from './package.ts'
import { readXml } from './xml.ts'

/** How a number is read: as its digits, as a date and time, or formatted as the spreadsheet program shows it. */
export interface NumberFormat {
  kind: 'plain' | 'date' | 'shown'
  code: string
}

/** Built-in formats, which a workbook names only by number. */
const builtIn: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
}

export const plainFormat: NumberFormat = { kind: 'plain', code: 'General' }

/** The number formats of a workbook's styles, by style number. */
export async function readFormats(styles: Part | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  if (styles === undefined) return []
  await readXml(styles, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) ids.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => numberFormat(codes.get(id) ?? builtInCode(id)))
}

function builtInCode(id: number): string {
  // Built-in date formats, which depend on the language.
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'yyyy-mm-dd'
  return builtIn[id] ?? plainFormat.code
}

/** The format for a format code. */
export function numberFormat(code: string): NumberFormat {
  if (isDate(code)) return { kind: /^(?:\[[^\]]*\])*\[[hms]+\]/i.test(code) ? 'shown' : 'date', code }
  return { kind: /^0[0-]*0$/.test(code) || code.includes('%') ? 'shown' : 'plain', code }
}

/** The text of a number; `lost`: it is a whole number with more digits than number cells can hold exactly. */
export function numberText(
  raw: string,
  { kind, code }: NumberFormat,
  system1904: boolean,
): { text: string; lost: boolean } {
  if (kind === 'date') return { text: dateText(raw, system1904) ?? shownAs(code, raw), lost: false }
  const plain = plainNumber(raw)
  const lost = losesDigits(plain)
  return { text: kind === 'shown' && !lost ? shownAs(code, raw) : plain, lost }
}

function isDate(code: string): boolean {
  try {
    return isDateFormat(code)
  } catch {
    return false
  }
}

/** A number formatted by a format code; its digits if the code is invalid. */
function shownAs(code: string, raw: string): string {
  try {
    return format(code, Number(raw), { locale: 'en-US' })
  } catch {
    return plainNumber(raw)
  }
}
