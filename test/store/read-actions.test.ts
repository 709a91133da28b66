import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAction } from '../../src/core/api/resources/actions/actions.ts'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { Project } from '../../src/shared/app-api.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'

let store: OpenStore
let project: Project

beforeEach(async () => {
  store = openStore(join(await temporaryFolder(), 'mintdesk.db'))
  project = await firstProject(store.db, 1)
})
afterEach(() => store.close())

async function collectionOf(id: string) {
  const collection = await findCollection(store.db, project.id, id)
  if (!collection) throw new Error('no default collection')
  return collection
}

async function mint(into: string): Promise<number> {
  const collection = await collectionOf(into)
  const draft = { id: 'one', recipient: 'polygon:a', address: 'a', compressed: false, reupload: false }
  const mints = [{ ...draft, metadata: { json: '{}', hash: 'one' }, contentHash: Buffer.from(into) }]
  await store.db.transaction().execute((tx) => enqueueMints(tx, collection, mints, { now: 1 }))
  return collection.pk
}

async function setAction(collectionPk: number, id: string): Promise<void> {
  await store.db.updateTable('mints').set({ action_id: id }).where('collection_pk', '=', collectionPk).execute()
}

const read = (id: string, of = project) => readAction(store, of, id, 'http://localhost')

it('answers while a transaction is under way, as it was before that', async () => {
  const { action_id: id } = await collectionOf('default-polygon')
  await mint('default-polygon')
  await store.db.transaction().execute(async (tx) => {
    await tx.updateTable('mints').set({ state: 'failed' }).execute()
    expect(read(id ?? '')).toMatchObject({ action: 'collections.create', status: 'pending' })
    expect(read('one')).toMatchObject({ action: 'nfts.create', status: 'pending' })
  })
  expect(read('one')?.status).toBe('failed')
})

it('finds a mint by its id: one whose action bears that too, else the oldest; and by its action', async () => {
  const older = await mint('default-solana')
  const newer = await mint('default-polygon')
  await setAction(older, 'of the older')
  await setAction(newer, 'of the newer')
  expect(read('one')?.actionId).toBe('of the older')
  expect(read('of the newer')?.data.collection?.id).toBe('default-polygon')
  await setAction(newer, 'one')
  expect(read('one')?.data.collection?.id).toBe('default-polygon')
  expect(read('nobody')).toBeUndefined()
  expect(read('one', { ...project, id: 'strange' })).toBeUndefined()
})
