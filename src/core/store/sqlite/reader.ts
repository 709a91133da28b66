import SqliteDatabase from 'better-sqlite3'

/**
 * Reads committed data synchronously, over a connection of its own, which waits for no transaction that is under way. For reads of which there
 * are thousands a second.
 */
export interface Reader {
  /** Runs a statement, whose text is one of a few: each is prepared once and kept. */
  all(sql: string, parameters: readonly unknown[]): unknown[]
}

/** Ours, KiB: enough for the upper levels of the indexes. The operating system caches the rest. */
const cacheKiB = 8_000

/** A reader of the database in `file`, which is there and up to date. It connects at its first use. */
export function openReader(file: string): Reader & { close(): void } {
  let database: SqliteDatabase.Database | undefined
  const prepared = new Map<string, SqliteDatabase.Statement<unknown[], unknown>>()
  const connect = (): SqliteDatabase.Database => {
    const opened = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
    opened.pragma('busy_timeout = 10000')
    opened.pragma(`cache_size = -${cacheKiB}`)
    return opened
  }
  return {
    all(sql, parameters) {
      let statement = prepared.get(sql)
      if (!statement) {
        database ??= connect()
        statement = database.prepare<unknown[], unknown>(sql)
        prepared.set(sql, statement)
      }
      return statement.all(parameters as unknown[])
    },
    close() {
      prepared.clear()
      database?.close()
    },
  }
}
