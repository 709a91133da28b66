import { closeSync, openSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, type SqliteDatabase as SqliteDialectDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { CoreError } from '../../lib/errors.ts'
import { migrations } from '../migrations/index.ts'
import { checkFormat, runMigrations } from '../migrations/migrate.ts'
import type { Database } from '../tables/schema.ts'
import { type Checkpoints, foldInByCommits, openCheckpoints } from './checkpoints.ts'
import { type ForcedCommits, forcedCommits } from './forced-commits.ts'
import { openReader, type Reader } from './reader.ts'
import { openRowCache, type RowCache, writtenTable } from './row-cache.ts'
import { fullSync } from './unforced.ts'
import { YieldingDialect } from './yielding-driver.ts'

/** Ours: pages kept in memory. New mints touch pages all over their indexes; with SQLite's 2 MiB these would be read again and again. */
const cacheKiB = 32_000
/** Ours: more than the code has. Each length of a list of values makes a statement of its own. */
const statementsKept = 300

export type Store = Kysely<Database>

export interface OpenStore {
  readonly db: Store
  readonly cache: RowCache
  readonly reads: Reader
  readonly commits: ForcedCommits
  /** Closes the connections; the write-ahead log is folded in. */
  close(): Promise<void>
}

export interface OpenStoreOptions {
  /** false: for further connections of the same process, such as a worker's. */
  migrate?: boolean
  /** The program of the thread that folds the log in while much is written; without it commits do. */
  checkpointProgram?: string
  log?: Pick<Logger, 'warn'>
}

/**
 * Opens (and brings up to date) the database in `file`. `synchronous=FULL`: what is committed is on the disk before the commit returns, which the
 * journal relies on, except where it says otherwise (unforced.ts).
 *
 * @throws CoreError `store.newer` when a newer Mintdesk wrote the file, `store.older` when one from before the first release did, `store.unusable`
 *   when it cannot be opened or written.
 */
export function openStore(file: string, options: OpenStoreOptions = {}): OpenStore {
  const { migrate = true, checkpointProgram: program, log } = options
  const database = connect(file)
  try {
    if (migrate) checkFormat(file)
    database.pragma('journal_mode = WAL')
    database.exec(fullSync)
    database.pragma('foreign_keys = ON')
    database.pragma('busy_timeout = 10000')
    database.pragma(`cache_size = -${cacheKiB}`)
    foldInByCommits(database)
    if (migrate) runMigrations(database, migrations)
  } catch (error) {
    database.close()
    if (error instanceof CoreError) throw error
    throw new CoreError('store.unusable', `The database ${file} cannot be used, because ${reason(error)}.`)
  }
  const { cache, written } = openRowCache()
  let checkpoints: Checkpoints | undefined
  const committed = () => checkpoints?.committed()
  const dialect = new YieldingDialect({ database: dialectDatabase(database, written), committed })
  const db = new Kysely<Database>({ dialect })
  const reader = openReader(file)
  const commits = forcedCommits(database, db, file)
  const failed = (error: unknown): void => {
    if (isDiskFault(error)) commits.diskFailed(error)
    log?.warn({ err: error }, 'the log is folded into the database by commits alone until the next start')
  }
  if (program !== undefined) checkpoints = openCheckpoints({ database, file, program, failed })
  const close = async (): Promise<void> => {
    try {
      await commits.close()
    } finally {
      await checkpoints?.close()
      // SQLite folds the log in when the last connection closes; a read-only one cannot do that.
      reader.close()
      await db.destroy()
    }
  }
  return { db, cache, reads: reader, commits, close }
}

/**
 * The database as Kysely uses it. Calls `written` for each table that a commit changes. Caches prepared statements, since preparing one takes
 * longer than most of them run; no statement is read row by row, so none is ever in use twice.
 *
 * SQLite itself rolls back a transaction that finds the disk full; Kysely's own rollback would then fail and hide the reason.
 * https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"
 */
function dialectDatabase(database: SqliteDatabase.Database, written: (table: string) => void): SqliteDialectDatabase {
  const prepared = new LRUCache<
    string,
    { statement: SqliteDatabase.Statement<unknown[], unknown>; writes: string | null }
  >({ max: statementsKept })
  const changed = new Set<string>()
  const prepare = (sql: string) => {
    if (sql.startsWith('pragma ')) return database.prepare<unknown[], unknown>(sql)
    let known = prepared.get(sql)
    if (!known) {
      known = { statement: database.prepare<unknown[], unknown>(sql), writes: writtenTable(sql) }
      prepared.set(sql, known)
    }
    // A statement that is prepared here runs at once, before any read.
    if (known.writes !== null) changed.add(known.writes)
    if (sql === 'rollback') changed.clear()
    else if (sql === 'commit' || !database.inTransaction) {
      for (const table of changed) written(table)
      changed.clear()
    }
    return known.statement
  }
  return {
    prepare: (sql) => prepare(sql === 'rollback' && !database.inTransaction ? 'select 1' : sql),
    close: () => void database.close(),
  }
}

function connect(file: string): SqliteDatabase.Database {
  try {
    // The file holds recipients, so only its owner may read it; SQLite gives its other files the same mode.
    closeSync(openSync(file, 'a', 0o600))
    return new SqliteDatabase(file)
  } catch (error) {
    throw new CoreError('store.unusable', `The database ${file} cannot be opened, because ${reason(error)}.`)
  }
}

/** https://www.sqlite.org/rescode.html#ioerr */
function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_IOERR')
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full: free some space, and start Mintdesk again',
  SQLITE_NOTADB: 'it is damaged: put a copy of it back, or choose another data folder',
  SQLITE_CORRUPT: 'it is damaged: put a copy of it back, or choose another data folder',
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error ? reasons[String(error.code)] : undefined) ?? error.message
}
