import { afterEach, beforeEach, expect, it } from 'vitest'
import { heldWorld } from '../simulated/held-world.ts'
import { recipient, type SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
  await world.addMints(['warm'])
  await world.settle()
  world.chain.mine(3)
})
afterEach(() => close())

/** A run whose batch reverts, and is minted when it is tried again. */
async function failedAndRetried(): Promise<void> {
  world.chain.world.reverting = 1
  await world.addRun('spring', 2)
  await world.settle()
  expect(world.chain.tokens(), 'it failed').toHaveLength(1)
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await world.settle()
  world.chain.mine(3)
  expect(world.chain.tokens(), 'its retry was minted').toHaveLength(3)
}

const expectedOwners = ['warm', 'spring 0', 'spring 1'].map((name) => recipient(name).toLowerCase())
const owners = (): string[] => world.chain.tokens().map(({ owner }) => owner)

it('a batch that failed and was tried again comes back first after a deep reorganisation: it is minted once, and a person is told', async () => {
  await failedAndRetried()
  const { chain, treasury } = world
  // Every node kept both, and the first one does not fail this time.
  const depth = chain.blocksSince(treasury, chain.count(treasury) - 2)
  chain.reorganise(depth, { drop: false, includes: true })
  expect(owners().toSorted(), 'the retry names what it replaces').toEqual(expectedOwners.toSorted())
  for (let block = 0; block < 8; block++) {
    await world.round()
    chain.mine()
  }
  expect((await world.states()).halted[0]?.halted).toMatch(/default-polygon/)
  await world.addMints(['later'])
  await world.resumeCollection()
  await world.settle()
  expect(owners().toSorted()).toEqual([...expectedOwners, recipient('later').toLowerCase()].toSorted())
  expect((await world.states()).mints.every(({ state }) => state === 'succeeded')).toBe(true)
})
