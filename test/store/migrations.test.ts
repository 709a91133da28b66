import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations, unreleased } from '../../src/core/store/migrations/index.ts'
import { runMigrations } from '../../src/core/store/migrations/migrate.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const schemaOf = (database: SqliteDatabase.Database): unknown[] =>
  database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all()

describe('migrations', () => {
  test('that fail leave the version before, whole', () => {
    const database = new SqliteDatabase(':memory:')
    const broken = ['CREATE TABLE a (x) ;', 'CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);']
    expect(() => runMigrations(database, broken)).toThrow('nowhere')
    expect(database.pragma('user_version', { simple: true })).toBe(unreleased + 1)
    expect(schemaOf(database)).toHaveLength(1)
  })
})

describe('the format of a database', () => {
  test('is that of the last migration, and is opened again', async () => {
    const file = join(folder, 'c.db')
    await openStore(file).close()
    await openStore(file).close()
    const database = new SqliteDatabase(file)
    expect(database.pragma('user_version', { simple: true })).toBe(unreleased + migrations.length)
    database.close()
  })

  test('from before the first release is refused with one sentence, and not a byte of it is changed', () => {
    for (const format of [1, 28, unreleased]) {
      const file = join(folder, `${format}.db`)
      const crashed = join(folder, `${format}-crashed.db`)
      const database = new SqliteDatabase(file)
      database.pragma('journal_mode = WAL')
      database.exec('CREATE TABLE projects (id TEXT PRIMARY KEY)')
      database.pragma(`user_version = ${format}`)
      // What is committed is in the log alone.
      for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${crashed}${end}`)
      database.close()
      const bytes = () => [file, crashed, `${crashed}-wal`].map((part) => readFileSync(part))
      const before = bytes()
      const sentence = new RegExp(
        `^The database .* from before the first release \\(its format is ${format}\\), .* run "mintdesk recover", .*\\.$`,
      )
      for (const each of [file, crashed]) expect(() => openStore(each)).toThrow(sentence)
      expect(bytes()).toEqual(before)
    }
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

  test('that is none is refused with one sentence', () => {
    const file = join(folder, 'b.db')
    const database = new SqliteDatabase(file)
    database.pragma('user_version = 1')
    database.close()
    writeFileSync(file, 'this is a letter, not a database, and it is long enough to be seen as one by its first bytes')
    expect(() => openStore(file)).toThrow(
      /^The database .* cannot be used, because it is damaged: put a copy of it back, or choose another data folder\.$/,
    )
  })
})
