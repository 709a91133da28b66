import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { failMints } from '../../src/core/store/journal/batches.ts'
import { indexContents } from '../../src/core/store/journal/contents/index-contents.ts'
import { contentsOfImport, findMintedContents } from '../../src/core/store/journal/contents/minted-contents.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { addRun } from '../../src/core/store/journal/runs/runs.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { addMintsOfRun } from './add-mints-of-run.ts'
import { openInOwnFolder } from './own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
beforeEach(async () => {
  store = await openInOwnFolder()
  await store.db.transaction().execute((trx) =>
    addRun(trx, {
      ...{ id: 'run', project_id: store.collection.project_id, collection_pk: store.collection.pk, import_id: 'file' },
      ...{ name: 'a.csv', content: 'c', repeat: 0, state: 'running' as const, notice: null, total: 9, unentered: 0 },
      ...{ quoted_fee: null, fee_ceiling: null, quote: null, created_at: 1, completed_at: null },
    }),
  )
})
afterEach(() => store.close())

const content = (name: string): Buffer => hash('sha256', name, 'buffer')

function enter(names: readonly string[], runId: string | null): Promise<unknown> {
  const drafts = names.map((id) => ({
    ...{ id, recipient: `polygon:0x${id}`, address: `0x${id}`, metadata: null, reupload: false },
    contentHash: content(id),
  }))
  if (runId !== null) return addMintsOfRun(store.db, store.collection, drafts, { now: 1, runId })
  return store.db.transaction().execute((trx) => enqueueMints(trx, store.collection, drafts, { now: 1 }))
}

async function known(names: readonly string[], importId?: string): Promise<string[]> {
  const { pk } = store.collection
  const hashes = names.map(content)
  const found =
    importId === undefined
      ? await findMintedContents(store.db, pk, hashes)
      : await contentsOfImport(store.db, { importId, collectionPk: pk }, hashes)
  return names.filter((name) => found.has(content(name).toString('hex')))
}

const pkOf = async (id: string) =>
  (await store.db.selectFrom('mints').select('pk').where('id', '=', id).executeTakeFirstOrThrow()).pk
const indexed = async () =>
  (await sql`select mint_pk from mint_contents order by mint_pk`.execute(store.db)).rows.length
const unindexed = async () => (await store.db.selectFrom('unindexed_contents').select('mint_pk').execute())[0]?.mint_pk

const names = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}${n}`)

it('contents of a run are known from its first commit on, in the index or not yet, and API mints between them', async () => {
  const all = [...names(5, 'a'), 'api', ...names(6, 'b')]
  await enter(names(5, 'a'), 'run')
  await enter(['api'], null)
  await enter(names(6, 'b'), 'run')
  expect([await indexed(), await unindexed()]).toEqual([1, await pkOf('a0')])
  expect(await known([...all, 'other'])).toEqual(all)
  await indexContents(store.db, 'whole', 5)
  expect([await indexed(), await unindexed()]).toEqual([11, await pkOf('b5')])
  expect(await known([...all, 'other'])).toEqual(all)
  await indexContents(store.db, 'all', 5)
  expect([await indexed(), await unindexed()]).toEqual([12, undefined])
  expect(await known([...all, 'other'])).toEqual(all)
  expect(await known(all, 'file')).toEqual(all.filter((name) => name !== 'api'))
  expect(await known(all, 'another file')).toEqual([])
  await enter(['late'], 'run')
  expect(await known(['late', 'other'])).toEqual(['late'])
})

it('what failed, was given another content or is gone is not known, also where it was indexed as it was', async () => {
  await enter(names(8, 'a'), 'run')
  await indexContents(store.db, 'whole', 4)
  for (const at of [0, 4]) {
    const [failed, changed, gone] = [`a${at}`, `a${at + 1}`, `a${at + 2}`]
    await failMints(store.db, [{ pk: await pkOf(failed), code: 'x', message: 'y' }], 1)
    await store.db
      .updateTable('mints')
      .set({ content_hash: content(`new ${changed}`) })
      .where('id', '=', changed)
      .execute()
    await store.db.deleteFrom('mints').where('id', '=', gone).execute()
  }
  const left = ['a3', 'a7', 'new a1', 'new a5']
  for (const _ of ['before', 'after']) {
    expect(await known([...names(8, 'a'), 'new a1', 'new a5'])).toEqual(left)
    await indexContents(store.db, 'all')
  }
  expect(await unindexed()).toBeUndefined()
})

it('a group whose adding was ended in the middle is added whole the next time', async () => {
  await enter(names(6, 'a'), 'run')
  await enter(['b'], 'run')
  const first = await unindexed()
  await indexContents(store.db, 'all')
  // As if the last commit, which moves on, were lost with half of those before it.
  await sql`delete from mint_contents where mint_pk % 2 = 0`.execute(store.db)
  await sql`insert into unindexed_contents values (${first})`.execute(store.db)
  expect(await known([...names(6, 'a'), 'b'])).toEqual([...names(6, 'a'), 'b'])
  await indexContents(store.db, 'all')
  expect([await indexed(), await unindexed()]).toEqual([7, undefined])
})
