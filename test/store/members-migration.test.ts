import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { batchMembers, queuedMints } from '../../src/core/store/batches.ts'
import { migrations } from '../../src/core/store/migrations/index.ts'
import { mintsNow } from '../../src/core/store/mints-now.ts'
import { openStore, runMigrations } from '../../src/core/store/open.ts'
import { requeueFailed } from '../../src/core/store/runs.ts'
import { temporaryFolder } from '../minting/simulated-world.ts'

/** Versions before 19 said in a mint's own row in which batch it is, at which place, and that it waits. */
const before = 18

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Batches by key: 1 composed, 2 minted, 3 minted and settled by a version before 18, 4 failed. */
const batches = [
  [1, 'composed', null, null],
  [2, 'succeeded', 1, 5],
  [3, 'succeeded', 3, 5],
  [4, 'failed', null, 5],
]
/** Key, run, state, batch, place, token, transaction of each mint. */
const mints = [
  [1, 'r', 'queued', null, null, null, null],
  [2, null, 'queued', null, null, null, null],
  [3, 'r', 'composed', 1, 1, null, null],
  [4, 'r', 'composed', 1, 0, null, null],
  [5, 'r', 'composed', 2, 0, null, null],
  [6, 'r', 'composed', 2, 1, null, null],
  [7, 'r', 'succeeded', 3, 0, 3, null],
  [8, 'r', 'failed', 4, 0, null, null],
  [9, 'r', 'failed', null, null, null, null],
  [10, 'r', 'cancelled', null, null, null, null],
  [11, 'r', 'succeeded', null, null, 9, '0xfound'],
  [12, 'r', 'queued', null, null, null, null],
]

function earlierDatabase(file: string): void {
  const old = new SqliteDatabase(file)
  runMigrations(old, file, migrations.slice(0, before))
  old.exec(`
    insert into projects values ('p', 0, 'p', 'practice', 0, 0);
    insert into collections (pk, project_id, id, chain, contract_kind, fungibility, metadata, reupload, state, created_at)
      values (1, 'p', 'c', 'polygon', 'economy', 'non-fungible', '{}', 1, 'deployed', 0);
    insert into runs (id, project_id, collection_pk, name, content, repeat, state, total, created_at)
      values ('r', 'p', 1, 'r', 'c', 0, 'running', 11, 0)`)
  const batch =
    old.prepare(`insert into batches (pk, state, first_token_id, settled_at, collection_pk, run_id, job_id, kind, size, created_at)
    values (?, ?, ?, ?, 1, 'r', ?, 'batch', 1, 0)`)
  for (const values of batches) batch.run(...values, `job ${values[0]}`)
  const mint =
    old.prepare(`insert into mints (pk, run_id, state, batch_pk, place, token_id, tx_hash, collection_pk, id, action_id, recipient, reupload,
    content_hash, created_at) values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 'x', 0, zeroblob(32), 0)`)
  for (const values of mints) mint.run(...values, `m${values[0]}`, `m${values[0]}`)
  old.exec(`
    insert into actions (project_id, id, kind, collection_pk, mint_pk, status, work, started_at)
      values ('p', 'burn', 'nfts.delete', 1, 7, 'pending', '{}', 0);
    delete from mints where pk = 12`)
  old.close()
}

it('what a version before 19 left reads the same: states, batches, places, tokens, and what waits', async () => {
  const file = join(dir, 'mintdesk.db')
  earlierDatabase(file)
  const { db, close } = openStore(file)
  try {
    const rows = await mintsNow(db).select(['pk', 'state', 'batch_pk', 'place', 'token_id']).orderBy('pk').execute()
    const now = rows.map(({ pk, state, batch_pk, place, token_id }) => [pk, state, batch_pk, place, token_id])
    expect(now).toEqual([
      ...mints.slice(0, 4).map(([pk, , state, batch, place]) => [pk, state, batch, place, null]),
      [5, 'succeeded', 2, 0, 1],
      [6, 'succeeded', 2, 1, 2],
      [7, 'succeeded', 3, 0, 3],
      [8, 'failed', 4, 0, null],
      [9, 'failed', null, null, null],
      [10, 'cancelled', null, null, null],
      [11, 'succeeded', null, null, 9],
    ])
    expect((await queuedMints(db, 1, 'r', 9)).map(({ pk }) => pk)).toEqual([1])
    expect((await queuedMints(db, 1, null, 9)).map(({ pk }) => pk)).toEqual([2])
    expect((await batchMembers(db, 1)).map(({ pk }) => pk)).toEqual([4, 3])
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    expect((await sql<{ on: number }>`select foreign_keys as "on" from pragma_foreign_keys`.execute(db)).rows).toEqual([
      { on: 1 },
    ])
    expect(await requeueFailed(db, 'r', 9)).toBe(2)
    expect((await queuedMints(db, 1, 'r', 9)).map(({ pk }) => pk)).toEqual([1, 8, 9])
    // The key of a mint that was removed is not given again.
    const { pk } = await db
      .insertInto('mints')
      .values({
        ...{ collection_pk: 1, id: 'new', action_id: 'new', recipient: 'x', reupload: 0 as const, created_at: 1 },
        ...{ content_hash: Buffer.alloc(32), state: 'open' as const },
      })
      .returning('pk')
      .executeTakeFirstOrThrow()
    expect(pk).toBe(13)
  } finally {
    await close()
  }
})
