import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resumeCollection } from '../../../src/core/store/collections/halting.ts'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { openEngine } from '../open-engine.ts'
import { addUpdate } from '../simulated/actions.ts'
import { simulatedChains } from '../simulated/client.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { expectNothingTwice, expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let dir: string
let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ dir, world, close } = await heldWorld())
  await world.addMints(['warm'])
  await settled()
})
afterEach(() => close())

/** Until nothing waits, and all of it has its confirmations. */
async function settled(): Promise<void> {
  await world.settle()
  world.chain.mine(3)
}

/**
 * A reorganisation deeper than the confirmations takes the treasury's last transactions out for good: they are in no pool. Then something else takes
 * so many of its sequences, before they are there again.
 */
function takeBack(transactions: number, outside = 0): void {
  const { chain, treasury } = world
  const depth = chain.blocksSince(treasury, chain.count(treasury) - transactions)
  chain.reorganise(depth, { drop: true, includes: false })
  for (let used = 0; used < outside; used++) {
    chain.spendExternally(treasury, chain.count(treasury))
    chain.mine()
  }
  chain.mine(3)
}

/** The engine goes on by so many rounds, a block after each. */
async function rounds(count = 8): Promise<void> {
  for (let made = 0; made < count; made++) {
    await world.round()
    world.chain.mine()
  }
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

it('what was taken back goes out again as it was; nothing new is signed for the collection until a person says so', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  takeBack(1)
  await world.addMints(['c3'])
  expect(await haltedFor()).toMatch(
    /^Polygon took back blocks that had all their confirmations, .*“mintdesk collections resume default-polygon”/,
  )
  await rounds()
  expect(world.chain.tokens(), 'a1 and b2 are there again, and c3 is not').toHaveLength(3)
  await world.resumeCollection()
  await settled()
  expect((await world.states()).halted).toEqual([])
  expect(await mintNamed('c3')).toMatchObject({ state: 'succeeded', token_id: 4 })
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
})

it('is told, too, where what comes behind it has all its confirmations by the next look', async () => {
  const { chain, treasury } = world
  await world.addMints(['a1'])
  await settled()
  await world.addMints(['b2'])
  await world.round()
  chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 1), { drop: false, includes: true })
  chain.mine(5)
  expect(await haltedFor()).toMatch(/^Polygon took back blocks that had all their confirmations/)
  await world.resumeCollection()
  await settled()
  await expectTruth(world, ['warm', 'a1', 'b2'])
})

it.each([
  ['what strangers bought before it gives it another number: once a person says to go on, it has its own', false],
  ['it has its own also where the core ends once a person said so', true],
])('%s', async (_what, ends) => {
  const { chain, treasury } = world
  await world.addMints(['a1'])
  await settled()
  await world.addMints(['b2'])
  await world.round()
  chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 1), { drop: false, includes: false })
  chain.world.purchases = 1
  chain.mine(5)
  expect(await haltedFor()).toMatch(/^Polygon took back blocks that had all their confirmations/)
  await rounds()
  await world.resumeCollection()
  if (ends) await world.restart()
  await world.addMints(['c3'])
  await settled()
  const numbers = await Promise.all(['a1', 'b2', 'c3'].map(async (id) => (await mintNamed(id)).token_id))
  expect(numbers).toEqual([3, 4, 5])
})

it('is told once: neither a start nor what is minted later says it again', async () => {
  await world.addMints(['a1'])
  await settled()
  takeBack(1)
  await haltedFor()
  await rounds()
  await world.resumeCollection()
  await world.restart()
  await world.addMints(['b2'])
  await settled()
  expect((await world.states()).halted).toEqual([])
  await expectTruth(world, ['warm', 'a1', 'b2'])
})

it('is not told of a reorganisation within the confirmations, of a node that lags, or of one that has forgotten old blocks', async () => {
  const { chain } = world
  await world.addMints(['a1'])
  await settled()
  chain.reorganise(2, { drop: true, includes: false })
  await rounds(2)
  chain.world.lag = 9
  await rounds(2)
  chain.world.lag = 0
  chain.world.keepsFrom = chain.head().number
  await world.addMints(['b2'])
  await settled()
  expect((await world.states()).halted).toEqual([])
  chain.world.keepsFrom = 0
  await expectTruth(world, ['warm', 'a1', 'b2'])
})

it('what had failed does not go out again: its mints may be in another transaction since', async () => {
  const { chain, treasury } = world
  chain.world.reverting = 1
  await world.addRun('spring', 2)
  await settled()
  const failed = await world.db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select('hash')
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await settled()
  expect(chain.tokens()).toHaveLength(3)
  const used = chain.count(treasury)
  takeBack(2)
  const sent: string[] = []
  chain.world.onSend = ({ hash }) => sent.push(hash)
  await rounds()
  expect(sent).not.toContain(failed.hash)
  expect(chain.count(treasury)).toBe(used)
  expect(chain.tokens(), 'the second try is there again').toHaveLength(3)
  await world.resumeCollection()
  await world.addMints(['b2'])
  await settled()
  expect(await mintNamed('b2')).toMatchObject({ state: 'succeeded', token_id: 4 })
  await expectNothingTwice(world)
})

for (const point of ['before recover', 'after recover', 'before restate', 'after restate'])
  it(`goes on where it was when the engine ends ${point}`, async () => {
    await world.addMints(['a1'])
    await world.addMints(['b2'])
    await settled()
    takeBack(2, 1)
    world.dieAtPoint(point)
    await haltedFor()
    await rounds()
    await world.resumeCollection()
    await world.addMints(['c3'])
    // What a person said is on disk: nobody is asked again.
    await world.settle()
    expect(world.points).toContain(point)
    expect((await world.states()).halted).toEqual([])
    expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
    await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
  })

it('a batch that does not come back has failed, once a person says to go on, and can be minted again', async () => {
  await world.addRun('spring', 2)
  await settled()
  takeBack(1, 1)
  await world.addMints(['c3'])
  expect(await haltedFor()).toContain('what the chain does not hold then counts as failed, and can be retried')
  expect(world.chain.tokens()).toHaveLength(1)
  await world.resumeCollection()
  await rounds()
  expect((await world.states()).halted).toEqual([])
  await settled()
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

it('a change that waits for an NFT which does not come back is not made of the one that has its number then', async () => {
  await world.addMints(['a1'])
  await settled()
  takeBack(1, 1)
  await haltedFor()
  await addUpdate(world, 'a1', 'ipfs://changed')
  await world.resumeCollection()
  await world.addMints(['b2'])
  await settled()
  expect(await mintNamed('b2')).toMatchObject({ state: 'succeeded', token_id: 2 })
  expect(world.chain.updates()).toEqual([])
  expect(
    await world.db.selectFrom('actions').select(['status', 'error_code']).where('kind', '=', 'nfts.update').execute(),
  ).toEqual([{ status: 'failed', error_code: 'chain.lost' }])
})

it('stops before anything is asked for, and goes on the same way', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  takeBack(1, 1)
  expect(await haltedFor()).toContain('took back blocks')
  await world.resumeCollection()
  await world.round()
  expect((await world.states()).halted).toEqual([])
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'a1', 'b2'])
})

it('what a person said is carried out by the next start, though nothing else waits there', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  takeBack(1, 1)
  expect(await haltedFor()).toContain('took back blocks')
  // The process ends before any round.
  await resumeCollection(world.db, world.collectionPk)
  await world.close()
  const next = await openEngine({ dir, chains: simulatedChains(world.chain), timing: { groupMs: 0, pollMs: 1 } })
  close = async () => {
    await next.close()
    vi.useRealTimers()
    await rm(dir, { recursive: true, force: true })
  }
  await vi.waitFor(
    async () => {
      const a1 = mintsNow(next.db).select(['state', 'error_code']).where('id', '=', 'a1')
      expect(await a1.executeTakeFirst()).toEqual({ state: 'failed', error_code: 'chain.lost' })
    },
    { timeout: 20_000, interval: 20 },
  )
})

it('what comes back as other tokens: once a person says to go on, each mint has the token that it is', async () => {
  await world.addMints(['a1', 'b2'])
  await world.addMints(['c3', 'd4'])
  await settled()
  takeBack(2, 1)
  await world.addMints(['e5'])
  await haltedFor()
  await rounds()
  expect(world.chain.tokens()).toHaveLength(3)
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
  takeBack(2, 1)
  await rounds()
  expect(world.chain.tokens(), 'b2 has the token of a1').toHaveLength(2)
  await world.restoreCopy()
  await world.addMints(['b2', 'c3'])
  expect(await haltedFor()).toContain('took back blocks')
  expect(world.chain.tokens()).toHaveLength(2)
  await world.resumeCollection()
  await settled()
  await expectNothingTwice(world)
  expect(await mintNamed('b2')).toMatchObject({ state: 'succeeded', token_id: 2 })
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
})

it('an older copy whose node has forgotten the blocks sees by the contract that its last batch is not there', async () => {
  const { chain } = world
  await world.addMints(['a1'])
  await settled()
  await world.keepCopy()
  await world.addMints(['b2'])
  await settled()
  takeBack(2, 1)
  await rounds()
  chain.world.keepsFrom = chain.head().number + 1
  await world.restoreCopy()
  await world.addMints(['b2', 'c3'])
  expect(await haltedFor()).toMatch(/last batch of 1 \(number 2 on, transaction 0x\w+\) is not there\. /)
  await world.resumeCollection()
  await settled()
  chain.world.keepsFrom = 0
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3'])
})

it('what an older copy had read back, and a reorganisation takes out, stops the collection as well', async () => {
  await world.keepCopy()
  await world.addMints(['x1', 'y2'])
  await settled()
  await world.restoreCopy()
  await world.addMints(['x1', 'y2'])
  await settled()
  expect(await mintNamed('x1')).toMatchObject({ state: 'succeeded', token_id: 2 })
  takeBack(1, 1)
  await world.addMints(['c3'])
  expect(await haltedFor()).toMatch(/what was read back as number 3 \(transaction 0x\w+\) is not there/)
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('x1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  await expectTruth(world, ['warm', 'x1', 'y2', 'c3'])
})

it('what an older copy had found by its job alone, and a reorganisation takes out, stops the collection where the number of NFTs fits', async () => {
  const { chain, treasury } = world
  chain.world.sendFaults.push('not-heard')
  await world.addMints(['a1'])
  const sequence = chain.count(treasury)
  await world.keepCopy()
  chain.spendExternally(treasury, sequence)
  chain.mine()
  await world.addMints(['b2'])
  await settled()
  expect(chain.tokens(), 'b2 was before a1').toHaveLength(3)
  await world.restoreCopy()
  await settled()
  expect(await mintNamed('a1')).toMatchObject({ state: 'succeeded', token_id: 3 })
  takeBack(1)
  await world.addMints(['c3'])
  expect(await haltedFor(20)).toMatch(/what was read back as number 3 \(transaction 0x\w+\) is not there/)
  expect(chain.tokens(), 'c3 has not the token of a1').toHaveLength(2)
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('a1')).toMatchObject({ state: 'failed', error_code: 'chain.lost' })
  expect(await mintNamed('c3')).toMatchObject({ state: 'succeeded', token_id: 3 })
  await expectTruth(world, ['warm', 'a1', 'c3'])
})

it('what was settled between two such reorganisations under external nonce use gets its own numbers, where its last batch and the number of NFTs fit', async () => {
  const { chain, treasury } = world
  const before = chain.count(treasury)
  await world.addMints(['a1'])
  await settled()
  await world.addMints(['b2'])
  await world.addMints(['c3'])
  chain.reorganise(chain.blocksSince(treasury, before), { drop: true, includes: false })
  chain.dropPool()
  chain.spendExternally(treasury, before)
  chain.mine()
  // b2 is heard, and c3 is not.
  chain.world.sendFaults = ['twice', ...Array.from({ length: 1_000 }, () => 'not-heard' as const)]
  for (let block = 0; block < 10 && (await mintNamed('b2')).state !== 'succeeded'; block++) {
    await world.round()
    chain.mine()
  }
  chain.world.sendFaults = []
  expect([(await mintNamed('a1')).token_id, (await mintNamed('b2')).token_id]).toEqual([2, 2])
  chain.reorganise(chain.blocksSince(treasury, before), { drop: true, includes: false })
  chain.mine(3)
  await rounds()
  expect(chain.tokens()).toHaveLength(4)
  await world.addMints(['d4'])
  await world.resumeCollection()
  await settled()
  expect(await mintNamed('b2')).toMatchObject({ state: 'succeeded', token_id: 3 })
  await expectTruth(world, ['warm', 'a1', 'b2', 'c3', 'd4'])
})

it('is told again after a start: a person decided nothing that is not on disk', async () => {
  await world.addMints(['a1', 'b2'])
  await settled()
  takeBack(1, 1)
  await world.addMints(['c3'])
  const sentence = await haltedFor()
  await world.restart()
  await rounds()
  expect((await world.states()).halted).toEqual([{ halted: sentence }])
  expect(world.chain.tokens()).toHaveLength(1)
})

it('what was given up does not go out again when a later reorganisation takes out even more, and is minted once', async () => {
  await world.addRun('spring', 2)
  await settled()
  takeBack(1, 1)
  await world.addMints(['c3'])
  await haltedFor()
  await world.resumeCollection()
  await settled()
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await settled()
  takeBack(3)
  await rounds(12)
  await expectNothingTwice(world)
  await world.resumeCollection()
  await world.addMints(['d4'])
  await settled()
  await expectTruth(world, ['warm', 'c3', 'd4'])
  expect((await world.states()).halted).toEqual([])
})
