import SqliteDatabase from 'better-sqlite3'
import { reading } from './reading.ts'
import { writing } from './writing.ts'

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
  -- What it asks to be minted, as its check found it; all NULL where that cannot be. metadata: canonical JSON, and its SHA-256 (hex).
  recipient TEXT,
  metadata TEXT,
  metadata_hash TEXT,
  metadata_uri TEXT,
  compressed INTEGER,
  content BLOB,
  id TEXT,
  repeated TEXT,
  -- The recipient's e-mail address, and folded where that is another: few are.
  email TEXT,
  folded TEXT,
  -- Of a workbook: what is wrong with cells, as JSON; few rows have any.
  notes TEXT,
  hidden INTEGER NOT NULL DEFAULT 0
) STRICT;
-- What the rows are minted as, in their order: written with the identity (meta), and true as long as there is one. A run copies them.
CREATE TABLE nfts (
  ordinal INTEGER PRIMARY KEY,
  pos INTEGER NOT NULL,
  id TEXT,
  place TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  content BLOB,
  first_equal TEXT
) STRICT;
CREATE INDEX rows_status ON rows (status, pos, nfts);
CREATE INDEX rows_row ON rows (row);
CREATE INDEX rows_folded ON rows (folded) WHERE folded IS NOT NULL;
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
-- Recipients that are names, as they were written, and what they stood for when they were looked up: JSON.
CREATE TABLE names (name TEXT PRIMARY KEY, known TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX findings_code ON findings (code, pos, level, "column");
-- Corrections since the last check, and the cells as they were before: what undoing puts back. what: JSON.
CREATE TABLE corrections (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, cells INTEGER NOT NULL, what TEXT NOT NULL) STRICT;
CREATE TABLE cells_before (
  correction INTEGER NOT NULL REFERENCES corrections (id),
  pos INTEGER NOT NULL,
  place INTEGER NOT NULL,
  cell TEXT NOT NULL,
  notes TEXT,
  PRIMARY KEY (correction, pos, place)
) STRICT, WITHOUT ROWID;
`

/**
 * The rows and findings of one import, in a database file of their own: a million rows are written and checked without ever
 * holding the journal's write lock, and dropping an import is deleting a file. One worker writes; others read.
 */
export type Sheet = ReturnType<typeof openSheet>
export type SheetWriter = ReturnType<Sheet['writer']>

/** Opens the database of an import; `create` makes it. The worker opens it to write, the core `readonly`. */
export function openSheet(file: string, { create = false, readonly = false } = {}) {
  const db = new SqliteDatabase(file, { fileMustExist: !create, readonly })
  if (!readonly) {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
  }
  db.pragma('cache_size = -8000')
  db.pragma('temp_store = FILE')
  db.pragma('busy_timeout = 10000')
  if (create) db.exec(tables)
  return { ...reading(db), writer: () => writing(db), close: () => db.close() }
}
