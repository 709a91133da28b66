import { open } from 'node:fs/promises'
import type { Finding } from '../../../shared/app-api.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import { maxFileBytes } from '../../../shared/spreadsheet/limits.ts'
import { emptyFinding } from '../../../shared/spreadsheet/preview.ts'
import { looksLikeWorkbook } from '../../../shared/spreadsheet/workbook/signature.ts'
import { type AskedSheet, noFacts, type SheetSource, type UnreadableSource } from './sheet-source.ts'
import { openText } from './text-source.ts'

/** A workbook of more bytes than this is read by a thread of its own: about 10,000 rows. */
const largeWorkbook = 1024 ** 2

/**
 * Opens a file by its content, whatever its name says; passes on a fault where it cannot be read as a sheet.
 *
 * @throws the system's error where the file cannot be opened or read.
 */
export async function withSheetFile<T>(
  path: string,
  asked: AskedSheet,
  use: (source: SheetSource | UnreadableSource) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const fault = sizeFault(size)
    if (fault !== undefined) return await use({ fault, facts: noFacts })
    const head = Buffer.alloc(4)
    await handle.read(head, 0, head.length, 0)
    if (!looksLikeWorkbook(head))
      return await use(asked.sheet === null ? await openText(handle, size) : { fault: noSheets, facts: noFacts })
    if (asked.readerFile !== undefined && size > largeWorkbook) {
      const { withThreadedWorkbook } = await import('./threaded-workbook.ts')
      return await withThreadedWorkbook(asked.readerFile, { path, size, asked }, use)
    }
    const { withWorkbook } = await import('./workbook-source.ts')
    return await withWorkbook(path, size, asked, use)
  } finally {
    await handle.close()
  }
}

const noSheets = findingOf(
  1,
  '',
  'file.sheet',
  'The file is no workbook, so it has no sheets: give it without a sheet (without --sheet on the command line).',
)

function sizeFault(size: number): Finding | undefined {
  if (size === 0) return emptyFinding(false)
  if (size <= maxFileBytes) return undefined
  const message = `The file has ${(size / 1024 ** 3).toFixed(1)} GiB, and at most 2 GiB are taken: split it into several.`
  return findingOf(1, '', 'file.size', message)
}
