/** One RPC of a list lies about how many transactions the treasury made: no gap is filled and paid that is none. */
import { describe, expect, it } from 'vitest'
import type { SimulatedRpc } from '../simulated/rpcs.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'
import { lyingWorlds, sequencesOf } from './lying-world.ts'

const { opened } = lyingWorlds()

describe('that the account made more transactions than the journal knows', () => {
  const far =
    (more: number): SimulatedRpc['lies'] =>
    (truth) => ({
      sequence: async (address) => (await truth.sequence(address)) + more,
      pendingSequence: async (address) => (await truth.pendingSequence(address)) + more,
      sequenceAt: async (address, block) => (await truth.sequenceAt(address, block)) + more,
    })
  const purposesOf = async (world: SimulatedWorld) =>
    (await world.db.selectFrom('transactions').select('purpose').execute()).map(({ purpose }) => purpose)

  it('of two RPCs: nothing is signed behind a gap that the fee balance would have to fill, and the person is told', async () => {
    const { world, of, time } = await opened('A', 'B')
    const before = await purposesOf(world)
    of('A').lies = far(1_000)
    await world.addMints(['x1'])
    await world.round()
    time.now += 15_000
    await world.round()
    expect(await purposesOf(world)).toEqual(before)
    expect(world.notice()).toMatch(
      /^Waiting for Polygon: what A says .* B does not .* nothing that depends on it is signed;/,
    )
    of('A').lies = () => ({})
    await world.settle()
    expect(world.notice()).toBeNull()
    expect(await purposesOf(world)).toEqual([...before, 'mint'])
    await expectTruth(world, ['warm', 'x1'])
  })

  it('of three, it is outvoted when the others are well past what it told of', async () => {
    const { world, of } = await opened('A', 'B', 'C')
    const before = await purposesOf(world)
    of('A').lies = far(1_000)
    await world.addMints(['x1'])
    await world.round()
    expect(of('A').leftOut, 'the others may be behind').toBe(false)
    world.chain.mine(6)
    await world.settle()
    expect(of('A').leftOut).toBe(true)
    expect(await purposesOf(world)).toEqual([...before, 'mint'])
    await expectTruth(world, ['warm', 'x1'])
  })

  it('in its pool alone, since it keeps what pays too little for the others: the person may have it replaced', async () => {
    const { world, of, time } = await opened('A', 'B', 'C')
    const { chain } = world
    for (const name of ['B', 'C'])
      of(name).lies = (truth) => ({ pendingSequence: async (address) => await truth.sequence(address) })
    const before = await purposesOf(world)
    // What is in blocks already, all of them have.
    chain.spendExternally(world.treasury, chain.count(world.treasury))
    chain.mine(3)
    chain.spendExternally(world.treasury, chain.count(world.treasury), { max: 25n, priority: 1n })
    chain.world.baseFee = 30n
    await world.addMints(['x1'])
    for (let block = 0; block < 6; block++) {
      chain.mine()
      time.now += 5_000
      await world.round()
    }
    expect(await purposesOf(world)).toEqual(before)
    expect(world.notice()).toMatch(
      /wait in the network's pool \(1\)\. And what A says .* “mintdesk networks free polygon”/,
    )
    expect(world.replaceExternalUse()).toBe(true)
    await world.settle()
    expect(await purposesOf(world)).toEqual([...before, 'fill', 'mint'])
    expect(world.notice()).toBeNull()
    await expectTruth(world, ['warm', 'x1'])
  })

  it('in its pool alone, again and again: each replacement that the person wants is one transaction', async () => {
    const { world, of } = await opened('A', 'B')
    const before = await purposesOf(world)
    of('A').lies = (truth) => ({
      pendingSequence: async (address) => (await truth.pendingSequence(address)) + 1_000,
    })
    await world.addMints(['x1'])
    const passing = async () => {
      for (let block = 0; block < 8; block++) {
        world.chain.mine()
        await world.round()
      }
    }
    await passing()
    expect(world.replaceExternalUse()).toBe(true)
    await passing()
    await passing()
    expect(await purposesOf(world)).toEqual([...before, 'fill'])
    of('A').lies = () => ({})
    await world.settle()
    await expectTruth(world, ['warm', 'x1'])
  })

  it('and another RPC has them, too: it goes on behind them', async () => {
    const { world } = await opened('A', 'B')
    world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
    world.chain.mine(3)
    await world.addMints(['x1'])
    await world.settle()
    expect(await sequencesOf(world)).toMatchObject([{ sequence: 2 }, { sequence: 4 }])
    await expectTruth(world, ['warm', 'x1'])
  })
})
