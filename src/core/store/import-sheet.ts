import SqliteDatabase from 'better-sqlite3'
import type { Finding } from '../../shared/app-api.ts'

/**
 * The rows and findings of one import, in a database file of their own: a million rows are written and checked without ever
 * holding the journal's write lock, and dropping an import is deleting a file. One worker writes; others read.
 */
export interface SheetRow {
  /** From 1, without gaps; blank rows have none. */
  pos: number
  row: number
  cells: string[]
  status: RowStatus
  quantity: number
  /** From which occurrence of its content the row's copies count. */
  occurrence: number
  /** Copies (from 1) that were minted before. */
  repeated: readonly number[]
  /** SHA-256 of recipient and metadata; null for rows that cannot be minted. */
  content: Buffer | null
}

export type RowStatus = 'ready' | 'warning' | 'error' | 'skipped'
export const statuses: readonly RowStatus[] = ['ready', 'warning', 'error', 'skipped']

/** What a row's own check found, to be written. */
export interface NewRow {
  pos: number
  row: number
  cells: readonly string[]
  status: RowStatus
  quantity: number
  /** SHA-256 of recipient and metadata; null for rows that cannot be minted. */
  content: Buffer | null
  id: string | null
  findings: readonly Finding[]
}

export interface SheetCounts {
  rows: number
  ready: number
  errors: number
  warnings: number
  skipped: number
  nfts: number
}

const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- own: the status by the row itself; status: with the other rows, the supply and the mints of before. 0 ready, 1 warning, 2 error, 3 skipped.
CREATE TABLE rows (
  pos INTEGER PRIMARY KEY,
  row INTEGER NOT NULL,
  cells TEXT NOT NULL,
  own INTEGER NOT NULL,
  status INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  nfts INTEGER NOT NULL,
  occurrence INTEGER NOT NULL DEFAULT 1,
  content BLOB,
  id TEXT,
  repeated TEXT
) STRICT;
CREATE INDEX rows_status ON rows (status, pos, nfts);
CREATE INDEX rows_row ON rows (row);
-- pos 0: the file as a whole. stage 0: by the row itself; 1: with other rows; 2: with the supply.
CREATE TABLE findings (
  pos INTEGER NOT NULL,
  row INTEGER NOT NULL,
  "column" TEXT NOT NULL,
  code TEXT NOT NULL,
  level TEXT NOT NULL,
  message TEXT NOT NULL,
  stage INTEGER NOT NULL
) STRICT;
CREATE INDEX findings_pos ON findings (pos);
CREATE INDEX findings_code ON findings (code, pos, level);
`

const lateIndices = `
CREATE INDEX IF NOT EXISTS rows_content ON rows (content, pos, row, status, quantity) WHERE content IS NOT NULL;
CREATE INDEX IF NOT EXISTS rows_id ON rows (id, pos) WHERE id IS NOT NULL;
`

export type Sheet = ReturnType<typeof openSheet>

/** Opens the database of an import; `create` makes it. The worker opens it to write, the core `readonly`. */
export function openSheet(file: string, { create = false, readonly = false } = {}) {
  const db = new SqliteDatabase(file, { fileMustExist: !create, readonly })
  if (!readonly) {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
  }
  db.pragma('cache_size = -16000')
  db.pragma('temp_store = FILE')
  db.pragma('busy_timeout = 10000')
  if (create) db.exec(tables)
  return { ...reading(db), writer: () => writing(db), close: () => db.close() }
}

const rowColumns = 'pos, row, cells, status, quantity, occurrence, repeated, content'

interface StoredRow {
  pos: number
  row: number
  cells: string
  status: number
  quantity: number
  occurrence: number
  repeated: string | null
  content: Buffer | null
}

function reading(db: SqliteDatabase.Database) {
  const rowsAfter = db.prepare<[number, number], StoredRow>(
    `SELECT ${rowColumns} FROM rows WHERE pos > ? ORDER BY pos LIMIT ?`,
  )
  const mintableAfter = db.prepare<[number, number], StoredRow>(
    `SELECT ${rowColumns} FROM rows WHERE pos > ? AND status < 2 ORDER BY pos LIMIT ?`,
  )
  const byRow = db.prepare<[number], StoredRow>(`SELECT ${rowColumns} FROM rows WHERE row = ?`)
  const findingsOf = db.prepare<[number], Finding>(
    'SELECT row, "column", code, level, message FROM findings WHERE pos = ? ORDER BY stage, rowid',
  )
  const foundAfter = db
    .prepare<[number, number], number>('SELECT DISTINCT pos FROM findings WHERE pos > ? ORDER BY pos LIMIT ?')
    .pluck()
  const meta = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
  return {
    /** A value that `writer().setMeta` kept; undefined when there is none. */
    meta: (key: string): unknown => {
      const kept = meta.get(key)
      return kept === undefined ? undefined : JSON.parse(kept.value)
    },
    /** Up to `limit` rows after a position, in the file's order. */
    rowsAfter: (pos: number, limit: number): SheetRow[] => rowsAfter.all(pos, limit).map(restored),
    /** The same of the rows that are to be minted. */
    mintableAfter: (pos: number, limit: number): SheetRow[] => mintableAfter.all(pos, limit).map(restored),
    /** The row with this number in the spreadsheet program. */
    row: (row: number): SheetRow | undefined => {
      const stored = byRow.get(row)
      return stored === undefined ? undefined : restored(stored)
    },
    /** Findings of a row; position 0 is the file as a whole. */
    findingsOf: (pos: number): Finding[] => findingsOf.all(pos),
    /** The positions of rows that have findings, after a position. */
    foundAfter: (after: number, limit: number): number[] => foundAfter.all(after, limit),
    /** A page of a filtered list by place, and how long the list is. `ready` includes rows with warnings. */
    page: (query: { statuses: readonly RowStatus[]; code?: string | undefined; offset: number; limit: number }) => {
      const { offset, limit } = query
      const wanted = query.statuses.map((status) => statuses.indexOf(status)).join(', ')
      const all = query.statuses.length === statuses.length
      if (query.code !== undefined) {
        const places = `SELECT DISTINCT pos FROM findings WHERE code = ? AND pos > 0 ${
          all ? '' : `AND pos IN (SELECT pos FROM rows WHERE status IN (${wanted}))`
        }`
        const total =
          db.prepare<[string], { n: number }>(`SELECT count(*) AS n FROM (${places})`).get(query.code)?.n ?? 0
        const rows = db
          .prepare<[string, number, number], StoredRow>(
            `SELECT ${rowColumns} FROM rows WHERE pos IN (${places} ORDER BY pos LIMIT ? OFFSET ?) ORDER BY pos`,
          )
          .all(query.code, limit, offset)
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

function restored(stored: StoredRow): SheetRow {
  return {
    pos: stored.pos,
    row: stored.row,
    cells: JSON.parse(stored.cells) as string[],
    status: statuses[stored.status] ?? 'error',
    quantity: stored.quantity,
    occurrence: stored.occurrence,
    repeated: stored.repeated === null ? [] : (JSON.parse(stored.repeated) as number[]),
    content: stored.content,
  }
}

/** Which rows a check with other rows is about: all, or those with one of these contents or ids. */
export type CrossScope = { contents: readonly Buffer[]; ids: readonly string[] } | undefined

function writing(db: SqliteDatabase.Database) {
  const insert = db.prepare(
    'INSERT INTO rows (pos, row, cells, own, status, quantity, nfts, content, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare(
    `UPDATE rows SET cells = ?, own = ?, status = ?, quantity = ?, nfts = ?, content = ?, id = ?, occurrence = 1, repeated = NULL WHERE pos = ?`,
  )
  const drop = db.prepare('DELETE FROM findings WHERE pos = ?')
  const find = db.prepare(
    'INSERT INTO findings (pos, row, "column", code, level, message, stage) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const setMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const keys = db.prepare<[number], { content: Buffer | null; id: string | null }>(
    'SELECT content, id FROM rows WHERE pos = ?',
  )
  const addFindings = (pos: number, findings: readonly Finding[], stage: number) => {
    for (const { row, column, code, level, message } of findings)
      find.run(pos, row, column, code, level, message, stage)
  }
  const mark = db.prepare('UPDATE rows SET status = ?, nfts = ?, repeated = ? WHERE pos = ?')
  return {
    /** Keeps a value with the sheet. */
    setMeta: (key: string, value: unknown) => setMeta.run(key, JSON.stringify(value)),
    /** Adds rows in one transaction. */
    insertRows: db.transaction((rows: readonly NewRow[]) => {
      for (const { pos, row, cells, status, quantity, content, id, findings } of rows) {
        const own = statuses.indexOf(status)
        insert.run(pos, row, JSON.stringify(cells), own, own, quantity, quantity, content, id)
        addFindings(pos, findings, 0)
      }
    }),
    /** Puts rows that were checked again in place of the old ones, in one transaction. */
    updateRows: db.transaction((rows: readonly NewRow[]) => {
      for (const { pos, cells, status, quantity, content, id, findings } of rows) {
        const own = statuses.indexOf(status)
        drop.run(pos)
        update.run(JSON.stringify(cells), own, own, quantity, quantity, content, id, pos)
        addFindings(pos, findings, 0)
      }
    }),
    /** What is wrong with the file as a whole, in place of what was. */
    setFileFindings: db.transaction((findings: readonly Finding[]) => {
      drop.run(0)
      addFindings(0, findings, 0)
    }),
    /** Content and id of a row, by which others relate to it. */
    keysOf: (pos: number) => keys.get(pos) ?? { content: null, id: null },
    /** The indices that the checks with other rows need; made once all rows are in, which is faster. */
    createIndices: () => db.exec(lateIndices),
    ...crossChecks(db),
    /** Marks a row as minted before: `left` NFTs of it are still to be minted, all but these `copies`. */
    setRepeated: (row: SheetRow, copies: readonly number[], left: number, finding: Finding) => {
      const status = left === 0 ? 'skipped' : 'warning'
      mark.run(statuses.indexOf(status), left, copies.length === 0 ? null : JSON.stringify(copies), row.pos)
      addFindings(row.pos, [finding], 1)
    },
    /** Runs several of these in one transaction. */
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
        .prepare<[], { code: string; level: 'error' | 'warning'; count: number }>(
          'SELECT code, level, count(*) AS count FROM findings GROUP BY code, level ORDER BY level, code',
        )
        .all(),
    /** The rows with a finding of this code, after a position. */
    rowsWithCode: (code: string, after: number, limit: number) =>
      db
        .prepare<[string, number, number], StoredRow>(
          `SELECT ${rowColumns} FROM rows WHERE pos IN (SELECT DISTINCT pos FROM findings WHERE code = ? AND pos > ? ORDER BY pos LIMIT ?) ORDER BY pos`,
        )
        .all(code, after, limit)
        .map(restored),
    /** The content of rows that are to be minted, after a position. */
    contentsAfter: (pos: number, limit: number) =>
      db
        .prepare<[number, number], StoredRow & { content: Buffer }>(
          `SELECT ${rowColumns} FROM rows WHERE pos > ? AND status < 2 ORDER BY pos LIMIT ?`,
        )
        .all(pos, limit)
        .map((stored) => ({ ...restored(stored), content: stored.content })),
    /** The contents of the rows with one of these ids. */
    contentsOfIds: (ids: readonly string[]): Buffer[] =>
      ids.flatMap((id) =>
        db
          .prepare<[string], { content: Buffer }>(
            'SELECT DISTINCT content FROM rows WHERE id = ? AND content IS NOT NULL',
          )
          .all(id)
          .map(({ content }) => content),
      ),
    /** The same for the rows with one of these contents. */
    contentsOf: (contents: readonly Buffer[]) =>
      contents.flatMap((content) =>
        db
          .prepare<[Buffer], StoredRow & { content: Buffer }>(
            `SELECT ${rowColumns} FROM rows WHERE content = ? AND status < 2 ORDER BY pos`,
          )
          .all(content)
          .map((stored) => ({ ...restored(stored), content: stored.content })),
      ),
  }
}

function crossChecks(db: SqliteDatabase.Database) {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS scope_contents (content BLOB PRIMARY KEY)')
  db.exec('CREATE TEMP TABLE IF NOT EXISTS scope_ids (id TEXT PRIMARY KEY)')
  db.exec(
    'CREATE TEMP TABLE IF NOT EXISTS twins (pos INTEGER PRIMARY KEY, first INTEGER, same INTEGER, before INTEGER)',
  )
  const addContent = db.prepare('INSERT OR IGNORE INTO scope_contents VALUES (?)')
  const addId = db.prepare('INSERT OR IGNORE INTO scope_ids VALUES (?)')
  const setScope = (scope: CrossScope) => {
    db.exec('DELETE FROM scope_contents; DELETE FROM scope_ids')
    for (const content of scope?.contents ?? []) addContent.run(content)
    for (const id of scope?.ids ?? []) addId.run(id)
  }
  return {
    /**
     * Finds rows that name the same id, and rows that give the same recipient the same NFT, anew. Of equal rows with one id the
     * first counts; with different content the later ones are wrong.
     */
    compareRows: db.transaction((scope: CrossScope, rules: CompareRules) => {
      setScope(scope)
      const inScope =
        scope === undefined
          ? 'true'
          : '(content IN (SELECT content FROM scope_contents) OR id IN (SELECT id FROM scope_ids))'
      db.exec(`
        UPDATE rows SET status = own, nfts = quantity, occurrence = 1, repeated = NULL
          WHERE pos IN (SELECT pos FROM findings WHERE stage = 1) AND ${inScope};
        DELETE FROM findings WHERE stage = 1 AND pos IN (SELECT pos FROM rows WHERE ${inScope});`)
      const twins = (key: 'id' | 'content', before: string) =>
        db.exec(`
          DELETE FROM twins;
          INSERT INTO twins SELECT pos, first, same, before FROM (
            SELECT pos, row, first_value(row) OVER same AS first, content IS first_value(content) OVER same AS same,
              coalesce(sum(${before}) OVER (PARTITION BY ${key} ORDER BY pos ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
            FROM rows WHERE ${key} IS NOT NULL AND content IS NOT NULL AND status < 2
              ${scope === undefined ? '' : `AND ${key} IN (SELECT ${key} FROM scope_${key}s)`}
            WINDOW same AS (PARTITION BY ${key} ORDER BY pos)
          ) WHERE row <> first`)
      twins('id', 'quantity')
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'id.duplicate', iif(t.same, 'warning', 'error'),
          'Row ' || t.first || ' has the same id' || iif(t.same, ' and the same content: it is minted once, for that row.',
          ' with different content: give this row an id of its own, or remove one of the two.'), 1
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(rules.idColumn)
      db.exec('UPDATE rows SET status = iif(t.same, 3, 2) FROM twins t WHERE t.pos = rows.pos')
      twins('content', rules.countQuantity ? 'quantity' : '1')
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'recipient.duplicate', 'warning',
          'Row ' || t.first || ' gives the same recipient the same NFT: ' || ?, 1
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(
        rules.recipientColumn,
        rules.keep === 'first'
          ? 'this row is skipped.'
          : 'remove one of the two, or keep only the first of each, if that is not meant.',
      )
      db.prepare('UPDATE rows SET status = ?, occurrence = t.before + 1 FROM twins t WHERE t.pos = rows.pos').run(
        rules.keep === 'first' ? 3 : 1,
      )
      setScope(undefined)
    }),
    /** Lets the rows that go beyond what can still be minted be errors, in the file's order. */
    applySupply: db.transaction((remaining: number | null, column: string) => {
      db.exec(`
        UPDATE rows SET status = coalesce((SELECT max(iif(level = 'warning', 1, 2)) FROM findings f WHERE f.pos = rows.pos AND stage < 2), own)
          WHERE pos IN (SELECT pos FROM findings WHERE stage = 2);
        DELETE FROM findings WHERE stage = 2;`)
      if (remaining === null) return
      const { total } = db
        .prepare<[], { total: number }>('SELECT coalesce(sum(nfts), 0) AS total FROM rows WHERE status < 2')
        .get() ?? { total: 0 }
      if (total <= remaining) return
      db.exec('DELETE FROM twins')
      db.prepare(`INSERT INTO twins SELECT pos, 0, 0, upto FROM (
          SELECT pos, sum(nfts) OVER (ORDER BY pos) AS upto FROM rows WHERE status < 2) WHERE upto > ?`).run(remaining)
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'quantity.number', 'error', ?, 2
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(
        column,
        `The collection takes only ${remaining.toLocaleString('en')} more NFTs, and the file asks for ${total.toLocaleString('en')}: raise its supply limit, or remove rows.`,
      )
      db.exec('UPDATE rows SET status = 2 FROM twins t WHERE t.pos = rows.pos')
    }),
  }
}

export interface CompareRules {
  keep: 'all' | 'first'
  recipientColumn: string
  idColumn: string
  /** Each unit of `quantity` is a mint of its own (non-fungible). */
  countQuantity: boolean
}
