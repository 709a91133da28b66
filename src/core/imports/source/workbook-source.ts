import { openAsBlob } from 'node:fs'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import { emptyFinding } from '../../../shared/spreadsheet/preview.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { Workbook } from '../../../shared/spreadsheet/workbook/book.ts'
import { WorkbookError } from '../../../shared/spreadsheet/workbook/package.ts'
import type { SheetReader } from '../../../shared/spreadsheet/workbook/rows.ts'
import { findSheet, openWorkbook } from '../../../shared/spreadsheet/workbook/workbook.ts'
import type { SourceFacts } from '../protocol.ts'
import { type AskedSheet, noFacts, type SheetSource, SourceFault, type UnreadableSource } from './sheet-source.ts'
import { openStringFile } from './string-file.ts'

/** Opens the sheet of a workbook with this name, or the usual one with null. */
export async function withWorkbook<T>(
  path: string,
  size: number,
  { sheet, stringsFile }: AskedSheet,
  use: (source: SheetSource | UnreadableSource) => Promise<T>,
): Promise<T> {
  let facts = noFacts
  let book: Workbook | undefined
  const strings = openStringFile(stringsFile)
  try {
    let source: SheetSource | UnreadableSource
    try {
      book = await openWorkbook(await openAsBlob(path))
      const { kind: encoding, sheets } = book
      facts = { ...noFacts, encoding, sheets: [...sheets] }
      const index = await findSheet(book, sheet)
      const name = sheets[index ?? -1]?.name ?? null
      source =
        index === undefined || name === null
          ? { fault: emptyFinding(false), facts }
          : sourceOf(await book.sheet(index, strings), size, { ...facts, sheet: name })
    } catch (error) {
      source = { fault: faultOf(error).finding, facts }
    }
    return await use(source)
  } finally {
    await book?.close()
    strings.close()
  }
}

function sourceOf(reader: SheetReader, size: number, facts: SourceFacts): SheetSource {
  return {
    size,
    facts: () => {
      const { hiddenColumns, merged, firstMerged, areas } = reader.traits
      return { ...facts, hiddenColumns: [...hiddenColumns].sort((a, b) => a - b), merged, firstMerged, areas }
    },
    picture: (part) => reader.picture(part),
    async *pieces() {
      let unpacked = 0
      try {
        for await (const { rows, bytes } of reader.rows()) {
          unpacked += bytes
          const share = reader.bytes === 0 ? 1 : Math.min(1, unpacked / reader.bytes)
          const records = rows.map((row): SheetRecord => ({ ...row, badQuotes: false }))
          yield { records, bytesRead: Math.floor(share * size) }
        }
      } catch (error) {
        throw faultOf(error)
      }
    },
  }
}

/** A fault of the workbook as a finding; other errors are thrown on. */
function faultOf(error: unknown): SourceFault {
  if (error instanceof WorkbookError) return new SourceFault(findingOf(1, '', error.code, error.message))
  throw error
}
