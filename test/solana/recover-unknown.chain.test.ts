/** A collection of which nothing tells the id any more: the stored content is lost with the database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { treesOf } from '../../src/core/store/collections/trees.ts'
import { type OpenEngine, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { recoverIn } from './recovery.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

let dir = ''
let world: OpenEngine
let tree = ''

async function lose(start: boolean): Promise<void> {
  await world.close()
  for (const ending of ['', '-wal', '-shm']) await rm(join(dir, `mintdesk.db${ending}`), { force: true })
  world = await openSolana(dir, nodeFor('recover-unknown'), { start })
}

const recipient = (from: number) => (ordinal: number) => solanaRecipientOf(from + ordinal)

beforeAll(async () => {
  await newTape('recover-unknown')
  dir = await temporaryFolder()
  world = await openSolana(dir, nodeFor('recover-unknown'))
  const { db, collectionPk } = world
  const { pk: _pk, ...usual } = await db
    .selectFrom('collections')
    .selectAll()
    .where('pk', '=', collectionPk)
    .executeTakeFirstOrThrow()
  const shown = { name: 'Art', description: '', imageUrl: '', symbol: 'ART' }
  const art = { ...usual, id: 'art', contract_kind: 'core', metadata: JSON.stringify(shown), action_id: null }
  const { pk } = await db.insertInto('collections').values(art).returning('pk').executeTakeFirstOrThrow()
  await world.addRun(3, { id: 'first run', collectionPk: pk, recipient: recipient(0) })
  await ended(world)
  tree = (await treesOf(db, pk))[0]?.address ?? ''
})
afterAll(() => world.close())

it('is found by its transactions, and gets its own id where that is named', async () => {
  await lose(false)
  const looked = await recoverIn(world, { dryRun: true })
  expect(looked).toMatchObject({
    found: [{ collectionId: expect.stringMatching(/^recovered-/), name: 'Art', minted: 3, entered: 0 }],
    remarks: [],
  })
  expect(looked.found[0]?.remark).toBe(
    'Its own id is not known, so it has one of ours. If you know the id, run recover --collection <id>.',
  )
  expect(await recoverIn(world, { collectionIds: ['art', 'other'] })).toMatchObject({
    found: [{ collectionId: 'art', minted: 3, entered: 3, remark: null }],
    remarks: [],
  })
})

it('is minted into under an id of ours, in the tree that it has, and what is there is known again', async () => {
  await lose(true)
  await recoverIn(world, {})
  const { db } = world
  const { pk, metadata } = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', 'like', 'recovered-%')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(metadata)).toMatchObject({ name: 'Art', symbol: 'ART' })
  await world.addRun(3, { id: 'the same', collectionPk: pk, recipient: recipient(0) })
  await ended(world)
  expect(await onChain(world)).toHaveLength(3)
  await world.addRun(2, { id: 'more', collectionPk: pk, recipient: recipient(10) })
  const mints = await ended(world)
  expect(mints.map(({ state, recovered }) => [state, recovered])).toEqual(Array(5).fill(['succeeded', 0]))
  const leaves = await onChain(world)
  expect(leaves.map((leaf) => leaf.tree)).toEqual(Array(5).fill(tree))
  expect(new Set(mints.map(({ token_address }) => token_address))).toEqual(
    new Set(leaves.map(({ address }) => address)),
  )
})
