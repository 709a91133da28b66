import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Caps } from '../../src/core/journal/caps.ts'
import { setCaps, spentOn } from '../../src/core/store/journal/spending.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from './simulated/world.ts'

const day = 86_400_000
/** A transaction weighs a million; the base fee is 10 and the tip 1, and twice the base fee and 1 are signed for. */
const atMost = 21_000_000n
const paid = 11_000_000n
const none: Caps = { run: null, day: null, project: null }
const queue = { network: 'practice:polygon', signer: '' }

let dir: string
let world: SimulatedWorld
let now: number
let projectId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  now = 100 * day
  world = await openWorld(dir, { clock: () => now })
  projectId = (await world.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

/** A person sets caps. */
function cap(caps: Partial<Caps>): Promise<void> {
  return setCaps(world.db, { projectId, chain: 'polygon' }, { ...none, ...caps })
}

/** What was paid, and what all that is on disk and open may cost at most, reckoned from the rows by themselves. */
async function spent(): Promise<bigint> {
  const rows = await world.db
    .selectFrom('transactions')
    .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
    .select(['transactions.pk', 'state', 'fee', 'call', 'max_fee'])
    .execute()
  const costs = new Map<number, bigint>()
  for (const { pk, state, fee, call, max_fee } of rows) {
    const { weight } = JSON.parse(call) as { weight: string }
    const open = BigInt(weight) * BigInt(max_fee)
    const cost = state === 'dead' ? 0n : fee === null ? open : BigInt(fee)
    if (cost > (costs.get(pk) ?? 0n)) costs.set(pk, cost)
  }
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0n)
}

/** Rounds and blocks; after each, nothing is signed beyond the cap. */
async function roundsWithin(limit: bigint, rounds = 12): Promise<void> {
  for (let made = 0; made < rounds; made++) {
    await world.round()
    expect(await spent()).toBeLessThanOrEqual(limit)
    world.chain.mine()
  }
}

const minted = async (): Promise<number> =>
  (await world.states()).mints.filter(({ state }) => state === 'succeeded').length

it('stops a run at its cap, says so, and goes on when a person raises it', async () => {
  const limit = 6n * paid + atMost
  await cap({ run: limit })
  await world.addRun('first', 30)
  await roundsWithin(limit, 20)
  const before = await minted()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(30)
  // Each run has a cap of its own, and the API's mints have none.
  await world.addMints(['api'])
  await world.addRun('second', 3)
  for (let made = 0; made < 8; made++) {
    await world.round()
    world.chain.mine()
  }
  expect(await minted()).toBe(before + 4)
  expect((await world.run('first'))?.state).toBe('running')
  expect(world.runNotice('first')).toMatch(
    /^Stopped at a spending cap: this run may spend .* “mintdesk caps set polygon”; an API key cannot\.$/,
  )
  await cap({ run: null })
  await world.settle()
  expect(await minted()).toBe(34)
})

it('counts deployments: nothing at all is signed where the contract alone costs more', async () => {
  await cap({ project: atMost - 1n })
  await world.addRun('first', 3)
  await roundsWithin(0n, 3)
  expect(world.notice()).toContain('the project may spend')
  await cap({ project: 3n * atMost })
  await world.settle()
  expect(await minted()).toBe(3)
})

it('holds for all runs and mints of the API together, also when the process dies and starts again', async () => {
  const limit = 8n * paid + 2n * atMost
  await cap({ project: limit })
  await world.addRun('first', 12)
  await world.addRun('second', 12)
  await world.addMints(['a', 'b', 'c'])
  for (const point of ['after commit', 'before settle']) {
    world.dieAtPoint(point)
    await roundsWithin(limit, 6)
  }
  await roundsWithin(limit)
  expect(await minted()).toBeLessThan(27)
  await cap({})
  await world.settle()
  expect(await minted()).toBe(27)
})

it('of a day ends with the day (UTC)', async () => {
  const limit = 4n * paid + atMost
  await cap({ day: limit })
  await world.addRun('first', 12)
  await roundsWithin(limit)
  const before = await minted()
  expect(before).toBeLessThan(12)
  expect(world.notice()).toMatch(/a day on Polygon\..*at midnight UTC/)
  now += day
  await world.settle()
  expect(await minted()).toBe(12)
})

it('lets no fee bump go over it', async () => {
  await world.addMints(['warm'])
  await world.settle()
  const before = await spent()
  const limit = before + atMost
  await cap({ project: limit })
  await world.addMints(['stuck'])
  expect(await spent()).toBe(limit)
  world.chain.world.baseFee = 100n
  for (let made = 0; made < 30; made++) {
    await world.round()
    world.chain.mine()
  }
  const attempts = async () => (await world.states()).attempts.length
  const were = await attempts()
  expect(await spent()).toBe(limit)
  expect(world.notice()).toContain('Stopped at a spending cap')
  await cap({})
  await world.settle()
  expect(await attempts()).toBeGreaterThan(were)
})

it('lowered in the middle of a round, holds for what is not on disk yet', async () => {
  await world.addMints(['warm'])
  await world.settle()
  const before = await spent()
  let lowered = Promise.resolve()
  world.actAt('before commit', () => {
    lowered = cap({ project: before })
  })
  await world.addRun('first', 3)
  await lowered
  await roundsWithin(before, 3)
  await cap({})
  await world.settle()
  expect(await minted()).toBe(4)
})

it('sums what was paid by itself, as the receipts say', async () => {
  await world.addRun('first', 9)
  await world.settle()
  const signer = world.treasury
  expect(await spentOn(world.db, { ...queue, signer }, now)).toMatchObject({
    day: await spent(),
    project: await spent(),
  })
  expect(await spentOn(world.db, { ...queue, signer }, now + day)).toMatchObject({ day: 0n, project: await spent() })
})

it('lets nothing that fills a gap go over it', async () => {
  const fills = async () => (await world.states()).transactions.filter(({ purpose }) => purpose === 'fill').length
  await world.addMints(['warm'])
  await world.settle()
  world.chain.spendExternally(world.treasury, 3)
  for (let block = 0; block < 3; block++) world.chain.mine()
  await world.addMints(['a', 'b'])
  world.chain.reorganise(3, { drop: true, includes: false })
  const limit = await spent()
  await cap({ project: limit })
  await roundsWithin(limit)
  expect([await fills(), world.notice()]).toEqual([0, expect.stringContaining('Stopped at a spending cap')])
  await cap({})
  await world.settle()
  expect(await fills()).toBe(1)
})
