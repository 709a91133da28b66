import { previewBytes } from '../../../../shared/spreadsheet/limits.ts'
import { previewSheet, type SheetHead } from '../../../../shared/spreadsheet/preview.ts'
import { looksLikeWorkbook } from '../../../../shared/spreadsheet/workbook/signature.ts'

/** Reads the first 100 rows of a file in the page, by the core's rules; quick at any size. */
export async function readPreview(file: Blob): Promise<SheetHead> {
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer())
  if (looksLikeWorkbook(bytes)) {
    // Few files need this module, so no page loads it before.
    const { previewWorkbook } = await import('../../../../shared/spreadsheet/workbook-preview.ts')
    return previewWorkbook(file)
  }
  return previewSheet(bytes, file.size <= previewBytes)
}

/** What a file is, in words. */
export function kindOf({
  encoding,
  delimiter,
  sheet,
}: {
  encoding: string
  delimiter: string
  sheet: string | null
}): string {
  if (delimiter === '') return sheet === null ? `${encoding} workbook` : `${encoding} workbook, sheet ${sheet}`
  return `${encoding}, separated by ${delimiterName(delimiter)}`
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
  return names[delimiter] ?? delimiter
}
