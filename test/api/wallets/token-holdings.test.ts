import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMint } from '../../../src/core/api/resources/nfts/mint-drafts.ts'
import { addressedNftsOf } from '../../../src/core/api/resources/wallets/token-holdings.ts'
import { findCollection } from '../../../src/core/store/collections/collections.ts'
import { keepMetadata } from '../../../src/core/store/collections/metadata-texts.ts'
import { tokenMintsBy } from '../../../src/core/store/holdings/token-holdings.ts'
import { addAction } from '../../../src/core/store/journal/actions.ts'
import { enqueueMints } from '../../../src/core/store/journal/mints.ts'
import { type OpenApi, openApi } from '../open-api.ts'

let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const signed = (name: string) => `https://bucket.example/${name}.png?signature=secret`
const copy = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

it('of ours that have addresses are shown with the copies of their files, as on chain, and not with the links that were given', async () => {
  const { db, metadata } = api.context
  const collection = await findCollection(db, api.project.id, 'default-solana')
  if (collection === undefined) throw new Error('there is no default collection')
  const read = readMint({ recipient: 'userId:ada:solana', metadata: { name: 'One', image: signed('1') } }, collection)
  if (!read.ok) throw new Error('a mint was refused')
  await db.transaction().execute(async (tx) => {
    await enqueueMints(tx, collection, [read.value.draft], { now: 1 })
    await keepMetadata(tx, [{ json: JSON.stringify({ image: copy, name: 'One' }), hash: 'copied' }])
  })
  await db
    .updateTable('mints')
    .set({ state: 'succeeded', token_id: 1, token_address: 'Leaf', resolved_hash: 'copied', completed_at: 2 })
    .execute()
  const { pk } = await db.selectFrom('mints').select('pk').executeTakeFirstOrThrow()
  const shown = async () => (await addressedNftsOf(api.context, 'solana', await tokenMintsBy(db, [pk])))[0]?.metadata
  expect(await shown()).toMatchObject({ name: 'One', image: copy })

  const uri = await metadata.storeJson(JSON.stringify({ image: copy, name: 'Two' }), 'ipfs://')
  const work = { kind: 'update', uri, metadata: { name: 'Two', image: signed('2') } }
  const action = { projectId: api.project.id, id: 'update', kind: 'nfts.update' } as const
  await addAction(db, { ...action, collectionPk: collection.pk, mintPk: pk, work }, 3)
  await db.updateTable('actions').set({ status: 'succeeded', completed_at: 4 }).where('id', '=', 'update').execute()
  expect(await shown()).toMatchObject({ name: 'Two', image: copy })
})
