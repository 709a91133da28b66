import type { ColumnMapping, Finding } from '../app-api.ts'
import { checkColumns, isOwnHeader, looksLikeData, originalHeaders } from './columns.ts'
import { type Delimiter, guessDelimiter } from './delimiter.ts'
import { binaryFinding, binaryKind, createDecoder, guessEncoding, hasBinaryBytes } from './encoding.ts'
import { findingOf, shown } from './finding.ts'
import { unescapeFormula } from './formula.ts'
import { allPrivate, guessColumns } from './guess-columns.ts'
import { maxColumns } from './limits.ts'
import { createSheetParser, type SheetRecord } from './sheet-parser.ts'

export interface SheetHead {
  /** `UTF-8`, `UTF-16 LE`, `UTF-16 BE` or `Windows-1252` (to be said: it is the last resort). */
  encoding: string
  delimiter: Delimiter
  headers: string[]
  headerRow: number
  columns: ColumnMapping[]
  rows: { row: number; cells: string[] }[]
  /** What keeps the whole file from being minted; empty when all is well. */
  findings: Finding[]
}

/** The header line of a file. */
export interface SheetHeader {
  headers: string[]
  headerRow: number
  /** This app wrote the file: the `'` before formulas is taken off its cells. */
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
  if (!looksLikeData(headers)) return undefined
  const message = `The first line, ${shown(headers.join(', '))}, is data, not column names: put a line such as "recipient,name,image" above it.`
  return findingOf(row, '', 'file.header', message)
}

/**
 * What the page shows of a file before the core has read it: encoding, delimiter, column map and the first rows. Never throws.
 *
 * @param bytes the beginning of the file, of `previewBytes` or less.
 * @param whole whether that is all of it.
 */
export function previewSheet(bytes: Uint8Array, whole: boolean, limit = 100): SheetHead {
  const encoding = guessEncoding(bytes, whole)
  const decoder = createDecoder(encoding)
  const text = decoder.decode(bytes.subarray(encoding.bom)) + (whole ? decoder.end() : '')
  const delimiter = guessDelimiter(text)
  const empty = { encoding: encoding.name, delimiter, headers: [], headerRow: 1, columns: [], rows: [] }
  const kind = binaryKind(bytes)
  const oneByte = encoding.name === 'UTF-8' || encoding.name === 'Windows-1252'
  if (kind !== undefined || (oneByte && hasBinaryBytes(bytes))) return { ...empty, findings: [binaryFinding(kind)] }
  const parser = createSheetParser(delimiter)
  const records = [...parser.push(text), ...(whole ? parser.end() : [])]
  const first = records[0]
  if (first === undefined) return { ...empty, findings: whole ? [emptyFinding(false)] : [] }
  const { headers, headerRow, own, fault } = readHeader(first)
  const rows = records
    .slice(1, limit + 1)
    .map(({ row, cells }) => ({ row, cells: own ? cells.map(unescapeFormula) : cells }))
  const columns = guessColumns(
    headers,
    allPrivate,
    rows.map(({ cells }) => cells),
  )
  const findings = fault === undefined ? checkColumns(columns, headerRow, false) : [fault]
  if (whole && records.length === 1 && findings.length === 0) findings.push(emptyFinding(true))
  return { encoding: encoding.name, delimiter, headers, headerRow, columns, rows, findings }
}

/** The finding for a file without rows. */
export function emptyFinding(hasHeader: boolean): Finding {
  const what = hasHeader ? 'The file has a header line but no rows' : 'The file is empty'
  return findingOf(1, '', 'file.empty', `${what}: fill in at least one row below a header line and save it again.`)
}
