/** Texts for the cells of a written workbook. */
import { maxExcelCell } from './limits.ts'

/** The mark at the end of a text that was cut to fit Excel's cells; reading the file again detects it. */
const cutMark = '… [cut here: a cell of Excel holds 32,767 characters]'

/** A text cut to the size of Excel's cells. */
export function cellSized(text: string): string {
  return text.length <= maxExcelCell ? text : text.slice(0, maxExcelCell - cutMark.length) + cutMark
}

/** Whether {@link cellSized} cut a text. */
export function wasCut(text: string): boolean {
  return text.length === maxExcelCell && text.endsWith(cutMark)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Control characters and lone surrogates, which XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** A text as XML: characters that XML cannot contain become U+FFFD; carriage returns and apparent escapes are escaped as in Excel. */
export function cellXml(text: string): string {
  return text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(unwritable, '\ufffd')
    .replaceAll('\r', '_x000D_')
    .replace(/[&<>]/g, (char) => entities[char] ?? char)
}
