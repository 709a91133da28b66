import type SqliteDatabase from 'better-sqlite3'
import type { Finding } from '../../../shared/app-api.ts'
import type { KnownName } from '../../../shared/spreadsheet/recipient-name.ts'
import {
  placesOf,
  type RowIdentity,
  type RowMint,
  type RowStatus,
  restored,
  rowColumns,
  type SheetRow,
  type StoredRow,
  statuses,
} from './rows.ts'

type StoredIdentity = Omit<RowIdentity, 'repeated'> & { repeated: string | null }
type StoredMint = StoredIdentity & Omit<RowMint, 'compressed'> & { compressed: number | null }

/** What is read of an import: rows, findings, pages of a list. */
export function reading(db: SqliteDatabase.Database) {
  const rowsAfter = db.prepare<[number, number], StoredRow>(
    `SELECT ${rowColumns} FROM rows WHERE pos > ? ORDER BY pos LIMIT ?`,
  )
  const identity = 'pos, row, quantity, occurrence, repeated, recipient, content, id, metadata_hash AS metadataHash'
  const identitiesAfter = db.prepare<[number, number], StoredIdentity>(
    `SELECT ${identity} FROM rows WHERE pos > ? AND status < 2 ORDER BY pos LIMIT ?`,
  )
  const mintsAfter = db.prepare<[number, number], StoredMint>(
    `SELECT ${identity}, metadata, metadata_uri AS metadataUri, compressed FROM rows WHERE pos > ? AND status < 2 ORDER BY pos LIMIT ?`,
  )
  const nftsFrom = db.prepare<[number, number], unknown>(
    'SELECT * FROM nfts CROSS JOIN rows ON rows.pos = nfts.pos WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
  )
  const rowsAt = db.prepare<[string], StoredRow>(
    `SELECT ${rowColumns} FROM rows WHERE pos IN (SELECT value FROM json_each(?)) ORDER BY pos`,
  )
  const byRow = db.prepare<[number], StoredRow>(`SELECT ${rowColumns} FROM rows WHERE row = ?`)
  const findingsOf = db.prepare<[number], Finding>(
    'SELECT row, "column", code, level, message FROM findings WHERE pos = ? ORDER BY stage, rowid',
  )
  const foundAfter = db
    .prepare<[number, number], number>('SELECT DISTINCT pos FROM findings WHERE pos > ? ORDER BY pos LIMIT ?')
    .pluck()
  const rowsWithCode = db.prepare<[string, number, number], StoredRow>(
    `SELECT ${rowColumns} FROM rows WHERE pos IN (SELECT DISTINCT pos FROM findings WHERE code = ? AND pos > ? ORDER BY pos LIMIT ?) ORDER BY pos`,
  )
  const meta = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
  const known = db.prepare<[string], string>('SELECT known FROM names WHERE name = ?').pluck()
  const namesAfter = db.prepare<[string, number], { name: string; known: string }>(
    'SELECT name, known FROM names WHERE name > ? ORDER BY name LIMIT ?',
  )
  return {
    /** What a recipient's name stood for when it was looked up. */
    knownName: (name: string): KnownName | undefined => {
      const text = known.get(name)
      return text === undefined ? undefined : JSON.parse(text)
    },
    /** Names that were looked up, after one of them, sorted. */
    namesAfter: (after: string, limit: number): { name: string; known: KnownName }[] =>
      namesAfter.all(after, limit).map((one) => ({ name: one.name, known: JSON.parse(one.known) })),
    /** A value that `writer().setMeta` kept; undefined when there is none. */
    meta: (key: string): unknown => {
      const kept = meta.get(key)
      return kept === undefined ? undefined : JSON.parse(kept.value)
    },
    /** Up to `limit` rows after a position, in the file's order. */
    rowsAfter: (pos: number, limit: number): SheetRow[] => rowsAfter.all(pos, limit).map(restored),
    /** The same for rows that are to be minted, with what each asks for. */
    mintsAfter: (pos: number, limit: number): (RowIdentity & RowMint)[] =>
      mintsAfter.all(pos, limit).map(({ repeated, compressed, ...mint }) => ({
        ...mint,
        repeated: placesOf(repeated),
        compressed: compressed === null ? null : compressed === 1,
      })),
    /** The same with only what identifies each row, which is read in a fraction of the time. */
    identitiesAfter: (pos: number, limit: number): RowIdentity[] =>
      identitiesAfter.all(pos, limit).map(({ repeated, ...row }) => ({ ...row, repeated: placesOf(repeated) })),
    /** Reads NFTs from a place on with their rows, to see that they can be read. It throws where the file is damaged. */
    readNfts: (ordinal: number, limit: number): void => void nftsFrom.all(ordinal, limit),
    /** The rows at these positions, in the file's order. */
    rowsAt: (positions: readonly number[]): SheetRow[] => rowsAt.all(JSON.stringify(positions)).map(restored),
    /** The row with this number in the spreadsheet program. */
    row: (row: number): SheetRow | undefined => {
      const stored = byRow.get(row)
      return stored === undefined ? undefined : restored(stored)
    },
    /** Findings of a row; position 0 is the file as a whole. */
    findingsOf: (pos: number): Finding[] => findingsOf.all(pos),
    /** The positions of rows that have findings, after a position. */
    foundAfter: (after: number, limit: number): number[] => foundAfter.all(after, limit),
    /** The rows with a finding of this code, after a position. */
    rowsWithCode: (code: string, after: number, limit: number): SheetRow[] =>
      rowsWithCode.all(code, after, limit).map(restored),
    /** A page of a filtered list by place, and how long the list is. `ready` includes rows with warnings. */
    page: (query: {
      statuses: readonly RowStatus[]
      code?: string | undefined
      /** With `code`: of that column alone. */
      column?: string | undefined
      offset: number
      limit: number
    }) => {
      const { offset, limit } = query
      const wanted = query.statuses.map((status) => statuses.indexOf(status)).join(', ')
      const all = query.statuses.length === statuses.length
      if (query.code !== undefined) {
        const places = `SELECT DISTINCT pos FROM findings WHERE code = ? AND pos > 0 ${query.column === undefined ? '' : 'AND "column" = ?'} ${
          all ? '' : `AND pos IN (SELECT pos FROM rows WHERE status IN (${wanted}))`
        }`
        const fault = query.column === undefined ? [query.code] : [query.code, query.column]
        const total = db.prepare<string[], { n: number }>(`SELECT count(*) AS n FROM (${places})`).get(...fault)?.n ?? 0
        const rows = db
          .prepare<(string | number)[], StoredRow>(
            `SELECT ${rowColumns} FROM rows WHERE pos IN (${places} ORDER BY pos LIMIT ? OFFSET ?) ORDER BY pos`,
          )
          .all(...fault, limit, offset)
        return { total, rows: rows.map(restored) }
      }
      if (all) {
        const total = db.prepare<[], { n: number }>('SELECT coalesce(max(pos), 0) AS n FROM rows').get()?.n ?? 0
        return { total, rows: rowsAfter.all(offset, limit).map(restored) }
      }
      const total =
        db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM rows WHERE status IN (${wanted})`).get()?.n ?? 0
      // The inner query walks the narrow index only; the wide rows are read for the page alone.
      const places = `SELECT pos FROM rows WHERE status IN (${wanted}) ORDER BY pos LIMIT ? OFFSET ?`
      const rows = db
        .prepare<[number, number], StoredRow>(`SELECT ${rowColumns} FROM rows WHERE pos IN (${places}) ORDER BY pos`)
        .all(limit, offset)
      return { total, rows: rows.map(restored) }
    },
  }
}
