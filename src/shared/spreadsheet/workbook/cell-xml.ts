/** Texts as cells of a workbook that we write. */
import { maxExcelCell } from './limits.ts'

/** The end of a text that is longer than Excel's cells: it says so, and reading it again finds it. */
const cutMark = '… [cut here: a cell of Excel holds 32,767 characters]'

/** A text as one of Excel's cells can hold it. */
export function cellSized(text: string): string {
  return text.length <= maxExcelCell ? text : text.slice(0, maxExcelCell - cutMark.length) + cutMark
}

/** Whether {@link cellSized} cut a text. */
export function wasCut(text: string): boolean {
  return text.length === maxExcelCell && text.endsWith(cutMark)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Control characters and half letters, which XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** A text as XML: what XML cannot hold becomes U+FFFD, a carriage return and what looks like an escape are escaped as Excel does. */
export function cellXml(text: string): string {
  return text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(unwritable, '\ufffd')
    .replaceAll('\r', '_x000D_')
    .replace(/[&<>]/g, (char) => entities[char] ?? char)
}
