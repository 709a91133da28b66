/** One RPC of a list lies: nothing is written down that is not so, nothing is minted twice, and the person is told which. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CollectionCounters } from '../../../src/core/chains/family/collections.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { BlockContent, Receipt } from '../../../src/core/chains/family/transactions.ts'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { encodeBody, feeOf } from '../simulated/chain.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { type SimulatedRpc, simulatedRpcs } from '../simulated/rpcs.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let close = async (): Promise<void> => {}
afterEach(() => close())

/** A world in which nothing was minted yet. */
async function openedNew(...names: string[]) {
  const list = simulatedRpcs(...names)
  const time = { now: 1_000_000 }
  const held = await heldWorld({ through: list.through, clock: () => time.now })
  close = held.close
  return { ...list, world: held.world, time }
}

async function opened(...names: string[]) {
  const list = await openedNew(...names)
  await list.world.addMints(['warm'])
  await list.world.settle()
  list.told.length = 0
  return list
}
const stateOf = async (world: SimulatedWorld, id: string) =>
  (await mintsNow(world.db).select('state').where('id', '=', id).executeTakeFirst())?.state
const stateOfCollection = async (world: SimulatedWorld) =>
  (await world.db.selectFrom('collections').select('state').where('id', '=', 'default-polygon').executeTakeFirst())
    ?.state
const deploymentsIn = async (world: SimulatedWorld) => {
  const deployments = world.db.selectFrom('transactions').select('state').where('purpose', '=', 'deploy')
  return (await deployments.execute()).map(({ state }) => state)
}
const sequencesOf = async (world: SimulatedWorld) =>
  await world.db.selectFrom('transactions').select(['sequence', 'state']).where('batch_pk', 'is not', null).execute()

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

describe('that the network asks a thousand times its fee', () => {
  const dear: SimulatedRpc['lies'] = (truth) => ({
    fees: async () => {
      const { base, expected } = await truth.fees()
      const fee = { max: expected.max * 1_000n, priority: expected.max * 500n }
      return { base, low: fee, expected: fee, high: fee }
    },
  })
  const signedFor = async (world: SimulatedWorld) => {
    const [last] = await world.db.selectFrom('attempts').selectAll().orderBy('pk', 'desc').limit(1).execute()
    return { max: BigInt(last?.max_fee ?? 0), priority: BigInt(last?.priority_fee ?? 0) }
  }

  it('no more is signed than four times what another one asks', async () => {
    const { world, of } = await opened('A', 'B')
    of('A').lies = dear
    await world.addMints(['x1'])
    await world.settle()
    const asked = feeOf(world.chain.world.baseFee)
    const { max, priority } = await signedFor(world)
    expect(max).toBeLessThanOrEqual(4n * asked.max)
    expect(priority).toBeLessThanOrEqual(4n * (world.chain.world.baseFee + asked.priority))
    await expectTruth(world, ['warm', 'x1'])
  })

  it('and another one asks it, too: that is the fee', async () => {
    const { world, of } = await opened('A', 'B', 'C')
    of('A').lies = dear
    of('C').lies = dear
    await world.addMints(['x1'])
    await world.settle()
    expect((await signedFor(world)).max).toBe(feeOf(world.chain.world.baseFee).max * 1_000n)
    await expectTruth(world, ['warm', 'x1'])
  })
})

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

it.each([
  ['that the chain refuses a mint', 'chain.reverted'],
  ['that a mint by itself is too heavy for any transaction', 'chain.tooHeavy'],
])('one that says %s makes none fail as long as the other does not', async (_, code) => {
  const { world, of } = await opened('A', 'B')
  of('A').lies = () => ({
    prepare: async () => {
      throw new Refusal({ kind: 'failed', code, message: 'forged' })
    },
  })
  await world.addMints(['x1'])
  await world.round()
  expect(await stateOf(world, 'x1')).not.toBe('failed')
  of('A').lies = () => ({})
  await world.settle()
  await expectTruth(world, ['warm', 'x1'])
})

it('that a contract is on chain: it is not recorded, and nothing is minted where there is none', async () => {
  const { world, of, time } = await openedNew('A', 'B')
  of('A').lies = () => ({ deploymentCalls: async () => [] })
  await world.addMints(['x1'])
  for (let rounds = 0; rounds < 4; rounds++) {
    world.chain.mine()
    time.now += 5_000
    await world.round()
  }
  expect(await stateOfCollection(world)).toBe('wanted')
  expect(await world.db.selectFrom('transactions').select('purpose').execute()).toEqual([])
  // Other collections go on meanwhile.
  expect(world.notice()).toMatch(/^Waiting for Polygon: what A says .* nothing that depends on it is signed;/)
  of('A').lies = () => ({})
  await world.settle()
  expect(await stateOfCollection(world)).toBe('deployed')
  await expectTruth(world, ['x1'])
})

it('that a contract is missing: what is there is not deployed again, nor is the collection given up', async () => {
  const { world, of, time } = await openedNew('A', 'B')
  of('A').lies = (truth) => ({
    deploymentCalls: async (facts) => {
      const deploy = { deploy: truth.contractAddress(facts), supplyLimit: facts.supplyLimit }
      const calls = await truth.deploymentCalls(facts)
      return calls.length > 0 ? calls : [{ to: null, data: encodeBody(deploy), value: '0', weight: '1000000' }]
    },
  })
  await world.addMints(['x1'])
  for (let rounds = 0; rounds < 20; rounds++) {
    world.chain.mine()
    time.now += 5_000
    await world.round()
  }
  expect(await deploymentsIn(world)).toEqual(['succeeded', 'succeeded'])
  expect([await stateOfCollection(world), await stateOf(world, 'x1')]).toEqual(['wanted', 'queued'])
  expect(world.notice()).toMatch(/A and B do not say the same .* nothing that depends on it is signed;/)
  of('A').lies = () => ({})
  await world.settle()
  expect(await deploymentsIn(world)).toEqual(['succeeded', 'succeeded'])
  await expectTruth(world, ['x1'])
})

it('two that miss the same of a contract agree, whatever each would pay for it', async () => {
  const { world, of } = await openedNew('A', 'B')
  of('B').lies = (truth) => ({
    deploymentCalls: async (facts) =>
      (await truth.deploymentCalls(facts)).map((call) => ({ ...call, data: `${call.data}00`, weight: '7' })),
  })
  await world.addMints(['x1'])
  await world.settle()
  expect(await deploymentsIn(world)).toEqual(['succeeded', 'succeeded'])
  await expectTruth(world, ['x1'])
})

it('one that says that batches are too heavy does not have them minted in smaller ones, which cost more', async () => {
  const { world, of } = await opened('A', 'B')
  of('A').lies = () => ({
    prepare: async () => {
      throw new Refusal({ kind: 'failed', code: 'chain.tooHeavy', message: 'forged' })
    },
  })
  await world.addMints(['x1', 'x2', 'x3'])
  await world.round()
  of('A').lies = () => ({})
  await world.settle()
  const batches = await world.db.selectFrom('batches').select('size').orderBy('pk').execute()
  expect(batches.map(({ size }) => size)).toEqual([1, 3])
  await expectTruth(world, ['warm', 'x1', 'x2', 'x3'])
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

it('one RPC alone is believed', async () => {
  const { world, of } = await opened('A')
  of('A').lies = forgedFailure
  await world.addMints(['x1'])
  world.chain.mine(5)
  await world.round()
  await world.round()
  expect(await stateOf(world, 'x1')).toBe('failed')
})
