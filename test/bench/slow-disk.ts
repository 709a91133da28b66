/**
 * Preloaded into a core (`node --import`): a disk that takes 5 ms each time something is forced to it, as those without a cache that survives a
 * loss of power do. Where SQLite waits for it (`synchronous=FULL`) the process stands still meanwhile; where the file is forced beside the
 * thread, only that waits.
 */
import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'

const waitMs = 5
const cell = new Int32Array(new SharedArrayBuffer(4))
const { prepare } = SqliteDatabase.prototype

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

const probe = await open(devNull)
const files = Object.getPrototypeOf(probe) as Pick<typeof probe, 'datasync'>
await probe.close()
const { datasync } = files
files.datasync = async function slowly(this: typeof probe) {
  await datasync.call(this)
  await sleep(waitMs)
}
