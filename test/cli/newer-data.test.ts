import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { cli } from './run-cli.ts'

const home = mkdtempSync(join(tmpdir(), 'mintdesk-newer-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('refuses the data of a newer version in one sentence, and leaves it as it is', async () => {
  const file = join(home, 'mintdesk.db')
  const version = (): unknown => {
    const database = new SqliteDatabase(file)
    try {
      return database.pragma('user_version', { simple: true })
    } finally {
      database.close()
    }
  }
  const database = new SqliteDatabase(file)
  database.pragma('user_version = 999')
  database.close()

  const { code, stdout, stderr } = await cli(home, 'runs', '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: true, code: 'store.newer' }])
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toContain('was written by a newer Mintdesk')
  expect(version()).toBe(999)
})
