import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addUpdate } from './simulated/actions.ts'
import { heldWorld } from './simulated/held-world.ts'
import type { SimulatedWorld } from './simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
})
afterEach(() => close())

async function blocks(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    world.chain.mine()
    await world.round()
  }
}

/** A write to `actions` that ends one does not get through, as when the process dies before it. */
async function withoutEndings(act: () => Promise<void>): Promise<void> {
  await sql`create trigger killed before update on actions when new.status <> 'pending'
            begin select raise(abort, 'killed'); end`.execute(world.db)
  await act()
  await sql`drop trigger killed`.execute(world.db)
}

const statuses = async () => (await world.db.selectFrom('actions').select('status').execute()).map((one) => one.status)

it('ends the creation of a collection, whenever the process dies', async () => {
  await world.addMints(['a1'])
  await withoutEndings(() => blocks(12))
  await blocks(3)
  expect(await statuses()).toEqual(['succeeded'])
})

it('ends an update, whenever the process dies', async () => {
  await mintOf('a1')
  await addUpdate(world, 'a1', 'new')
  await withoutEndings(() => blocks(6))
  await blocks(3)
  expect(await statuses()).toEqual(['succeeded', 'succeeded'])
})

it('keeps the order of two updates of one NFT though the sequence of the first is used from outside', async () => {
  await world.addMints(['a1', 'b2'])
  await world.settle()
  await addUpdate(world, 'a1', 'first')
  await addUpdate(world, 'a1', 'second')
  await addUpdate(world, 'b2', 'other')
  await world.round()
  // The other NFT's does not wait for them.
  expect(world.chain.pending()).toHaveLength(2)
  world.chain.dropPool()
  world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
  await blocks(20)
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
  const [token] = await mintsNow(world.db).select('token_id').where('id', '=', 'a1').execute()
  expect(world.chain.updates().filter(({ tokenId }) => tokenId === token?.token_id)).toMatchObject([
    { uri: 'first' },
    { uri: 'second' },
  ])
})

async function mintOf(id: string): Promise<void> {
  await world.addMints([id])
  await world.settle()
}
