import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { decode } from './chain.ts'
import { smallLimits } from './client.ts'
import { expectTruth } from './truth.ts'
import { openWorld, type SimulatedWorld, type SimulatedWorldOptions, temporaryFolder } from './world.ts'

let dir: string
let worlds: SimulatedWorld[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  worlds = []
})
afterEach(async () => {
  for (const world of worlds) await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

async function open(options?: SimulatedWorldOptions): Promise<SimulatedWorld> {
  const world = await openWorld(dir, options)
  worlds.push(world)
  return world
}

/** A world whose collection is on the chain. */
async function warm(options?: SimulatedWorldOptions): Promise<SimulatedWorld> {
  const world = await open(options)
  await world.addMints(['warm'])
  await world.settle()
  return world
}

function attempts({ db }: SimulatedWorld) {
  return db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select(['attempts.hash', 'raw', 'sequence', 'fill', 'transactions.pk as transaction'])
    .where('purpose', '=', 'mint')
    .orderBy('attempts.pk')
    .execute()
}

function mints({ db }: SimulatedWorld) {
  return mintsNow(db).select(['id', 'state', 'error_code', 'error_message', 'token_id']).orderBy('pk').execute()
}

it('has every byte on disk before it is sent', async () => {
  const world = await warm()
  await world.addRun('first', 7)
  await world.settle()
  expect(world.leaked).toEqual([])
  await expectTruth(world, ['warm'])
})

it('takes a lost answer for no answer: the same bytes go out again, at the same sequence', async () => {
  const world = await warm()
  world.chain.world.sendFaults.push('answer-lost', 'not-heard')
  await world.addRun('first', 6)
  await world.round()
  expect((await attempts(world)).slice(1).map(({ sequence }) => sequence)).toEqual([3, 4])
  await world.settle()
  expect(await attempts(world)).toHaveLength(3)
  await expectTruth(world, ['warm'])
})

it('keeps a batch as it was composed, whatever point the process dies at', async () => {
  const world = await warm()
  world.points.length = 0
  world.dieAt(4)
  // Dies after the batch is composed and prepared, before anything is signed.
  await world.addMints(['a', 'b'])
  await world.addMints(['c'])
  await world.settle()
  const batches = await world.db.selectFrom('batches').select(['size', 'state']).orderBy('pk').execute()
  expect(batches).toEqual([
    { size: 1, state: 'succeeded' },
    { size: 2, state: 'succeeded' },
    { size: 1, state: 'succeeded' },
  ])
  await expectTruth(world, ['warm', 'a', 'b', 'c'])
})

it('settles nothing before its confirmations', async () => {
  const world = await warm()
  await world.addMints(['a'])
  world.chain.mine(2)
  await world.round()
  expect((await mints(world)).at(-1)?.state).toBe('composed')
  world.chain.reorganise(2, { drop: true, includes: false })
  await world.round()
  await world.settle()
  await expectTruth(world, ['warm', 'a'])
})

it('is refused by the contract what an older copy of the database asks for again', async () => {
  const world = await warm()
  await world.addRun('first', 3)
  await world.keepCopy()
  await world.settle()
  const before = world.chain.tokens()
  // The copy's own transaction is on the chain; a second engine asks the contract for the same job.
  const jobs = await world.db.selectFrom('batches').select('job_id').orderBy('pk').execute()
  const contract = before[0]?.contract ?? ''
  expect(jobs.map(({ job_id }) => world.chain.contract(contract)?.jobs[job_id])).toEqual([1, 2])
  await world.restoreCopy()
  await world.settle()
  expect(world.chain.tokens()).toEqual(before)
})

it('raises the fee of a transaction that a higher base fee holds up: same sequence, same call', async () => {
  const world = await warm()
  world.chain.world.baseFee = 1n
  await world.addMints(['a', 'b'])
  world.chain.world.baseFee = 300n
  await world.settle()
  const own = (await attempts(world)).slice(1)
  expect(own.length).toBeGreaterThan(1)
  expect(new Set(own.map(({ sequence }) => sequence)).size).toBe(1)
  expect(new Set(own.map(({ raw }) => JSON.stringify(decode(`0x${raw.toString('hex')}`).call))).size).toBe(1)
  await expectTruth(world, ['warm', 'a', 'b'])
})

it('fills the sequence of a refused transaction, and says why its mints failed; a retry mints them', async () => {
  const world = await warm()
  world.chain.world.sendFaults.push('rejected')
  await world.addRun('first', 3)
  await world.settle()
  expect((await attempts(world)).slice(1).map(({ sequence, fill }) => [sequence, fill])).toEqual([
    [3, 0],
    [3, 1],
  ])
  expect((await mints(world)).slice(1).map(({ error_code }) => error_code)).toEqual(Array(3).fill('network.rejected'))
  expect((await mints(world)).at(-1)?.error_message).toMatch(/Nothing was minted by it: mint it again\.$/)
  const run = await world.run('first')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await world.settle()
  expect((await mints(world)).every(({ state }) => state === 'succeeded')).toBe(true)
})

it('fills a gap that something outside left', async () => {
  const world = await warm()
  world.chain.spendExternally(world.treasury, 3)
  // Nothing is signed behind it before its confirmations; then the chain takes it back all the same.
  for (let block = 0; block < 3; block++) world.chain.mine()
  await world.addMints(['a', 'b'])
  world.chain.reorganise(3, { drop: true, includes: false })
  await world.settle()
  const fills = await world.db
    .selectFrom('transactions')
    .select(['sequence', 'state'])
    .where('purpose', '=', 'fill')
    .execute()
  expect(fills).toEqual([{ sequence: 3, state: 'succeeded' }])
  await expectTruth(world, ['warm', 'a', 'b'])
})

it('waits when the treasury is empty, says so, and goes on when it is filled', async () => {
  const world = await warm()
  world.chain.setBalance(world.treasury, 0n)
  await world.addRun('first', 3)
  expect(world.notice()).toContain('lacks the coin')
  world.chain.setBalance(world.treasury, 10n ** 18n)
  await world.settle()
  expect(world.notice()).toBeNull()
  expect(await world.run('first')).toMatchObject({ state: 'finished' })
  await expectTruth(world, ['warm'])
})

it('stops a collection when the chain holds what this database does not know and cannot read', async () => {
  const world = await warm()
  await world.keepCopy()
  await world.addMints(['a', 'b'])
  await world.settle()
  await world.forgetContent()
  await world.restoreCopy()
  await world.addMints(['a'])
  for (let round = 0; round < 5; round++) {
    await world.round()
    world.chain.mine()
  }
  const [{ halted } = { halted: null }] = (await world.states()).halted
  expect(halted).toContain('cannot be read')
  expect(world.chain.tokens()).toHaveLength(3)
})

it('mints hosted metadata in batches of its own', async () => {
  const world = await warm()
  await world.addHosted(['a', 'b', 'c'])
  await world.settle()
  const kinds = await world.db.selectFrom('batches').select(['kind', 'size']).orderBy('pk').execute()
  expect(kinds.at(-1)).toEqual({ kind: 'uris', size: 3 })
  await expectTruth(world, ['warm', 'a', 'b', 'c'])
})

it('sorts batches beyond what a collection may hold in free order', async () => {
  const world = await warm({ limits: { ...smallLimits, unsortedPerCollection: 4 } })
  await world.addRun('first', 9)
  await world.settle()
  const kinds = await world.db.selectFrom('batches').select('kind').orderBy('pk').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['single', 'batch', 'sorted', 'sorted'])
  await expectTruth(world, ['warm'])
})

it('gives up a collection whose deployment fails three times, with the reason for each mint', async () => {
  const world = await open({ failingDeployments: 99 })
  await world.addRun('first', 2)
  await world.settle()
  for (const mint of await mints(world))
    expect(mint).toMatchObject({
      ...{ state: 'failed', error_code: 'collection.deployment' },
      error_message: expect.stringContaining('nothing can be minted into it: make another collection. '),
    })
  expect((await world.run('first'))?.state).toBe('finished')
})
