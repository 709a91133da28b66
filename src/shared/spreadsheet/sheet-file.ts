/** Writes files for spreadsheet programs, as text or as a workbook. */
import { byteOrderMark, csvLines } from './csv.ts'
import { keepApostrophe } from './formula.ts'
import type { Records } from './workbook/write-xlsx.ts'

export const sheetFormats = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** The format for a file name: a workbook for `.xlsx`, otherwise text. */
export function formatOf(name: string): SheetFormat {
  return /\.xlsx$/i.test(name) ? 'xlsx' : 'csv'
}

/** Records as a file, in pieces: CSV (UTF-8 with a byte order mark), or .xlsx with this sheet name. */
export async function* sheetFile(
  records: Records,
  format: SheetFormat,
  sheetName: string,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'xlsx') {
    const { xlsxBytes } = await import('./workbook/write-xlsx.ts')
    yield* xlsxBytes(kept(records), { sheetName })
    return
  }
  let start = byteOrderMark
  for await (const piece of records) {
    yield start + csvLines(piece)
    start = ''
  }
}

async function* kept(records: Records): AsyncGenerator<string[][]> {
  for await (const piece of records) yield piece.map((cells) => cells.map(keepApostrophe))
}
