import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { batchMembers, failMints, queuedMints } from '../../src/core/store/journal/batches.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import { enterMinted, splitBatch } from '../../src/core/store/journal/settle-batches.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { enterMints } from './minted-batch.ts'
import { openInOwnFolder } from './own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
let collection: CollectionRow
beforeEach(async () => {
  store = await openInOwnFolder()
  collection = store.collection
})
afterEach(() => store.close())

async function waiting(): Promise<number[]> {
  const told = await store.db.selectFrom('waiting').select('mint_pk').orderBy('mint_pk').execute()
  const pks = told.map(({ mint_pk }) => mint_pk)
  expect((await queuedMints(store.db, collection.pk, null, 99)).map(({ pk }) => pk)).toEqual(pks)
  return pks
}
const compose = (jobId: string, pks: number[]) =>
  commitComposition(
    store.db,
    [{ collectionPk: collection.pk, runId: null, jobId, kind: 'batch', mints: pks.map((pk) => ({ pk })) }],
    1,
  )

it('mints wait from when they are entered until they are composed, failed or found, and again when their batch is split', async () => {
  const { db } = store
  const pks = await enterMints(db, collection, 'm', 6)
  expect(await waiting()).toEqual(pks)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = pks
  const [batchPk = 0] = (await compose('one', [c, a, b])) ?? []
  expect(await waiting()).toEqual([d, e, f])
  expect((await batchMembers(db, batchPk)).map(({ pk }) => pk)).toEqual([c, a, b])
  await failMints(db, [{ pk: d, code: 'x', message: 'y' }], 1)
  await enterMinted(
    db,
    [a, e].map((pk, at) => ({ pk, tokenId: 1 + at, txHash: 't' })),
    1,
  )
  expect(await waiting()).toEqual([f])
  await db.updateTable('batches').set({ state: 'prepared' }).execute()
  await splitBatch(db, batchPk, 1)
  expect(await waiting()).toEqual([b, c, f])
  expect(await batchMembers(db, batchPk)).toEqual([])
  await db.deleteFrom('mints').where('pk', '=', f).execute()
  expect(await waiting()).toEqual([b, c])
})

it('composing takes all or none: one that is in another batch already, or does not wait any more, undoes it', async () => {
  const [a = 0, b = 0, c = 0] = await enterMints(store.db, collection, 'm', 3)
  await compose('one', [a])
  expect(await compose('two', [a, b])).toBeNull()
  await failMints(store.db, [{ pk: c, code: 'x', message: 'y' }], 1)
  expect(await compose('three', [b, c])).toBeNull()
  expect(await waiting()).toEqual([b])
  expect(await store.db.selectFrom('batches').select('job_id').execute()).toEqual([{ job_id: 'one' }])
})
