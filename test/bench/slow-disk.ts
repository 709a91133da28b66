/**
 * Preloaded into a core (`node --import`): a disk that takes 5 ms each time something is forced to it, as those without a cache that survives a
 * loss of power do. Where SQLite waits for it (`synchronous=FULL`, and something was changed) the process stands still meanwhile; where the file
 * is forced beside the thread, only that waits.
 */
import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'

const waitMs = 5
const cell = new Int32Array(new SharedArrayBuffer(4))
const { prepare } = SqliteDatabase.prototype
/** Rows that each connection had changed when it last committed. */
const committed = new WeakMap<SqliteDatabase.Database, number>()

/** Whether a commit that was just made changed anything: what changed nothing writes nothing. */
function isNews(database: SqliteDatabase.Database): boolean {
  const changes = prepare.call(database, 'select total_changes()').pluck().get() as number
  const before = committed.get(database) ?? 0
  committed.set(database, changes)
  return changes !== before
}

SqliteDatabase.prototype.prepare = function slowly(this: SqliteDatabase.Database, sql: string) {
  const statement = prepare.call(this, sql)
  if (statement.readonly && sql !== 'commit') return statement
  for (const name of ['run', 'all', 'get'] as const) {
    const act = statement[name].bind(statement) as (...given: unknown[]) => unknown
    Object.defineProperty(statement, name, {
      value: (...given: unknown[]) => {
        const result = act(...given)
        if (this.inTransaction) return result
        // A commit that is not forced does not wait for any disk.
        const isForced = this.pragma('synchronous', { simple: true }) === 2
        if (isNews(this) && isForced) Atomics.wait(cell, 0, 0, waitMs)
        return result
      },
    })
  }
  return statement
} as typeof prepare

const probe = await open(devNull)
const files = Object.getPrototypeOf(probe) as Pick<typeof probe, 'datasync'>
await probe.close()
const { datasync } = files
files.datasync = async function slowly(this: typeof probe) {
  await datasync.call(this)
  await sleep(waitMs)
}
