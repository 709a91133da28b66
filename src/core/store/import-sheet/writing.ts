import type SqliteDatabase from 'better-sqlite3'
import type { Finding } from '../../../shared/app-api.ts'
import type { KnownName } from '../../../shared/spreadsheet/recipient-name.ts'
import { comparing } from './comparing.ts'
import { linkFindings } from './links.ts'
import { writingNfts } from './nfts.ts'
import { relating } from './relating.ts'
import {
  type NewRow,
  type RowMint,
  type RowStatus,
  restored,
  rowColumns,
  type SheetCounts,
  type SheetRow,
  type StoredRow,
  statuses,
} from './rows.ts'
import { similarEmails } from './similar.ts'
import { undoing } from './undoing.ts'

const dropLateIndices = 'DROP INDEX IF EXISTS rows_content; DROP INDEX IF EXISTS rows_id'
const lateIndices = `
CREATE INDEX IF NOT EXISTS rows_content ON rows (content, pos, row, own, status, quantity) WHERE content IS NOT NULL;
CREATE INDEX IF NOT EXISTS rows_id ON rows (id, pos) WHERE id IS NOT NULL;
`

/** What a check writes to an import's database, and what it reads of that meanwhile. */
export function writing(db: SqliteDatabase.Database) {
  const insert = db.prepare(
    `INSERT INTO rows (pos, row, cells, own, status, quantity, nfts, recipient, metadata, metadata_hash, metadata_uri, compressed, content, id, email, folded, notes, hidden)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare(
    `UPDATE rows SET cells = ?, own = ?, status = ?, quantity = ?, nfts = ?, recipient = ?, metadata = ?, metadata_hash = ?, metadata_uri = ?, compressed = ?,
      content = ?, id = ?, email = ?, folded = ?, notes = ?, occurrence = 1, repeated = NULL WHERE pos = ?`,
  )
  const drop = db.prepare('DELETE FROM findings WHERE pos = ?')
  const find = db.prepare(
    'INSERT INTO findings (pos, row, "column", code, level, message, stage) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const setMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const addFindings = (pos: number, findings: readonly Finding[], stage: number) => {
    for (const { row, column, code, level, message } of findings)
      find.run(pos, row, column, code, level, message, stage)
  }
  const putName = db.prepare('INSERT OR REPLACE INTO names (name, known) VALUES (?, ?)')
  const forgetNames = db.prepare('DELETE FROM names')
  const mark = db.prepare('UPDATE rows SET status = ?, nfts = ?, repeated = ? WHERE pos = ?')
  const ofContent = db.prepare<[Buffer], StoredRow & ToMint>(
    `SELECT ${rowColumns}, id FROM rows WHERE content = ? AND status < 2 ORDER BY pos`,
  )
  const kept = (notes: NewRow['notes']) => (notes.length === 0 ? null : JSON.stringify(notes))
  return {
    /** Forgets all rows, for another sheet of the file. */
    clear: db.transaction(() => {
      db.exec(`DELETE FROM rows; DELETE FROM findings; ${dropLateIndices}`)
    }),
    setMeta: (key: string, value: unknown) => setMeta.run(key, JSON.stringify(value)),
    /** Keeps what names stand for. */
    putNames: db.transaction((names: readonly { name: string; known: KnownName }[]) => {
      for (const { name, known } of names) putName.run(name, JSON.stringify(known))
    }),
    forgetNames: () => void forgetNames.run(),
    insertRows: db.transaction((rows: readonly NewRow[]) => {
      for (const { pos, row, cells, status, quantity, mint, id, email, folded, notes, hidden, findings } of rows) {
        const own = statuses.indexOf(status)
        const counts = [quantity, quantity] as const
        const flaws = [kept(notes), hidden ? 1 : 0] as const
        insert.run(
          pos,
          row,
          JSON.stringify(cells),
          own,
          own,
          ...counts,
          ...mintValues(mint),
          id,
          email,
          folded,
          ...flaws,
        )
        addFindings(pos, findings, 0)
      }
    }),
    /** Puts rows that were checked again in place of the old ones, in one transaction. */
    updateRows: db.transaction((rows: readonly NewRow[]) => {
      for (const { pos, cells, status, quantity, mint, id, email, folded, notes, findings } of rows) {
        const own = statuses.indexOf(status)
        drop.run(pos)
        const keys = [id, email, folded, kept(notes)] as const
        update.run(JSON.stringify(cells), own, own, quantity, quantity, ...mintValues(mint), ...keys, pos)
        addFindings(pos, findings, 0)
      }
    }),
    /** Replaces the findings of the file as a whole. */
    setFileFindings: db.transaction((findings: readonly Finding[]) => {
      drop.run(0)
      addFindings(0, findings, 0)
    }),
    /** The indexes that comparing rows needs: made when all rows are in, and anew after all were checked again, which is faster. */
    dropIndices: () => db.exec(dropLateIndices),
    createIndices: () => db.exec(lateIndices),
    ...relating(db),
    ...comparing(db),
    ...similarEmails(db),
    ...linkFindings(db),
    ...undoing(db),
    ...writingNfts(db),
    /** Marks a row as minted before, or as wrong where the finding is an error: `left` NFTs of it are still to be minted, all but these `copies`. */
    setRepeated: (row: SheetRow, copies: readonly number[], left: number, finding: Finding) => {
      const status = finding.level === 'error' ? 'error' : left === 0 ? 'skipped' : 'warning'
      mark.run(statuses.indexOf(status), left, copies.length === 0 ? null : JSON.stringify(copies), row.pos)
      addFindings(row.pos, [finding], 1)
    },
    /** Runs several of these calls in one transaction. */
    together: (work: () => void) => db.transaction(work)(),
    counts: (): SheetCounts => {
      const groups = db
        .prepare<[], { status: number; n: number; nfts: number }>(
          'SELECT status, count(*) AS n, sum(nfts) AS nfts FROM rows GROUP BY status',
        )
        .all()
      const of = (status: RowStatus) => groups.find((group) => statuses[group.status] === status) ?? { n: 0, nfts: 0 }
      const [ready, warning] = [of('ready'), of('warning')]
      return {
        rows: groups.reduce((sum, group) => sum + group.n, 0),
        ready: ready.n + warning.n,
        warnings: warning.n,
        errors: of('error').n,
        skipped: of('skipped').n,
        nfts: ready.nfts + warning.nfts,
      }
    },
    codes: () =>
      db
        .prepare<[], { code: string; column: string; level: 'error' | 'warning'; count: number }>(
          'SELECT code, "column", level, count(*) AS count FROM findings GROUP BY code, level, "column" ORDER BY level, code, count(*) DESC, "column"',
        )
        .all(),
    /** The content of rows that are to be minted, after a position. */
    contentsAfter: (pos: number, limit: number) =>
      db
        .prepare<[number, number], StoredRow & ToMint>(
          `SELECT ${rowColumns}, id FROM rows WHERE pos > ? AND status < 2 ORDER BY pos LIMIT ?`,
        )
        .all(pos, limit)
        .map(rowToMint),
    /** The same for the rows with one of these contents. */
    contentsOf: (contents: readonly Buffer[]) => contents.flatMap((content) => ofContent.all(content).map(rowToMint)),
  }
}

/** What a row that is to be minted has, beside what all have. */
interface ToMint {
  content: Buffer
  /** The caller's own. */
  id: string | null
}
export type RowToMint = SheetRow & ToMint

function rowToMint(stored: StoredRow & ToMint): RowToMint {
  return { ...restored(stored), content: stored.content, id: stored.id }
}

function mintValues(mint: RowMint | null): (string | number | Buffer | null)[] {
  if (mint === null) return [null, null, null, null, null, null]
  const { recipient, metadata, metadataHash, metadataUri, compressed, content } = mint
  return [recipient, metadata, metadataHash, metadataUri, compressed === null ? null : Number(compressed), content]
}
