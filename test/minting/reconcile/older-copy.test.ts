import { afterEach, beforeEach, expect, it } from 'vitest'
import { heldWorld } from '../simulated/held-world.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
  await world.addMints(['warm'])
  await world.settle()
  await world.keepCopy()
})
afterEach(() => close())

it('pauses a run among NFTs that an older copy of the database does not know, says why, and goes on when it is resumed', async () => {
  await world.addMints(['x1', 'y2'])
  await world.settle()
  await world.restoreCopy()
  await world.addRun('first', 3)
  const paused = await world.run('first')
  expect(paused).toMatchObject({ state: 'paused', notice: expect.stringContaining('holds 2 NFTs') })
  for (let block = 0; block < 4; block++) {
    world.chain.mine()
    await world.round()
  }
  expect(world.chain.tokens()).toHaveLength(3)
  if (!paused) throw new Error('no run')
  await world.during(() => world.control.resume(paused))
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(6)
  await expectTruth(world, ['warm'])
})

it('mints nothing twice that a newer copy grouped otherwise and sent where no node shows it', async () => {
  world.chain.world.sendFaults.push('dropped')
  await world.addMints(['x1'])
  // Behind a gap: it waits in the pool, and no count of the node tells of it.
  await world.addMints(['a1', 'b2'])
  expect(world.chain.pending()).toHaveLength(1)
  await world.restoreCopy()
  await world.addMints(['a1', 'c3'])
  await world.round()
  expect(world.notice()).toContain('this database is an older copy')
  expect(world.chain.pending(), 'nothing is signed behind it').toHaveLength(1)
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(4)
  expect(world.notice()).toBeNull()
  await expectTruth(world, ['warm', 'a1', 'c3'])
})

it.each([
  ['as it was', 0],
  ['behind what strangers bought', 1],
])(
  'what it read back comes back %s after a deep reorganisation: asked for in another group, it is not minted twice',
  async (_what, purchases) => {
    const { chain, treasury } = world
    await world.addMints(['h8'])
    await world.settle()
    chain.mine(3)
    await world.restoreCopy()
    // It reads back, and waits for a person: nothing of its own is on the chain behind h8.
    await world.addRun('first', 1)
    const paused = await world.run('first')
    expect(paused).toMatchObject({ state: 'paused' })
    if (!paused) throw new Error('no run')
    await world.during(() => world.control.cancel(paused))
    chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 1), { drop: false, includes: false })
    expect(chain.tokens(), 'h8 is gone').toHaveLength(1)
    await world.addMints(['h8', 'i9'])
    chain.world.purchases = purchases
    chain.mine(6)
    await world.settle()
    expect((await world.states()).halted).toEqual([])
    await expectTruth(world, ['warm', 'h8', 'i9'])
  },
)

it('waits no longer for what a newer copy sent than until it is in blocks', async () => {
  await world.addMints(['x1', 'y2'])
  await world.settle()
  await world.restoreCopy()
  await world.addMints(['z3'])
  expect(world.notice()).toBeNull()
  await world.settle(6)
  await expectTruth(world, ['warm', 'z3'])
})

it('knows a mint on its own again that failed more often than once, whenever the copy was made', async () => {
  for (let tries = 0; tries < 6; tries++) {
    if (tries < 5) world.chain.world.sendFaults.push('rejected')
    const run = await world.run('solo')
    if (run) await world.during(() => world.control.retry(run))
    else await world.addRun('solo', 1)
    await world.settle()
  }
  expect(world.chain.tokens()).toHaveLength(2)
  await world.restoreCopy()
  await world.addRun('solo', 1)
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(2)
  await expectTruth(world, ['warm'])
})

it('knows hosted NFTs again that a newer copy minted in other groups', async () => {
  await world.addHosted(['h1', 'h2', 'h3'])
  await world.settle()
  await world.restoreCopy()
  await world.addHosted(['h2', 'h4'])
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(5)
  expect((await world.states()).halted).toEqual([])
  await world.addHosted(['h1', 'h3'])
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(5)
  await expectTruth(world, ['warm', 'h1', 'h2', 'h3', 'h4'])
})

it('knows a batch again whose list is lost, by its job: the same mints wait in the same order', async () => {
  await world.addMints(['x1', 'y2', 'z3'])
  await world.settle()
  await world.forgetContent()
  await world.restoreCopy()
  await world.addMints(['before', 'x1', 'y2', 'z3'])
  await world.settle()
  expect((await world.states()).halted).toEqual([])
  expect(world.chain.tokens()).toHaveLength(5)
  await expectTruth(world, ['warm', 'before', 'x1', 'y2', 'z3'])
})

it('takes no other mints for those of a batch whose list is lost, though they are for the same recipients', async () => {
  await world.addMints(['first 0', 'first 1', 'first 2', 'first 3'])
  await world.settle()
  await world.forgetContent()
  await world.restoreCopy()
  await world.addRun('first', 4)
  await world.round()
  expect((await world.states()).halted).toHaveLength(1)
  expect(world.chain.tokens()).toHaveLength(5)
})

it('stops where the lists are lost as well, and goes on when a person says so: the same for the same recipient is there already', async () => {
  await world.addHosted(['h1', 'h2', 'h3'])
  await world.settle()
  await world.restoreCopy()
  await world.forgetContent()
  await world.addHosted(['h2', 'h4'])
  await world.round()
  const [halted] = (await world.states()).halted
  expect(halted?.halted ?? '').toMatch(/3 NFTs .* cannot be read.* “mintdesk collections resume default-polygon”/)
  await world.resumeCollection()
  await world.settle()
  await world.addHosted(['h1'])
  await world.settle()
  expect((await world.states()).halted).toEqual([])
  expect(world.chain.tokens()).toHaveLength(5)
  await expectTruth(world, ['warm', 'h1', 'h2', 'h4'])
})

it('tells of a transaction of something else that stands in the pool, and replaces it when it is asked to', async () => {
  const { chain } = world
  chain.spendExternally(world.treasury, chain.count(world.treasury), { max: 25n, priority: 1n })
  chain.world.baseFee = 30n
  await world.addMints(['x1'])
  for (let block = 0; block < 6; block++) {
    expect(world.notice()).toBeNull()
    chain.mine()
    await world.round()
  }
  expect(world.notice()).toMatch(
    /transactions of the fee balance .* wait in the network's pool \(1\).* “mintdesk networks free polygon”/,
  )
  expect(chain.pending()).toHaveLength(1)
  expect(world.replaceExternalUse()).toBe(true)
  await world.settle()
  expect(chain.tokens()).toHaveLength(2)
  expect(world.notice()).toBeNull()
  expect(world.replaceExternalUse(), 'nothing waits any more').toBe(false)
  await expectTruth(world, ['warm', 'x1'])
})

it('signs nothing while what a newer copy sent is not final: its word may change', async () => {
  const before = await world.db.selectFrom('transactions').select('pk').execute()
  await world.addMints(['x1', 'y2'])
  expect(world.chain.pending()).toHaveLength(1)
  await world.restoreCopy()
  await world.addMints(['x1', 'y2'])
  for (let block = 0; block < 2; block++) {
    await world.round()
    world.chain.mine()
  }
  expect(await world.db.selectFrom('transactions').select('pk').execute()).toHaveLength(before.length)
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(3)
  await expectTruth(world, ['warm', 'x1', 'y2'])
})
