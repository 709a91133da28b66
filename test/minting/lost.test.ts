import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/mints-now.ts'
import { heldWorld } from './held-world.ts'
import { expectNothingTwice, expectTruth } from './simulated-truth.ts'
import type { SimulatedWorld } from './simulated-world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
  await world.addMints(['warm'])
  await settled()
})
afterEach(() => close())

/** Until nothing waits, and all of it has its confirmations. */
async function settled(): Promise<void> {
  await world.settle()
  world.chain.mine(3)
}

/** The network falls back to before the last mints, and something else takes sequences before they are there again. */
async function loseTo(outside: number): Promise<void> {
  const { chain, treasury } = world
  const before = chain.tokens().length
  while (chain.tokens().length === before) chain.fallBack(1)
  for (let used = 0; used < outside; used++) {
    chain.spendOutside(treasury, chain.count(treasury))
    chain.mine()
  }
  await world.networkRestarted()
  chain.mine(3)
}

async function haltedFor(blocks = 5): Promise<string> {
  for (let block = 0; block < blocks && (await world.states()).halted.length === 0; block++) {
    await world.round()
    world.chain.mine()
  }
  return (await world.states()).halted[0]?.halted ?? ''
}

const mintNamed = (id: string) =>
  mintsNow(world.db)
    .select(['state', 'token_id', 'error_code', 'error_message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

it('what a network that fell back takes again is there as it was, and nothing stops', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  await loseTo(0)
  await world.addMints(['c3'])
  await settled()
  expect((await world.states()).halted).toEqual([])
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
})

it('lets reads wait until a network that fell back has what was minted again', async () => {
  await world.addMints(['a1', 'b2'])
  await world.addMints(['c3'])
  await settled()
  while (world.chain.tokens().length > 1) world.chain.fallBack(1)
  expect(await world.tokensOnceCaughtUp()).toBe(4)
})

it('a batch that does not come back stops its collection with a sentence; resumed, it has failed and can be minted again', async () => {
  await world.addRun('spring', 2)
  await settled()
  await loseTo(1)
  await world.addMints(['c3'])
  expect(await haltedFor()).toMatch(
    /last batch of 2 \(number 2 on, transaction 0x\w+\) is not there\. .*“mintdesk collections resume default-polygon”/,
  )
  expect(world.chain.tokens()).toHaveLength(1)
  await world.resumeCollection()
  await settled()
  expect((await world.states()).halted).toEqual([])
  expect(await mintNamed('c3')).toMatchObject({ state: 'succeeded', token_id: 2 })
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  expect(
    await world.db.selectFrom('mints').select(['state', 'error_code']).where('run_id', '=', run.id).execute(),
  ).toEqual([
    { state: 'failed', error_code: 'chain.lost' },
    { state: 'failed', error_code: 'chain.lost' },
  ])
  await world.during(() => world.control.retry(run))
  await settled()
  expect(world.chain.tokens()).toHaveLength(4)
  await expectTruth(world, ['warm', 'c3'])
})

it('stops before anything is asked for, and goes on the same way', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  await loseTo(1)
  expect(await haltedFor()).toContain('is not there')
  await world.resumeCollection()
  await world.round()
  expect((await world.states()).halted).toEqual([])
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'a1', 'b2'])
})

it('what comes back as other tokens stops the collection too; resumed, each mint has the token that it is', async () => {
  await world.addMints(['a1', 'b2'])
  await world.addMints(['c3', 'd4'])
  await settled()
  const { chain, treasury } = world
  while (chain.tokens().length > 1) chain.fallBack(1)
  chain.spendOutside(treasury, chain.count(treasury))
  await world.networkRestarted()
  chain.mine(3)
  await world.addMints(['e5'])
  expect(await haltedFor()).toMatch(/last batch of 2 \(number 4 on, .*\) stands at number 2 there/)
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  expect(await mintNamed('c3')).toMatchObject({ state: 'succeeded', token_id: 2 })
  expect(await mintNamed('d4')).toMatchObject({ state: 'succeeded', token_id: 3 })
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3', 'd4', 'e5'])
})

it('an older copy of the database that is put back after that mints nothing twice', async () => {
  await world.addMints(['a1'])
  await settled()
  await world.keepCopy()
  await world.addMints(['b2'])
  await settled()
  const { chain, treasury } = world
  while (chain.tokens().length > 1) chain.fallBack(1)
  chain.spendOutside(treasury, chain.count(treasury))
  await world.networkRestarted()
  chain.mine(3)
  expect(chain.tokens(), 'b2 has the token of a1').toHaveLength(2)
  await world.restoreCopy()
  await world.addMints(['b2', 'c3'])
  expect(await haltedFor()).toContain('is not there')
  expect(chain.tokens()).toHaveLength(2)
  await world.resumeCollection()
  await settled()
  await expectNothingTwice(world)
  expect(await mintNamed('b2')).toMatchObject({ state: 'succeeded', token_id: 2 })
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
})

it('what an older copy had read back, and a network that falls back loses, stops the collection as well', async () => {
  await world.keepCopy()
  await world.addMints(['x1', 'y2'])
  await settled()
  await world.restoreCopy()
  await world.addMints(['x1', 'y2'])
  await settled()
  expect(await mintNamed('x1')).toMatchObject({ state: 'succeeded', token_id: 2 })
  await loseTo(1)
  await world.addMints(['c3'])
  expect(await haltedFor()).toMatch(/the contract counts 1, and this database 3/)
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('x1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'x1', 'y2', 'c3'])
})

it('what an older copy had found by its job alone, and a network that falls back loses, stops the collection where the number of NFTs fits', async () => {
  const { chain, treasury } = world
  chain.world.sendFaults.push('not-heard')
  await world.addMints(['a1'])
  const sequence = chain.count(treasury)
  await world.keepCopy()
  chain.spendOutside(treasury, sequence)
  chain.mine()
  await world.addMints(['b2'])
  await settled()
  expect(chain.tokens(), 'b2 was before a1').toHaveLength(3)
  await world.restoreCopy()
  await settled()
  expect(await mintNamed('a1')).toMatchObject({ state: 'succeeded', token_id: 3 })
  while (chain.tokens().length > 2) chain.fallBack(1)
  chain.mine()
  await world.networkRestarted()
  await world.addMints(['c3'])
  expect(await haltedFor(20)).toMatch(/what was read back as number 3 \(transaction 0x\w+\) is not there/)
  expect(chain.tokens(), 'c3 has not the token of a1').toHaveLength(2)
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  expect(await mintNamed('c3')).toMatchObject({ state: 'succeeded', token_id: 3 })
  await expectTruth(world, ['warm', 'a1', 'c3'])
})

it('what was settled between two falls under outside use stops the collection where its last batch and the number of NFTs fit', async () => {
  const { chain, treasury } = world
  const before = chain.count(treasury)
  await world.addMints(['a1'])
  await settled()
  await world.addMints(['b2'])
  await world.addMints(['c3'])
  const back = () => {
    while (chain.count(treasury) > before) chain.fallBack(1)
  }
  back()
  chain.spendOutside(treasury, before)
  chain.mine()
  // b2 is heard, and c3 is not.
  chain.world.sendFaults = ['twice', ...Array.from({ length: 20 }, () => 'not-heard' as const)]
  await world.networkRestarted()
  for (let block = 0; block < 10 && (await mintNamed('b2')).state !== 'succeeded'; block++) {
    await world.round()
    chain.mine()
  }
  chain.world.sendFaults = []
  expect([(await mintNamed('a1')).token_id, (await mintNamed('b2')).token_id]).toEqual([2, 2])
  back()
  await world.networkRestarted()
  await world.addMints(['d4'])
  expect(await haltedFor(10)).toContain('some numbers are two NFTs here')
  await world.resumeCollection()
  await settled()
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3', 'd4'])
})

it('is told again after a start: a person decided nothing that is not on disk', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  await loseTo(1)
  await world.addMints(['c3'])
  const sentence = await haltedFor()
  await world.restart()
  expect((await world.states()).halted).toEqual([{ halted: sentence }])
  expect(world.chain.tokens()).toHaveLength(1)
})

it('what was given up does not go out again when the network falls back once more, and is minted once', async () => {
  const before = world.chain.count(world.treasury)
  await world.addRun('spring', 2)
  await settled()
  await loseTo(1)
  await world.addMints(['c3'])
  await haltedFor()
  await world.resumeCollection()
  await settled()
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await settled()
  while (world.chain.count(world.treasury) > before) world.chain.fallBack(1)
  await world.networkRestarted()
  await expectNothingTwice(world)
  await world.addMints(['d4'])
  await settled()
  await expectTruth(world, ['warm', 'c3', 'd4'])
  expect((await world.states()).halted).toEqual([])
})
