/**
 * Preloaded into a core (`node --import`): a disk that takes 5 ms for each commit, as those without a cache that survives a loss of power do. The
 * process stands still meanwhile, as it does while SQLite waits for a disk.
 */
import SqliteDatabase from 'better-sqlite3'

const waitMs = 5
const cell = new Int32Array(new SharedArrayBuffer(4))
const prepare = SqliteDatabase.prototype.prepare

SqliteDatabase.prototype.prepare = function slowly(this: SqliteDatabase.Database, sql: string) {
  const statement = prepare.call(this, sql)
  if (statement.readonly && sql !== 'commit') return statement
  for (const name of ['run', 'all', 'get'] as const) {
    const act = statement[name].bind(statement) as (...given: unknown[]) => unknown
    Object.defineProperty(statement, name, {
      value: (...given: unknown[]) => {
        const result = act(...given)
        // A commit that is not forced does not wait for any disk.
        const isForced = this.pragma('synchronous', { simple: true }) === 2
        if (!this.inTransaction && isForced) Atomics.wait(cell, 0, 0, waitMs)
        return result
      },
    })
  }
  return statement
} as typeof prepare
