import { type FileHandle, open } from 'node:fs/promises'
import type SqliteDatabase from 'better-sqlite3'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import { unforced } from './unforced.ts'

/**
 * Commits that do not hold up everything else while the disk takes them: SQLite writes them, and they are forced to the disk beside the
 * thread, those that come meanwhile by one call together. Whoever answers for them waits for `onDisk`.
 */
export interface ForcedCommits {
  /** Does `work` in a transaction and commits it. It counts only once `onDisk`, asked for after it, has resolved. */
  commit<Result>(work: (tx: Transaction<Database>) => Promise<Result>): Promise<Result>
  /** Resolves when all that was committed here so far is on the disk; at once when it is. It throws where the disk does not take it. */
  onDisk(): Promise<void>
  /**
   * The disk refused something of the log to somebody else: what it takes from now on says nothing until the database has all of it. That is tried
   * at once, and whenever `onDisk` is asked for.
   */
  diskFailed(cause: unknown): void
}

/** Folds the log in, whole, so that it begins anew; whether that was possible at once. */
function isFoldedIn(database: SqliteDatabase.Database): boolean {
  const patience: unknown = database.pragma('busy_timeout', { simple: true })
  // Waiting for a reader would hold up everything.
  database.pragma('busy_timeout = 0')
  try {
    return database.pragma('main.wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    database.pragma(`busy_timeout = ${Number(patience)}`)
  }
}

/**
 * The forced commits of a connection in WAL mode. What SQLite does at each commit with `synchronous=FULL` is done here for the commits of
 * `commit`: the write-ahead log is forced to the disk (https://www.sqlite.org/pragma.html#pragma_synchronous), with what was committed unforced
 * before.
 *
 * @param file the database's
 */
export function forcedCommits(
  database: SqliteDatabase.Database,
  db: Kysely<Database>,
  file: string,
): ForcedCommits & { close(): Promise<void> } {
  let log: Promise<FileHandle> | undefined
  /** Whether something was committed after the last call of the disk began. */
  let isNews = false
  /** Set from when the disk refused something until the database has it: a call that succeeds after that says nothing. */
  let refused: { cause: unknown } | undefined
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function force(): Promise<void> {
    isNews = false
    if (refused === undefined)
      try {
        // Made by the first commit, and the same file as long as the connection is open.
        log ??= open(`${file}-wal`, 'r+')
        await (await log).datasync()
      } catch (cause) {
        refused = { cause }
      }
    // It may have failed somebody else meanwhile.
    if (refused === undefined) return
    await foldIn(refused.cause)
    refused = undefined
  }

  /** What the disk did not take may be lost though a further call succeeds: the database itself gets it, from what is in memory. */
  async function foldIn(cause: unknown): Promise<void> {
    try {
      if (!(await db.connection().execute(async () => isFoldedIn(database)))) throw cause
    } catch (error) {
      isNews = true
      throw error
    }
  }

  function onDisk(): Promise<void> {
    if (!isNews) return next ?? current
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        current = force()
        return current
      })
    return next
  }

  return {
    async commit(work) {
      try {
        return await unforced(db, work)
      } finally {
        isNews = true
      }
    },
    onDisk,
    diskFailed(cause) {
      refused ??= { cause }
      isNews = true
      onDisk().catch(() => undefined)
    },
    async close() {
      await (next ?? current).catch(() => undefined)
      await log?.then((handle) => handle.close())
    },
  }
}
