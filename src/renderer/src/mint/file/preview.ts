import { previewBytes } from '../../../../shared/spreadsheet/limits.ts'
import { previewSheet, type SheetHead } from '../../../../shared/spreadsheet/preview.ts'
import { looksLikeWorkbook } from '../../../../shared/spreadsheet/workbook/signature.ts'

/** The page's own reading of a file's first 100 rows, by the rules the core reads the whole with; quick at any size. */
export async function readPreview(file: Blob): Promise<SheetHead> {
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer())
  if (looksLikeWorkbook(bytes)) {
    // Read by what few files need, and no page loads before.
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

/** A delimiter in words. */
function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
  return names[delimiter] ?? delimiter
}
