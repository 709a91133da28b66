import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProject, readProject } from '../../../src/core/store/installation/projects.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import { writtenTable } from '../../../src/core/store/sqlite/row-cache.ts'
import { openFreshStore } from '../fresh-store.ts'

let directory: string
let store: OpenStore
let id: string
let readings: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-cache-'))
  store = await openFreshStore(join(directory, 'mintdesk.db'))
  id = (await createProject(store.db, { name: 'first', kind: 'practice' }, 1)).id
  readings = 0
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true, force: true })
})

function name(): string | undefined {
  const project = store.cache.get(['api_keys', 'projects'], id, () => {
    readings++
    return readProject(store.reads, id)
  })
  return project?.name
}

it('reads a row once, and again after each write to its table, however it is written', async () => {
  expect([name(), name(), readings]).toEqual(['first', 'first', 1])
  await store.db.updateTable('projects').set({ name: 'second' }).execute()
  expect([name(), name(), readings]).toEqual(['second', 'second', 2])
  await sql`update projects set name = 'third'`.execute(store.db)
  expect([name(), readings]).toEqual(['third', 3])
  await store.db.updateTable('networks').set({ genesis: 'x' }).execute()
  expect([name(), readings]).toEqual(['third', 3])
  await sql`update api_keys set name = 'x'`.execute(store.db)
  expect([name(), readings]).toEqual(['third', 4])
})

it('shows a change as soon as it is committed, and never one that is undone', async () => {
  expect(name()).toBe('first')
  const during: (string | undefined)[] = []
  await store.db.transaction().execute(async (trx) => {
    await trx.updateTable('projects').set({ name: 'second' }).execute()
    during.push(name())
    await trx.updateTable('projects').set({ name: 'third' }).execute()
    during.push(name())
  })
  expect([during, name()]).toEqual([['first', 'first'], 'third'])
  await store.db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable('projects').set({ name: 'undone' }).execute()
      during.push(name())
      throw new Error('undone')
    })
    .catch(() => undefined)
  expect([during.at(-1), name()]).toEqual(['third', 'third'])
})

it('knows what a statement writes to', () => {
  for (const text of [
    'insert into "projects" ("id") values (?)',
    'INSERT OR IGNORE INTO projects (id) values (?)',
    'update "projects" set "name" = ?',
    ' delete from projects where id = ?',
    'replace into projects values (?)',
  ])
    expect(writtenTable(text), text).toBe('projects')
  for (const text of ['select * from "projects"', 'begin', 'savepoint piece', 'select 1 -- update projects'])
    expect(writtenTable(text), text).toBeNull()
})
