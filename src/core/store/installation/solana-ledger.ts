import { deflateRawSync, inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { z } from 'zod'

/** An error as an RPC answers it under `err`. */
export type TransactionFault = string | Record<string, unknown>

/** A transaction in the network's own record; `seq` is the order of execution. */
export interface Entry {
  seq: number
  /** Base58. */
  signature: string
  slot: number
  raw: Uint8Array
}

/** An entry that is about to be written. */
export interface NewEntry {
  signature: string
  slot: number
  raw: Uint8Array
  fault: TransactionFault | null
  /** JSON as an RPC answers it under `meta`. */
  meta: unknown
  /** Base58 addresses of its accounts. */
  accounts: readonly string[]
}

/** Coin that no account sent. */
export interface Gift {
  seq: number
  address: string
  lamports: bigint
}

export interface Status {
  slot: number
  fault: TransactionFault | null
}

/**
 * Everything that ever happened on a practice network, on disk before it is answered. Snapshots may be of any age, since what came after them
 * is executed again.
 */
export interface Ledger {
  /** Facts of the network that never change, made at its first start. */
  readonly began: number
  readonly salt: string
  skipped(): number
  setSkipped(slots: number): void
  lastSlot(): number
  lastSeq(): number
  count(): number
  add(entry: NewEntry): void
  give(address: string, lamports: bigint, slot: number): string
  /** What happened after a place, in order. */
  since(seq: number): Generator<Entry | Gift>
  status(signature: string): Status | null
  transaction(signature: string): { slot: number; raw: Uint8Array; meta: unknown } | null
  /** Newest first. */
  ofAddress(
    address: string,
    limit: number,
    before: string | undefined,
    until: string | undefined,
  ): (Status & { signature: string })[]
  /**
   * Removes the transactions that neither have one of these signatures nor touch one of these addresses, and the gifts to accounts that no
   * remaining transaction touches. Earlier snapshots are useless after that.
   */
  keepOnly(ours: { signatures: ReadonlySet<string>; addresses: ReadonlySet<string> }): void
  /** Writes everything that `work` adds, or nothing. */
  together<T>(work: () => T): T
  close(): void
}

const schema = `
CREATE TABLE IF NOT EXISTS facts (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), began INTEGER NOT NULL, salt TEXT NOT NULL,
  skipped INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  signature TEXT NOT NULL UNIQUE,
  slot INTEGER NOT NULL,
  raw BLOB,
  address TEXT,
  lamports TEXT,
  fault TEXT,
  meta BLOB
) STRICT;
CREATE TABLE IF NOT EXISTS accounts (address TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (address, seq)) STRICT, WITHOUT ROWID;
`

const facts = z.object({ began: z.int(), salt: z.string(), skipped: z.int() })
const entryRow = z.object({
  seq: z.int(),
  signature: z.string(),
  slot: z.int(),
  raw: z.instanceof(Buffer).nullable(),
  address: z.string().nullable(),
  lamports: z.string().nullable(),
})
const statusRow = z.object({ slot: z.int(), fault: z.string().nullable() })
const metaRow = z.object({ slot: z.int(), raw: z.instanceof(Buffer).nullable(), meta: z.instanceof(Buffer).nullable() })
const addressRow = statusRow.extend({ signature: z.string() })
const number = z.object({ value: z.int().nullable() })

/** @throws SqliteError SQLITE_BUSY while another process has it open */
export function openLedger(file: string, first: { began: number; salt: string }): Ledger {
  const db = new Database(file, { timeout: 10_000 })
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('BEGIN IMMEDIATE; COMMIT')
  db.exec(schema)
  db.prepare('INSERT OR IGNORE INTO facts (only_one, began, salt, skipped) VALUES (1, ?, ?, 0)').run(
    first.began,
    first.salt,
  )
  const known = facts.parse(db.prepare('SELECT * FROM facts').get())
  const insert = db.prepare(
    'INSERT INTO entries (signature, slot, raw, address, lamports, fault, meta) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertAccount = db.prepare('INSERT OR IGNORE INTO accounts (address, seq) VALUES (?, ?)')
  const after = db.prepare(
    'SELECT seq, signature, slot, raw, address, lamports FROM entries WHERE seq > ? ORDER BY seq LIMIT 500',
  )
  const statusOf = db.prepare('SELECT slot, fault FROM entries WHERE signature = ?')
  const transactionOf = db.prepare('SELECT slot, raw, meta FROM entries WHERE signature = ?')
  const seqOf = db.prepare('SELECT seq AS value FROM entries WHERE signature = ?')
  const listOf = db.prepare(
    `SELECT signature, slot, fault FROM accounts JOIN entries USING (seq)
     WHERE accounts.address = ? AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?`,
  )
  const max = db.prepare('SELECT max(seq) AS value FROM entries')
  const place = (signature: string | undefined, otherwise: number): number =>
    (signature === undefined ? null : number.optional().parse(seqOf.get(signature))?.value) ?? otherwise
  const lastSeq = () => number.parse(max.get()).value ?? 0

  return {
    began: known.began,
    salt: known.salt,
    skipped: () => facts.parse(db.prepare('SELECT * FROM facts').get()).skipped,
    setSkipped(slots) {
      db.prepare('UPDATE facts SET skipped = ?').run(slots)
    },
    lastSlot: () => number.parse(db.prepare('SELECT max(slot) AS value FROM entries').get()).value ?? 0,
    lastSeq,
    count: () => number.parse(db.prepare('SELECT count(*) AS value FROM entries').get()).value ?? 0,
    add({ signature, slot, raw, fault, meta, accounts }) {
      const { lastInsertRowid } = insert.run(
        signature,
        slot,
        raw,
        null,
        null,
        fault === null ? null : JSON.stringify(fault),
        deflateRawSync(JSON.stringify(meta), { level: 1 }),
      )
      for (const address of accounts) insertAccount.run(address, lastInsertRowid)
    },
    give(address, lamports, slot) {
      const signature = `gift${lastSeq() + 1}`
      insert.run(signature, slot, null, address, lamports.toString(), null, null)
      return signature
    },
    *since(seq) {
      for (let from = seq; ; ) {
        const rows = z.array(entryRow).parse(after.all(from))
        for (const row of rows) {
          from = row.seq
          if (row.raw !== null) yield { seq: row.seq, signature: row.signature, slot: row.slot, raw: row.raw }
          else yield { seq: row.seq, address: row.address ?? '', lamports: BigInt(row.lamports ?? '0') }
        }
        if (rows.length === 0) return
      }
    },
    status(signature) {
      const row = statusRow.optional().parse(statusOf.get(signature))
      return row === undefined ? null : { slot: row.slot, fault: faultIn(row.fault) }
    },
    transaction(signature) {
      const row = metaRow.optional().parse(transactionOf.get(signature))
      if (row === undefined || row.raw === null || row.meta === null) return null
      return { slot: row.slot, raw: row.raw, meta: JSON.parse(inflateRawSync(row.meta).toString()) }
    },
    ofAddress: (address, limit, before, until) =>
      z
        .array(addressRow)
        .parse(listOf.all(address, place(before, Number.MAX_SAFE_INTEGER), place(until, 0), limit))
        .map(({ signature, slot, fault }) => ({ signature, slot, fault: faultIn(fault) })),
    keepOnly: ({ signatures, addresses }) =>
      db.transaction(() => {
        db.exec(
          'CREATE TEMP TABLE ours (signature TEXT PRIMARY KEY) STRICT; CREATE TEMP TABLE own (address TEXT PRIMARY KEY) STRICT',
        )
        const addSignature = db.prepare('INSERT INTO ours VALUES (?)')
        for (const signature of signatures) addSignature.run(signature)
        const addAddress = db.prepare('INSERT INTO own VALUES (?)')
        for (const address of addresses) addAddress.run(address)
        db.exec(`
          DELETE FROM entries WHERE raw IS NOT NULL AND signature NOT IN (SELECT signature FROM ours)
            AND seq NOT IN (SELECT seq FROM accounts JOIN own USING (address));
          DELETE FROM accounts WHERE seq NOT IN (SELECT seq FROM entries);
          DELETE FROM entries WHERE raw IS NULL AND address NOT IN (SELECT address FROM accounts);
          DROP TABLE ours; DROP TABLE own`)
      })(),
    together: (work) => db.transaction(work)(),
    close: () => db.close(),
  }
}

function faultIn(text: string | null): TransactionFault | null {
  return text === null ? null : z.union([z.string(), z.record(z.string(), z.unknown())]).parse(JSON.parse(text))
}
