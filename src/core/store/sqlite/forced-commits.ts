import { type FileHandle, open } from 'node:fs/promises'
import type SqliteDatabase from 'better-sqlite3'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import { unforced } from './unforced.ts'

/**
 * Forced commits that do not block everything else while the disk works: SQLite writes them unforced, and an asynchronous `datasync` then forces
 * the log to the disk, for all commits that came meanwhile. Code that reports such a commit waits for `onDisk` first.
 */
export interface ForcedCommits {
  /** Does `work` in a transaction and commits it. The commit counts only when an `onDisk` that was called after it has resolved. */
  commit<Result>(work: (tx: Transaction<Database>) => Promise<Result>): Promise<Result>
  /** Resolves when everything that was committed here so far is on the disk. It throws when the disk refuses that. */
  onDisk(): Promise<void>
  /**
   * To be called when the disk refused other code a part of the log: from then on a successful `datasync` proves nothing until the whole log is
   * folded into the database. That is tried at once, and at each `onDisk`.
   */
  diskFailed(cause: unknown): void
}

/** Folds the whole log in, so that it begins anew. @returns whether that was possible at once */
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
  /** Whether something was committed after the last `datasync` began. */
  let isNews = false
  /** Set from a refusal of the disk until the database has everything: a `datasync` that succeeds in between proves nothing. */
  let refused: { cause: unknown } | undefined
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function force(): Promise<void> {
    isNews = false
    if (refused === undefined)
      try {
        // The first commit creates the log, which stays the same file as long as the connection is open.
        log ??= open(`${file}-wal`, 'r+')
        await (await log).datasync()
      } catch (cause) {
        refused = { cause }
      }
    // `diskFailed` may have been called meanwhile.
    if (refused === undefined) return
    await foldIn(refused.cause)
    refused = undefined
  }

  /** What the disk refused may be lost although a later `datasync` succeeds. So SQLite writes it from memory into the database itself. */
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
