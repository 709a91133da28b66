import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../src/core/store/migrations/index.ts'
import { openStore, runMigrations } from '../../src/core/store/open.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const schemaOf = (database: SqliteDatabase.Database): unknown[] =>
  database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all()

describe('migrations', () => {
  test('from every earlier version lead to the same database', () => {
    const fresh = new SqliteDatabase(':memory:')
    runMigrations(fresh, 'fresh', migrations)
    for (let version = 0; version < migrations.length; version++) {
      const old = new SqliteDatabase(':memory:')
      runMigrations(old, 'old', migrations.slice(0, version))
      expect(old.pragma('user_version', { simple: true })).toBe(version)
      runMigrations(old, 'old', migrations)
      expect(old.pragma('user_version', { simple: true })).toBe(migrations.length)
      expect(schemaOf(old)).toEqual(schemaOf(fresh))
    }
  })

  test('that fail leave the version before, whole', () => {
    const database = new SqliteDatabase(':memory:')
    const broken = ['CREATE TABLE a (x) ;', 'CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);']
    expect(() => runMigrations(database, 'x', broken)).toThrow('nowhere')
    expect(database.pragma('user_version', { simple: true })).toBe(1)
    expect(schemaOf(database)).toHaveLength(1)
  })
})

describe('the database', () => {
  test('commits to the disk before it says so', async () => {
    const store = openStore(join(folder, 'a.db'))
    await store.close()
    const database = new SqliteDatabase(join(folder, 'a.db'))
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  test('that is none is refused with one sentence', async () => {
    const file = join(folder, 'b.db')
    const database = new SqliteDatabase(file)
    database.pragma('user_version = 1')
    database.close()
    const { writeFileSync } = await import('node:fs')
    writeFileSync(file, 'this is a letter, not a database, and it is long enough to be seen as one by its first bytes')
    expect(() => openStore(file)).toThrow(
      /^The database .* cannot be used, because it is damaged: put a copy of it back, or choose another data folder\.$/,
    )
  })
})
