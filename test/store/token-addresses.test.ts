import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { setTokenAddresses } from '../../src/core/store/collections/trees.ts'
import type { Database } from '../../src/core/store/tables/schema.ts'
import { openFreshStore } from './fresh-store.ts'

it('the addresses of tokens are written without reading through all mints', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-addresses-'))
  const path = join(dir, 'mintdesk.db')
  await (await openFreshStore(path)).close()
  const database = new SqliteDatabase(path)
  const queries: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void queries.push(query),
  })
  try {
    await setTokenAddresses(db, [{ batchPk: 1, addresses: ['0x1', '0x2'] }])
    const [query] = queries
    const plan = database
      .prepare<unknown[], { detail: string }>(`explain query plan ${query?.sql}`)
      .all(...(query?.parameters ?? []))
      .map(({ detail }) => detail)
    expect(plan.filter((step) => /mints/.test(step))).toEqual([
      expect.stringMatching(/^SEARCH mints USING INTEGER PRIMARY KEY/),
    ])
  } finally {
    await db.destroy()
    await rm(dir, { recursive: true, force: true })
  }
})
