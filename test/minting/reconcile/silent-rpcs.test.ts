/** What one RPC of a list says counts only when another one says it, too. */
import { describe, expect, it } from 'vitest'
import { expectTruth } from '../simulated/truth.ts'
import { lyingWorlds, sequencesOf, stateOf } from './lying-world.ts'

const { opened } = lyingWorlds()

describe('the second RPC has nothing to say', () => {
  it('because it is down: it waits, says so after a while, and goes on when it is up', async () => {
    const { world, of, time } = await opened('A', 'B')
    of('B').down = true
    await world.addMints(['x1'])
    world.chain.mine(5)
    await world.round()
    await world.round()
    expect(await stateOf(world, 'x1')).toBe('composed')
    expect(world.notice(), 'it may only be behind').toBeNull()
    time.now += 15_000
    await world.round()
    expect(world.notice()).toMatch(
      /what A says of what was sent is confirmed by no other RPC.*: B \(cannot be asked now\) does not/,
    )
    time.now += 3_600_000
    await world.round()
    expect(await stateOf(world, 'x1'), 'time makes no word true').toBe('composed')
    of('B').down = false
    await world.settle()
    expect(world.notice()).toBeNull()
    await expectTruth(world, ['warm', 'x1'])
  })

  it('because its head is stale: it counts once it has the confirmations itself', async () => {
    const { world, of, told } = await opened('A', 'B')
    const stale = world.chain.head()
    of('B').lies = () => ({ head: async () => stale })
    await world.addMints(['x1'])
    world.chain.mine(5)
    await world.round()
    expect(await stateOf(world, 'x1')).toBe('composed')
    expect(
      told.flatMap(({ disputed }) => disputed),
      'to be behind is no lie',
    ).toEqual([])
    of('B').lies = () => ({})
    await world.settle()
    await expectTruth(world, ['warm', 'x1'])
  })

  it('so a third is asked', async () => {
    const { world, of } = await opened('A', 'B', 'C')
    of('B').down = true
    await world.addMints(['x1'])
    await world.settle()
    await expectTruth(world, ['warm', 'x1'])
  })
})

it('a sequence that something outside took is given up by two words, and its batch is minted once', async () => {
  const { world, told } = await opened('A', 'B')
  await world.addMints(['x1'])
  world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
  world.chain.mine(3)
  await world.settle()
  expect((await sequencesOf(world)).map(({ state }) => state)).toContain('dead')
  expect(told.flatMap(({ agreed }) => agreed)).toContain('B')
  await expectTruth(world, ['warm', 'x1'])
})
