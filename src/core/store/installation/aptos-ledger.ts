import { deflateRawSync, inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { z } from 'zod'

/** What a version of an Aptos practice network's ledger is. `gift`: coin that no account sent. */
export type VersionKind = 'genesis' | 'metadata' | 'user' | 'gift' | 'epilogue'

/** A version as it is stored. */
export interface LedgerVersion {
  version: number
  height: number
  kind: VersionKind
  /** 0x and 64 hex digits. */
  hash: string
  /** The root hash of the ledger with this version: 0x and 64 hex digits. */
  root: string
  /** Of a user's transaction. */
  sender: string | null
  /** Null: the transaction has a nonce instead. */
  sequence: number | null
  /** The signed transaction; for a gift, who got what. */
  raw: Uint8Array | null
  /** The result of its execution, as JSON. */
  output: unknown
}

export interface LedgerBlock {
  height: number
  first: number
  last: number
  /** Microseconds since 1970. */
  timestamp: number
}

/**
 * Everything that ever happened on an Aptos practice network, and the transactions that wait. It is on disk before it is answered, and executed
 * again at each start.
 */
export interface AptosLedger {
  /** Facts of the network that never change, made at its first start: its time (microseconds since 1970), and what distinguishes it from others. */
  readonly began: number
  readonly salt: string
  addBlock(block: LedgerBlock, versions: readonly LedgerVersion[]): void
  addWaiting(hash: string, raw: Uint8Array): void
  removeWaiting(hash: string): void
  /** In the order in which they came. */
  waiting(): Uint8Array[]
  blocks(): Generator<{ block: LedgerBlock; versions: LedgerVersion[] }>
  block(by: 'height' | 'version', number: number): LedgerBlock | null
  byVersion(from: number, limit: number): LedgerVersion[]
  byHash(hash: string): LedgerVersion | null
  /** A sender's transactions from a sequence number on. */
  bySender(sender: string, from: number, limit: number): LedgerVersion[]
  /** A sender's newest transactions, the oldest of them first. */
  lastOfSender(sender: string, limit: number): LedgerVersion[]
  /** Writes everything that `work` adds, or nothing. */
  together<T>(work: () => T): T
  close(): void
}

const schema = `
CREATE TABLE IF NOT EXISTS facts (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), began INTEGER NOT NULL, salt TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS blocks (height INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL UNIQUE, timestamp INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS versions (
  version INTEGER PRIMARY KEY,
  height INTEGER NOT NULL,
  kind TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL,
  sender TEXT,
  sequence INTEGER,
  raw BLOB,
  output BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS versions_by_sender ON versions (sender, sequence) WHERE sender IS NOT NULL;
CREATE TABLE IF NOT EXISTS waiting (place INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, raw BLOB NOT NULL) STRICT;
`

const facts = z.object({ began: z.int(), salt: z.string() })
const blockRow = z.object({ height: z.int(), first: z.int(), last: z.int(), timestamp: z.int() })
const versionRow = z
  .object({
    ...{ version: z.int(), height: z.int(), hash: z.string(), root: z.string() },
    kind: z.enum(['genesis', 'metadata', 'user', 'gift', 'epilogue']),
    ...{ sender: z.string().nullable(), sequence: z.int().nullable() },
    ...{ raw: z.instanceof(Buffer).nullable(), output: z.instanceof(Buffer) },
  })
  .transform(({ output, ...row }): LedgerVersion => ({ ...row, output: JSON.parse(inflateRawSync(output).toString()) }))
const waitingRow = z.object({ raw: z.instanceof(Buffer) })

/** @throws SqliteError SQLITE_BUSY while another process has it open */
export function openAptosLedger(file: string, first: { began: number; salt: string }): AptosLedger {
  const db = new Database(file, { timeout: 10_000 })
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('BEGIN IMMEDIATE; COMMIT')
  db.exec(schema)
  db.prepare('INSERT OR IGNORE INTO facts (only_one, began, salt) VALUES (1, ?, ?)').run(first.began, first.salt)
  const known = facts.parse(db.prepare('SELECT * FROM facts').get())
  const insertBlock = db.prepare('INSERT INTO blocks (height, first, last, timestamp) VALUES (?, ?, ?, ?)')
  const insertVersion = db.prepare(
    'INSERT INTO versions (version, height, kind, hash, root, sender, sequence, raw, output) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertWaiting = db.prepare('INSERT OR IGNORE INTO waiting (hash, raw) VALUES (?, ?)')
  const deleteWaiting = db.prepare('DELETE FROM waiting WHERE hash = ?')
  const blocksFrom = db.prepare('SELECT * FROM blocks WHERE height >= ? ORDER BY height LIMIT 100')
  const blockBy = {
    height: db.prepare('SELECT * FROM blocks WHERE height = ?'),
    version: db.prepare('SELECT * FROM blocks WHERE last >= ? ORDER BY last LIMIT 1'),
  }
  const versionsFrom = db.prepare('SELECT * FROM versions WHERE version >= ? ORDER BY version LIMIT ?')
  const versionOf = db.prepare('SELECT * FROM versions WHERE hash = ?')
  const ofSender = db.prepare('SELECT * FROM versions WHERE sender = ? AND sequence >= ? ORDER BY sequence LIMIT ?')
  const newestOfSender = db.prepare(
    'SELECT * FROM versions WHERE sender = ? AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT ?',
  )
  const versions = z.array(versionRow)

  return {
    ...known,
    addBlock({ height, first: from, last, timestamp }, all) {
      insertBlock.run(height, from, last, timestamp)
      for (const { version, kind, hash, root, sender, sequence, raw, output } of all) {
        const packed = deflateRawSync(JSON.stringify(output), { level: 1 })
        insertVersion.run(version, height, kind, hash, root, sender, sequence, raw, packed)
      }
    },
    addWaiting: (hash, raw) => void insertWaiting.run(hash, raw),
    removeWaiting: (hash) => void deleteWaiting.run(hash),
    waiting: () =>
      z
        .array(waitingRow)
        .parse(db.prepare('SELECT raw FROM waiting ORDER BY place').all())
        .map(({ raw }) => raw),
    *blocks() {
      for (let from = 0; ; ) {
        const rows = z.array(blockRow).parse(blocksFrom.all(from))
        for (const block of rows) {
          from = block.height + 1
          yield { block, versions: versions.parse(versionsFrom.all(block.first, block.last - block.first + 1)) }
        }
        if (rows.length === 0) return
      }
    },
    block: (by, number) => blockRow.nullish().parse(blockBy[by].get(number)) ?? null,
    byVersion: (from, limit) => versions.parse(versionsFrom.all(from, limit)),
    byHash: (hash) => versionRow.nullish().parse(versionOf.get(hash)) ?? null,
    bySender: (sender, from, limit) => versions.parse(ofSender.all(sender, from, limit)),
    lastOfSender: (sender, limit) => versions.parse(newestOfSender.all(sender, limit)).reverse(),
    together: (work) => db.transaction(work)(),
    close: () => void db.close(),
  }
}
