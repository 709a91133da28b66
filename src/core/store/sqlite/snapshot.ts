import SqliteDatabase from 'better-sqlite3'

/** Ours: pages copied in one step; nothing else runs in the thread meanwhile. */
const pagesPerStep = 10_000

/**
 * Copies a database that is in use into a new file, by SQLite's online backup: the copy is the database as it was at one commit, and writers
 * do not wait. Not for the core's own thread: each step blocks the thread it runs in.
 * @param to a file that is not there yet
 * @throws SQLite's error
 */
export async function snapshotDatabase(file: string, to: string): Promise<void> {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
  try {
    // One read transaction for all steps. Without it, each commit of another connection would begin the copy anew.
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    await database.backup(to, { progress: () => pagesPerStep })
  } finally {
    database.close()
  }
}

/** Folds the log of a copied database in, so that one file holds everything. @throws SQLite's error */
export function foldLog(file: string): void {
  const database = new SqliteDatabase(file, { fileMustExist: true })
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}
