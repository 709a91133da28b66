/** One RPC of a list lies about what was sent: nothing is written down that is not so, nothing is minted twice, and the person is told which. */
import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { BlockContent, Receipt } from '../../../src/core/chains/family/transactions.ts'
import { expectTruth } from '../simulated/truth.ts'
import { lyingWorlds, sequencesOf, stateOf } from './lying-world.ts'

const { opened } = lyingWorlds()

/** Says of every receipt what `change` makes of it. */
const forging =
  (change: (receipt: Receipt) => Receipt) =>
  (truth: ChainClient): Partial<ChainClient> => ({
    receipts: async (hashes) => new Map([...(await truth.receipts(hashes))].map(([hash, one]) => [hash, change(one)])),
  })
const forgedFailure = forging((receipt) => ({
  ...receipt,
  ok: false,
  detail: { kind: 'failed', code: 'chain.reverted', message: 'forged' },
}))
const otherChain = (truth: ChainClient): Partial<ChainClient> => ({
  ...forging((receipt) => ({ ...receipt, blockHash: `${receipt.blockHash} other` }))(truth),
  blocks: async (numbers) => {
    const blocks = (await truth.blocks?.(numbers)) ?? new Map<number, BlockContent>()
    return new Map([...blocks].map(([number, block]) => [number, { ...block, hash: `${block.hash} other` }]))
  },
})
const otherToken = forging((receipt) => ({ ...receipt, detail: { kind: 'minted', firstTokenId: 77 } }))

describe('of two RPCs, the one that answers lies', () => {
  it.each([
    ['that a transaction failed', forgedFailure],
    ['about which tokens were minted', otherToken],
    ['about the block, which is one of another chain', otherChain],
    ['about the block of its receipts alone', forging((receipt) => ({ ...receipt, blockHash: 'of another chain' }))],
  ])('%s: nothing is written down, both are named, and it goes on when they agree', async (_, lie) => {
    const { world, of, told } = await opened('A', 'B')
    of('A').lies = lie
    await world.addMints(['x1'])
    world.chain.mine(5)
    await world.round()
    await world.round()
    expect(await stateOf(world, 'x1')).toBe('composed')
    expect(told.at(-1)).toEqual({ agreed: [], outvoted: [], disputed: ['A', 'B'] })
    expect(world.notice()).toBe(
      'Waiting for Polygon: its RPCs contradict each other: A and B do not say the same about what was sent. One of them is wrong or lies: take that one out of the list in Settings, or name a third one, which decides. Until two say the same, nothing is written down as minted or as failed; then it goes on by itself, and nothing is lost.',
    )
    of('A').lies = () => ({})
    await world.settle()
    expect(world.notice()).toBeNull()
    await expectTruth(world, ['warm', 'x1'])
  })

  it('that a transaction was included, which the network dropped: it goes out again, and is minted once', async () => {
    const { world, of, told } = await opened('A', 'B')
    await world.addMints(['x1'])
    const [pending] = world.chain.pending()
    const hash = pending?.hash ?? ''
    world.chain.dropPool()
    world.chain.mine(5)
    const at = { blockNumber: world.chain.head().number - 4, blockHash: 'forged' }
    of('A').lies = (truth) => ({
      sequence: async (address) => (await truth.sequence(address)) + 1,
      receipts: async (hashes) =>
        hashes.includes(hash)
          ? new Map([[hash, { hash, ...at, ok: true, used: 1n, fee: 1n, detail: { kind: 'minted', firstTokenId: 2 } }]])
          : truth.receipts(hashes),
    })
    await world.round()
    expect(await stateOf(world, 'x1')).toBe('composed')
    expect(told.at(-1)).toMatchObject({ disputed: ['A', 'B'] })
    of('A').lies = () => ({})
    await world.settle()
    await expectTruth(world, ['warm', 'x1'])
  })

  it.each([
    ['is in a block', true],
    ['is in no block yet', false],
  ])(
    'about the account’s count and the contract’s jobs: no batch that %s moves to another sequence',
    async (_, mined) => {
      const { world, of } = await opened('A', 'B')
      await world.addMints(['x1'])
      if (!mined) world.chain.dropPool()
      world.chain.mine(2)
      of('A').lies = (truth) => ({
        sequence: async (address) => (await truth.sequence(address)) + 5,
        sequenceAt: async (address, block) => (await truth.sequenceAt(address, block)) + 5,
        receipts: async () => new Map(),
        blocks: async () => new Map(),
        job: async () => 0,
      })
      const before = await sequencesOf(world)
      for (let round = 0; round < 4; round++) {
        world.chain.mine()
        await world.round()
      }
      expect((await sequencesOf(world)).filter(({ state }) => state === 'dead')).toEqual([])
      expect(await sequencesOf(world)).toHaveLength(before.length)
      of('A').lies = () => ({})
      await world.settle()
      await expectTruth(world, ['warm', 'x1'])
    },
  )

  it('that the contract does not know the job of a batch that a copy minted: it is not minted again', async () => {
    const { world, of } = await opened('A', 'B')
    await world.addMints(['x1'])
    world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
    world.chain.mine(3)
    await world.keepCopy()
    await world.round()
    world.chain.mine(3)
    of('A').lies = () => ({ job: async () => 0 })
    await world.restoreCopy()
    await world.round()
    expect((await sequencesOf(world)).map(({ state }) => state)).not.toContain('dead')
    expect(await stateOf(world, 'x1')).toBe('composed')
    of('A').lies = () => ({})
    await world.settle()
    await expectTruth(world, ['warm', 'x1'])
  })
})

describe('of three RPCs, the outvoted one is named and the majority holds', () => {
  it.each([
    ['the one that answers', ['A', 'B', 'C'], 'A'],
    ['the second', ['A', 'B', 'C'], 'B'],
  ] as const)('%s lies', async (_, names, liar) => {
    const { world, of, told } = await opened(...names)
    of(liar).lies = forgedFailure
    await world.addMints(['x1'])
    await world.settle()
    expect(told.flatMap(({ outvoted }) => outvoted)).toContain(liar)
    expect(told.flatMap(({ disputed }) => disputed)).toEqual([])
    expect(of(liar).leftOut).toBe(true)
    expect(world.notice()).toBeNull()
    await expectTruth(world, ['warm', 'x1'])
  })
})

it('one RPC alone is believed', async () => {
  const { world, of } = await opened('A')
  of('A').lies = forgedFailure
  await world.addMints(['x1'])
  world.chain.mine(5)
  await world.round()
  await world.round()
  expect(await stateOf(world, 'x1')).toBe('failed')
})
