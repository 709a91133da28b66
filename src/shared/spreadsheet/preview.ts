import type { ColumnMapping, Finding } from '../app-api.ts'
import { pictureColumns, withPictureColumn, withPictures } from './cell-pictures.ts'
import { isNamed } from './column-values.ts'
import { checkColumns, isOwnHeader, looksLikeData, originalHeaders, recipientFields, traitOfHeader } from './columns.ts'
import { type Delimiter, guessDelimiter, withoutSeparatorLine } from './delimiter.ts'
import { binaryFinding, binaryKind, createDecoder, guessEncoding, hasBinaryBytes } from './encoding.ts'
import { findingOf, shown } from './finding.ts'
import { unescapeFormula } from './formula.ts'
import { allPrivate, guessColumns } from './guess-columns.ts'
import { maxColumns } from './limits.ts'
import { createSheetParser, type SheetRecord } from './sheet-parser.ts'

export interface SheetHead {
  /** `UTF-8`, `UTF-16 LE`, `UTF-16 BE` or `Windows-1252` (the last resort, so the page shows it); `Excel` or `OpenDocument`. */
  encoding: string
  /** '' for a workbook. */
  delimiter: Delimiter | ''
  /** The shown sheet of a workbook; null for a text file. */
  sheet: string | null
  headers: string[]
  headerRow: number
  columns: ColumnMapping[]
  rows: { row: number; cells: string[] }[]
  /** Errors that prevent minting the whole file; empty when all is well. */
  findings: Finding[]
}

/** The header line of a file. */
export interface SheetHeader {
  headers: string[]
  headerRow: number
  /** Whether this app wrote the file; then the `'` before formulas is removed from its cells. */
  own: boolean
  /** Why the line cannot be the header. */
  fault: Finding | undefined
}

/** Reads the first record that is not blank as the header line. */
export function readHeader(record: SheetRecord): SheetHeader {
  const own = isOwnHeader(record.cells)
  const headers = originalHeaders(record.cells).map((header) => header.trim())
  return { headers, headerRow: record.row, own, fault: headerFault(headers, record.row) }
}

function headerFault(headers: readonly string[], row: number): Finding | undefined {
  if (headers.length > maxColumns) {
    const message = `The file has ${headers.length} columns, and at most ${maxColumns} are taken: remove some.`
    return findingOf(row, '', 'file.header', message)
  }
  if (!looksLikeData(headers) && !looksLikeNames(headers)) return undefined
  const message = `The first line, ${shown(headers.join(', '))}, is data, not column names: put a line such as "recipient,name,image" above it.`
  return findingOf(row, '', 'file.header', message)
}

/** Whether a first line holds a recipient's name, such as `nick.eth`, and no header of a recipient column. */
function looksLikeNames(headers: readonly string[]): boolean {
  if (!headers.some((header) => isNamed(header) && traitOfHeader(header) === undefined)) return false
  return !guessColumns(headers).some(({ field }) => recipientFields.includes(field))
}

/** Ours: the most rows, such as a title, above the header line. */
const rowsAbove = 20

/** The row that looks like the header line, for files whose first line names no recipient column; undefined if none does. */
export function headerBelow(records: readonly Pick<SheetRecord, 'row' | 'cells'>[]): number | undefined {
  return records.slice(0, rowsAbove).find(({ cells }) => {
    const fields = looksLikeData(cells) ? [] : guessColumns(cells).filter(({ field }) => field !== 'ignore')
    return fields.length > 1 && fields.some(({ field }) => recipientFields.includes(field))
  })?.row
}

/**
 * The page's preview of a file before the core has read it: encoding, delimiter, column map and the first rows. Never throws.
 *
 * @param bytes the beginning of the file, at most `previewBytes`.
 * @param whole whether `bytes` is the whole file.
 */
export function previewSheet(bytes: Uint8Array, whole: boolean, limit = 100): SheetHead {
  const encoding = guessEncoding(bytes, whole)
  const decoder = createDecoder(encoding)
  const decoded = withoutSeparatorLine(decoder.decode(bytes.subarray(encoding.bom)) + (whole ? decoder.end() : ''))
  const { text } = decoded
  const delimiter = decoded.delimiter ?? guessDelimiter(text)
  const empty = { ...emptyHead, encoding: encoding.name, delimiter }
  const kind = binaryKind(bytes)
  const oneByte = encoding.name === 'UTF-8' || encoding.name === 'Windows-1252'
  if (kind !== undefined || (oneByte && hasBinaryBytes(bytes))) return { ...empty, findings: [binaryFinding(kind)] }
  const parser = createSheetParser(delimiter)
  return { ...empty, ...headOf([...parser.push(text), ...(whole ? parser.end() : [])], whole, limit) }
}

/** The head of a file of which nothing is known. */
export const emptyHead: SheetHead = {
  encoding: '',
  delimiter: '',
  sheet: null,
  headers: [],
  headerRow: 1,
  columns: [],
  rows: [],
  findings: [],
}

/** The header and first rows from a file's first records. @param whole whether these are all records */
export function headOf(
  records: readonly SheetRecord[],
  whole: boolean,
  limit: number,
): Pick<SheetHead, 'headers' | 'headerRow' | 'columns' | 'rows' | 'findings'> {
  const [first, ...others] = records
  if (first === undefined) return { ...emptyHead, findings: whole ? [emptyFinding(false)] : [] }
  const { headers, headerRow, own, fault } = readHeader(first)
  const textOf = (cells: string[]): string[] => (own ? cells.map(unescapeFormula) : cells)
  const some = others.slice(0, limit)
  const guessed = guessColumns(
    headers,
    allPrivate,
    some.map(({ cells }) => textOf(cells)),
  )
  const columns = withPictureColumn(guessed, others)
  const findings = fault === undefined ? checkColumns(columns, headerRow, false, headerBelow(some)) : [fault]
  if (whole && others.length === 0 && findings.length === 0) findings.push(emptyFinding(true))
  const pictures = pictureColumns(columns)
  const rows = some
    .map((record) => withPictures(record, pictures))
    .map(({ row, cells }) => ({ row, cells: textOf(cells) }))
  return { headers, headerRow, columns, rows, findings }
}

/** The finding for a file without rows. */
export function emptyFinding(hasHeader: boolean): Finding {
  const what = hasHeader ? 'The file has a header line but no rows' : 'The file is empty'
  return findingOf(1, '', 'file.empty', `${what}: fill in at least one row below a header line and save it again.`)
}
