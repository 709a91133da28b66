import { findingOf } from './finding.ts'
import { emptyFinding, emptyHead, headOf, type SheetHead } from './preview.ts'
import type { SheetRecord } from './sheet-parser.ts'
import type { Workbook } from './workbook/book.ts'
import { WorkbookError } from './workbook/package.ts'
import { memoryStrings, type StringStore } from './workbook/strings.ts'
import { findSheet, openWorkbook } from './workbook/workbook.ts'

/**
 * The page's preview of a workbook before the core has read it: column map and first rows of its usual sheet. It reads only the shared
 * strings that these rows need. If the workbook cannot be read, the result has a finding.
 */
export async function previewWorkbook(file: Blob, limit = 100): Promise<SheetHead> {
  let book: Workbook | undefined
  try {
    book = await openWorkbook(file)
    const index = await findSheet(book, null)
    const head = { ...emptyHead, encoding: book.kind, sheet: book.sheets[index ?? -1]?.name ?? null }
    if (index === undefined) return { ...head, findings: [emptyFinding(false)] }
    const { whole, records } = await firstRecords(book, index, limit)
    return { ...head, ...headOf(records, whole, limit) }
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error
    return { ...emptyHead, encoding: book?.kind ?? '', findings: [findingOf(1, '', error.code, error.message)] }
  } finally {
    await book?.close()
  }
}

/** The first records of a sheet, including the header; `whole`: these are all. */
async function firstRecords(book: Workbook, index: number, limit: number) {
  const needed = namedStrings()
  await read(book, index, needed, 0, limit)
  return read(book, index, memoryStrings(), needed.count(), limit)
}

async function read(book: Workbook, index: number, strings: StringStore, mostStrings: number, limit: number) {
  const reader = await book.sheet(index, strings, mostStrings)
  const records: SheetRecord[] = []
  for await (const { rows } of reader.rows()) {
    for (const row of rows) records.push({ ...row, badQuotes: false })
    if (records.length > limit) return { records: records.slice(0, limit + 1), whole: false }
  }
  return { records, whole: true }
}

/** A stand-in for the shared strings that records which are requested. */
function namedStrings(): StringStore & { count(): number } {
  let count = 0
  return {
    add: () => undefined,
    get(index) {
      if (Number.isInteger(index)) count = Math.max(count, index + 1)
      return '?'
    },
    count: () => count,
  }
}
