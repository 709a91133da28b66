/** Which templates a contract has: those of which copies are on the chain, by whatever way they came there, and for as long as they are. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CollectionRow, collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { definedAmong } from '../../../src/core/store/collections/templates.ts'
import { restate } from '../../../src/core/store/journal/reverted.ts'
import { enterMinted } from '../../../src/core/store/journal/settle-batches.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import { enterMints, mintBatch } from '../../store/minted-batch.ts'
import { openInOwnFolder } from '../../store/own-folder.ts'

let store: OpenStore
let collection: CollectionRow
beforeEach(async () => {
  const opened = await openInOwnFolder()
  store = opened
  const { pk } = opened.collection
  await store.db.updateTable('collections').set({ fungibility: 'semi-fungible' }).where('pk', '=', pk).execute()
  collection = await collectionByPk(store.db, pk)
})
afterEach(() => store.close())

async function templates(): Promise<number[]> {
  return (await store.db.selectFrom('templates').select('pk').execute()).map(({ pk }) => pk)
}
const defined = async () => [...(await definedAmong(store.db, await templates()))]

it('is not there while its copies wait, and is there once they are minted', async () => {
  const pks = await enterMints(store.db, collection, 'm', 2)
  expect(await defined()).toEqual([])
  await mintBatch(store.db, collection.pk, pks, 1)
  expect(await defined()).toEqual(await templates())
})

it('is there where its copies were found on the chain', async () => {
  const [pk = 0] = await enterMints(store.db, collection, 'm', 1)
  await enterMinted(store.db, [{ pk, tokenId: 1, txHash: 't' }], 2)
  expect(await defined()).toEqual(await templates())
})

it('is there no more when a reorganisation took out for good what made it', async () => {
  const batch = await mintBatch(store.db, collection.pk, await enterMints(store.db, collection, 'm', 1), 1)
  const reason = { code: 'chain.lost', message: 'reverted' }
  await restate(store.db, collection.pk, new Map([[batch, 0]]), { reverted: reason, changed: reason }, 3)
  expect(await templates()).toHaveLength(1)
  expect(await defined()).toEqual([])
})
