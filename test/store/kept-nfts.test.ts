import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptNft } from '../../src/core/store/collections/nfts.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openWithCollection } from './fresh-store.ts'

let store: OpenStore
let collectionPk: number
/** What was run, in its order. */
let statements: string[]

beforeEach(async () => {
  const { collection, ...opened } = await openWithCollection(await temporaryFolder())
  store = opened
  collectionPk = collection.pk
  const draft = { id: 'one', recipient: 'polygon:a', address: 'a', compressed: false, reupload: false }
  const metadata = { json: '{"name":"One"}', hash: 'one' }
  await store.db
    .transaction()
    .execute((tx) =>
      enqueueMints(tx, collection, [{ ...draft, metadata, contentHash: Buffer.from('one') }], { now: 1 }),
    )
  statements = []
})
afterEach(() => store.close())

function read(id = 'one') {
  const reads = {
    all(sql: string, parameters: readonly unknown[]) {
      statements.push(sql)
      return store.reads.all(sql, parameters)
    },
  }
  return keptNft({ reads, cache: store.cache }, collectionPk, id)
}

it('reads an NFT by one statement, and not again as long as nothing of it is written', async () => {
  expect(read()).toMatchObject({ id: 'one', state: 'queued', json: '{"name":"One"}' })
  await store.db.insertInto('settings').values({ key: 'x', value: '1' }).execute()
  expect(read()).toMatchObject({ id: 'one' })
  expect(statements).toHaveLength(1)
})

it('shows what was written to any of its parts as soon as that is committed', async () => {
  const { db } = store
  expect(read()?.state).toBe('queued')
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('mints').set({ state: 'failed' }).execute()
    expect(read()?.state).toBe('queued')
  })
  expect(read()?.state).toBe('failed')
  await db.updateTable('metadata').set({ json: '{"name":"Other"}' }).execute()
  expect(read()?.json).toBe('{"name":"Other"}')
  const work = { project_id: 'p', id: 'u', kind: 'nfts.update', collection_pk: collectionPk, mint_pk: 1 } as const
  const nothing = { transaction_pk: null, error_code: null, error_message: null, completed_at: null }
  const action = { ...work, ...nothing, status: 'succeeded', work: '{"metadata":{}}', started_at: 1 } as const
  const { project_id } = await db
    .selectFrom('collections')
    .select('project_id')
    .where('pk', '=', collectionPk)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('actions')
    .values({ ...action, project_id })
    .execute()
  expect(read()?.update_work).toBe('{"metadata":{}}')
  expect(read('other')).toBeUndefined()
  await db.updateTable('mints').set({ id: 'other', action_id: 'other' }).execute()
  expect([read('other')?.id, read()]).toEqual(['other', undefined])
})

it('is forgotten with every table that SQLite opens for it', () => {
  let tables: readonly string[] = []
  const cache = {
    get<Value>(of: readonly string[], _key: string, load: () => Value): Value {
      tables = of
      return load()
    },
  }
  // All three ways to find it are tried for what nobody bears.
  keptNft(
    {
      cache,
      reads: {
        all(sql, parameters) {
          statements.push(sql)
          return store.reads.all(sql, parameters)
        },
      },
    },
    collectionPk,
    'nobody',
  )
  expect(statements).toHaveLength(4)
  const roots = new Map(
    (
      store.reads.all('select rootpage, tbl_name from sqlite_master', []) as { rootpage: number; tbl_name: string }[]
    ).map(({ rootpage, tbl_name }) => [rootpage, tbl_name]),
  )
  const opened = statements.flatMap((sql) =>
    (store.reads.all(`explain ${sql}`, sql.match(/\?/g)?.map(() => 1) ?? []) as { opcode: string; p2: number }[])
      .filter(({ opcode }) => opcode === 'OpenRead')
      .map(({ p2 }) => roots.get(p2)),
  )
  expect(opened.length).toBeGreaterThan(10)
  expect(tables).toEqual(expect.arrayContaining([...new Set(opened)]))
})
