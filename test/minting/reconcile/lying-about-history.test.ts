/** One RPC of a list lies about what another copy minted: nobody gets an NFT twice. */
import { describe, expect, it } from 'vitest'
import type { CollectionCounters } from '../../../src/core/chains/family/collections.ts'
import type { BlockContent } from '../../../src/core/chains/family/transactions.ts'
import type { SimulatedRpc } from '../simulated/rpcs.ts'
import { expectTruth } from '../simulated/truth.ts'
import { lyingWorlds, stateOf } from './lying-world.ts'

const { opened } = lyingWorlds()

/**
 * An older copy of the database is put back, asked for some of what a newer one minted meanwhile, in other groups; a person takes over.
 * @param minted by the newer copy, together where they stand together
 */
async function olderCopy(minted: readonly (readonly string[])[], asked: readonly string[], ...names: string[]) {
  const world = await opened(...names)
  await world.world.keepCopy()
  for (const ids of minted) {
    await world.world.addMints(ids)
    await world.world.settle()
  }
  return {
    ...world,
    async putBack() {
      await world.world.restoreCopy()
      await world.world.addMints(asked)
      for (let block = 0; block < 20; block++) {
        world.world.chain.mine()
        await world.world.round()
        world.world.goOn()
      }
    },
  }
}

describe('an older copy reads back what a newer one minted, of which the RPC that answers', () => {
  const counted =
    (change: Partial<CollectionCounters>): SimulatedRpc['lies'] =>
    (truth) => ({ counters: async (...of) => ({ ...(await truth.counters(...of)), ...change }) })
  const together = [['x1', 'x2']] as const
  const cases: { lie: string; minted: readonly (readonly string[])[]; lies: SimulatedRpc['lies'] }[] = [
    { lie: 'omits it from its counters', minted: together, lies: counted({ minted: 1, batches: 1 }) },
    {
      lie: 'omits it from its counters at the head',
      minted: together,
      lies: (truth) => ({
        counters: async (contract, block) =>
          block === undefined
            ? { minted: 1, batches: 1, purchased: 0, saleLeft: 0 }
            : await truth.counters(contract, block),
      }),
    },
    { lie: 'counts it as bought by strangers', minted: together, lies: counted({ purchased: 2 }) },
    {
      lie: 'names it as bought by strangers',
      minted: [['x2'], ['y3', 'y4']],
      lies: (truth) => ({
        ...counted({ purchased: 1 })(truth),
        purchases: async () => [{ firstTokenId: 2, quantity: 1 }],
      }),
    },
  ]
  it.each(cases)('$lie: nobody gets an NFT twice, and it goes on when they agree', async ({ minted, lies }) => {
    const { world, of, putBack } = await olderCopy(minted, ['x2', 'z9'], 'A', 'B')
    const before = world.chain.tokens().length
    of('A').lies = lies
    await putBack()
    expect(world.chain.tokens()).toHaveLength(before)
    expect(world.notice()).not.toBeNull()
    of('A').lies = () => ({})
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(before + 1)
    await expectTruth(world, ['warm', 'x2', 'z9'])
  })

  // What it says of its head alone no other can be asked about: it waits, as with two.
  const outvoted = cases.filter(({ lie }) => !lie.endsWith('at the head'))
  it.each(outvoted)('$lie: of three it is outvoted, and what waits is minted', async ({ minted, lies }) => {
    const { world, of, putBack } = await olderCopy(minted, ['x2', 'z9'], 'A', 'B', 'C')
    of('A').lies = lies
    await putBack()
    await world.settle()
    expect(of('A').leftOut).toBe(true)
    await expectTruth(world, ['warm', 'x2', 'z9'])
  })
})

it('that what was read back is gone: no collection is halted by its word alone', async () => {
  const { world, of } = await opened('A', 'B')
  await world.keepCopy()
  const own = world.chain.head().number
  await world.addMints(['a1'])
  await world.settle()
  world.chain.mine(3)
  await world.restoreCopy()
  await world.addMints(['a1'])
  await world.settle()
  expect(await stateOf(world, 'a1')).toBe('succeeded')
  of('A').lies = (truth) => ({
    blocks: async (numbers) => {
      const blocks = (await truth.blocks?.(numbers)) ?? new Map<number, BlockContent>()
      return new Map([...blocks].map(([at, one]) => [at, at > own ? { ...one, hash: `${one.hash} other` } : one]))
    },
    mintTransaction: async () => 'another',
  })
  for (let rounds = 0; rounds < 3; rounds++) {
    await world.round()
    world.chain.mine()
  }
  expect((await world.states()).halted).toEqual([])
  of('A').lies = () => ({})
  await world.addMints(['b2'])
  await world.settle()
  await expectTruth(world, ['warm', 'a1', 'b2'])
})
