import SqliteDatabase from 'better-sqlite3'
import { CoreError } from '../../lib/errors.ts'
import { migrations, unreleased } from './index.ts'

/** `unreleased` plus the number of the last migration that was applied; 0 for a new database. */
function formatOf(database: SqliteDatabase.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/**
 * Refuses a database whose format the migrations cannot bring up to date. It reads over a read-only connection, so that not a byte changes: one
 * that may write would fold in a log that a crash left.
 * @throws CoreError `store.newer`, `store.older`
 */
export function checkFormat(file: string): void {
  const database = new SqliteDatabase(file, { readonly: true })
  try {
    const format = formatOf(database)
    const newest = unreleased + migrations.length
    if (format > newest)
      throw new CoreError(
        'store.newer',
        `The database ${file} was written by a newer Mintdesk (its format is ${format}, this one knows ${newest}). Update Mintdesk, or choose another data folder.`,
      )
    if (format > 0 && format <= unreleased)
      throw new CoreError(
        'store.older',
        `The database ${file} was written by a Mintdesk from before the first release (its format is ${format}), which this one cannot read: move it away, with the files beside it whose names begin with its own, and run "mintdesk recover", which brings collections and NFTs back from the chains.`,
      )
  } finally {
    database.close()
  }
}

/**
 * Applies the missing migrations, each in a transaction of its own that also sets the new format. Foreign keys are off meanwhile: else dropping
 * a table to make it anew would delete the rows that refer to it, or fail because of them.
 */
export function runMigrations(database: SqliteDatabase.Database, all: readonly string[]): void {
  const format = formatOf(database)
  database.pragma('foreign_keys = OFF')
  for (const [index, statements] of all.entries()) {
    const next = unreleased + index + 1
    if (next <= format) continue
    database.transaction(() => {
      database.exec(statements)
      database.pragma(`user_version = ${next}`)
    })()
  }
  database.pragma('foreign_keys = ON')
}
