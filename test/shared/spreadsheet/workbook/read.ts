import type { WorkbookRow } from '../../../../src/shared/spreadsheet/workbook/rows.ts'
import { memoryStrings } from '../../../../src/shared/spreadsheet/workbook/strings.ts'
import { findSheet, openWorkbook } from '../../../../src/shared/spreadsheet/workbook/workbook.ts'

/** A workbook read to the end: its sheets, the usual one or the named one, and its rows. */
export async function readWorkbook(file: Blob, named: string | null = null) {
  const book = await openWorkbook(file)
  try {
    const index = (await findSheet(book, named)) ?? -1
    const reader = await book.sheet(index, memoryStrings())
    const rows: WorkbookRow[] = []
    for await (const piece of reader.rows()) rows.push(...piece.rows)
    return { sheets: book.sheets, sheet: book.sheets[index]?.name, rows, traits: reader.traits, reader }
  } finally {
    await book.close()
  }
}
