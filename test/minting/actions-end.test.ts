import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addAction } from '../../src/core/store/actions.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from './simulated-world.ts'

let dir: string
let world: SimulatedWorld

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  world = await openWorld(dir)
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

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
  await world.addMints(['a1'])
  await world.settle()
  const contract = await world.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', world.collectionPk)
    .executeTakeFirstOrThrow()
  const nft = await world.db.selectFrom('mints').select('pk').executeTakeFirstOrThrow()
  await addUpdate(contract.contract_address ?? '', nft.pk)
  await withoutEndings(() => blocks(6))
  await blocks(3)
  expect(await statuses()).toEqual(['succeeded', 'succeeded'])
})

async function addUpdate(contract: string, mintPk: number): Promise<void> {
  const { project_id } = await world.db.selectFrom('collections').select('project_id').executeTakeFirstOrThrow()
  const work = { kind: 'update', contract, tokenId: 1, uri: 'https://example.com/new.json' }
  const action = {
    projectId: project_id,
    id: 'update',
    kind: 'nfts.update' as const,
    collectionPk: world.collectionPk,
    mintPk,
    work,
  }
  await addAction(world.db, action, Date.now())
}
