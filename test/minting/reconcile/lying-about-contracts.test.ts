/** One RPC of a list lies about whether a contract is on chain. */
import { expect, it, vi } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { addCollection } from '../../../src/core/store/collections/collections.ts'
import { encodeBody } from '../simulated/chain.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'
import { lyingWorlds, stateOf } from './lying-world.ts'

const { openedNew } = lyingWorlds()

const stateOfCollection = async (world: SimulatedWorld) =>
  (await world.db.selectFrom('collections').select('state').where('id', '=', 'default-polygon').executeTakeFirst())
    ?.state
const deploymentsIn = async (world: SimulatedWorld) => {
  const deployments = world.db.selectFrom('transactions').select('state').where('purpose', '=', 'deploy')
  return (await deployments.execute()).map(({ state }) => state)
}

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

/** Says that a contract which is on chain is missing. */
const deniesContracts = (truth: ChainClient): Partial<ChainClient> => ({
  deploymentCalls: async (facts) => {
    const deploy = { deploy: truth.contractAddress(facts), supplyLimit: facts.supplyLimit }
    const calls = await truth.deploymentCalls(facts)
    return calls.length > 0 ? calls : [{ to: null, data: encodeBody(deploy), value: '0', weight: '1000000' }]
  },
})

it('that a contract is missing: what is there is not deployed again, nor is the collection given up', async () => {
  const { world, of, time } = await openedNew('A', 'B')
  of('A').lies = deniesContracts
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

it('that a contract is missing, and two others outvote it: it is left out, and the collection goes on by itself', async () => {
  const { world, of } = await openedNew('A', 'B', 'C')
  of('A').lies = deniesContracts
  await world.addMints(['x1'])
  for (let rounds = 0; rounds < 20 && !of('A').leftOut; rounds++) {
    world.chain.mine()
    await world.round()
  }
  expect([of('A').leftOut, await stateOfCollection(world)]).toEqual([true, 'wanted'])
  // Nobody wakes it: time alone goes on.
  await vi.waitFor(
    async () => {
      world.chain.mine()
      expect(await stateOf(world, 'x1')).toBe('succeeded')
    },
    { timeout: 20_000, interval: 20 },
  )
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

/** Calls with receivers, as EVM chains have them: what all collections share is told from a collection by them. */
const withReceivers = (truth: ChainClient): Partial<ChainClient> => ({
  deploymentCalls: async (facts) => (await truth.deploymentCalls(facts)).map((call) => ({ ...call, to: '0xfac7' })),
})

it('one that lacks the block of what collections share is no liar to the collection behind the first', async () => {
  const { world, of, told, time } = await openedNew('A', 'B', 'C')
  for (const name of ['A', 'B', 'C']) of(name).lies = withReceivers
  const { id: project } = await world.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  const second = {
    ...{ id: 'second', chain: 'polygon', contractKind: 'economy' },
    fungibility: 'non-fungible',
    metadata: { name: 'second', description: '', imageUrl: '', symbol: 'X' },
    ...{ initial: { supplyLimit: null, payments: null }, contractUri: 'https://example.com/c.json', reupload: false },
  } as const
  await world.addMints(['x1'])
  await world.db.transaction().execute((trx) => addCollection(trx, project, second, 'make it', time.now))
  const shared = { to: '0xfac7', data: encodeBody({ shared: true }), value: '0', weight: '1000000' }
  of('B').lies = () => ({ deploymentCalls: async () => [shared] })
  // The second one is next as soon as the first is in a block.
  for (let rounds = 0; rounds < 2; rounds++) {
    world.chain.mine()
    await world.round()
  }
  expect([world.notice(), of('B').leftOut, told.flatMap(({ disputed }) => disputed)]).toEqual([null, false, []])
  of('B').lies = withReceivers
  await world.settle()
  expect(await deploymentsIn(world)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  await expectTruth(world, ['x1'])
})
