/** What a person, a chain or a machine does wrong while the engine mints: a clear state, a sentence, and a way on. */

import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { expectNothingTwice, expectTruth } from '../simulated/truth.ts'
import { openWorld, type SimulatedWorld, type SimulatedWorldOptions, temporaryFolder } from '../simulated/world.ts'

let dir: string
let world: SimulatedWorld

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

async function warm(options: SimulatedWorldOptions = {}): Promise<void> {
  world = await openWorld(dir, options)
  await world.addMints(['warm'])
  await world.settle()
}

const mintsOf = (run: string) => mintsNow(world.db).selectAll().where('run_id', '=', run).orderBy('ordinal').execute()

async function runNamed(name: string) {
  const run = await world.run(name)
  if (!run) throw new Error(`there is no run ${name}`)
  return run
}

it('mints in smaller batches what no transaction can hold, each once, and a lone one that is too heavy says so', async () => {
  await warm()
  world.chain.world.mostMints = 1
  await world.addRun('spring', 6)
  await world.settle()
  expect((await mintsOf((await runNamed('spring')).id)).map(({ state }) => state)).toEqual(Array(6).fill('succeeded'))
  expect(world.chain.tokens()).toHaveLength(7)
  await expectTruth(world, ['warm'])
  world.chain.world.mostMints = 0
  await world.addMints(['heavy'])
  await world.settle()
  const heavy = await mintsNow(world.db).selectAll().where('id', '=', 'heavy').executeTakeFirstOrThrow()
  expect(heavy).toMatchObject({ state: 'failed', error_code: 'chain.tooHeavy' })
})

it('says of each row beyond a supply limit reached in the middle of a run why it was not minted, and of no other', async () => {
  world = await openWorld(dir)
  // The contract has less room than the database thinks, as after purchases.
  const initial = JSON.stringify({ supplyLimit: 5, payments: null })
  await world.db.updateTable('collections').set({ initial }).where('pk', '=', world.collectionPk).execute()
  await world.addRun('spring', 3)
  await world.settle()
  await world.addRun('summer', 3)
  await world.settle()
  const spring = await mintsOf((await runNamed('spring')).id)
  expect(spring.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  const summer = await mintsOf((await runNamed('summer')).id)
  for (const mint of summer)
    expect(mint).toMatchObject({
      state: 'failed',
      error_code: 'supply.reached',
      error_message: expect.stringContaining('leaves room for 2'),
    })
  expect(await runNamed('summer')).toMatchObject({ state: 'finished' })
  await world.addMints(['a1', 'b2'])
  await world.settle()
  await expectTruth(world, ['a1', 'b2'])
  expect(world.chain.tokens()).toHaveLength(5)
})

it('waits for a chain that does not answer for an hour, says so, and goes on as soon as it does', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z')
  await warm({ clock: () => now })
  await world.addRun('spring', 7)
  world.chain.mine()
  world.chain.world.failing = { after: 2, times: Number.POSITIVE_INFINITY }
  const until = now + 60 * 60_000
  for (; now < until; now += 10_000) await world.round()
  expect(world.notice()).toMatch(
    /^Waiting for .*: the network does not answer\. Nothing is lost; minting goes on by itself/,
  )
  expect(await runNamed('spring')).toMatchObject({ state: 'running' })
  world.chain.world.failing = { after: 0, times: 0 }
  await world.settle()
  expect(world.notice()).toBeNull()
  expect(await runNamed('spring')).toMatchObject({ state: 'finished' })
  await expectTruth(world, ['warm'])
  expect(world.chain.tokens()).toHaveLength(8)
})

it('ends a run that is cancelled at any point: what is signed is settled, and nothing else is minted', async () => {
  await warm()
  const cancelAt = async (name: string, point: number): Promise<boolean> => {
    let cancelled: Promise<void> | undefined
    world.actAt(point, () => {
      cancelled = runNamed(name).then((run) => world.control.cancel(run))
      cancelled.catch(() => {})
    })
    await world.addRun(name, 11)
    for (let block = 0; block < 16; block++) {
      world.chain.mine()
      await world.round()
      await expectNothingTwice(world)
      const run = await runNamed(name)
      await world.control.moved(run.id)
      if (cancelled !== undefined) await cancelled.catch(() => {})
      if ((await runNamed(name)).completed_at !== null) break
    }
    const run = await runNamed(name)
    expect(run.completed_at, `cancelled at point ${point}`).not.toBeNull()
    const states = new Set((await mintsOf(run.id)).map(({ state }) => state))
    expect([...states].filter((state) => state !== 'succeeded' && state !== 'cancelled')).toEqual([])
    expect(run.state).toBe(states.has('cancelled') ? 'cancelled' : run.state)
    return cancelled !== undefined
  }
  let point = 1
  while (await cancelAt(`cancelled at ${point}`, point)) point++
  expect(point).toBeGreaterThan(15)
  await world.settle()
  await expectTruth(world, ['warm'])
})

it('mints on under a clock that jumps back and forth', async () => {
  const day = 24 * 60 * 60_000
  const jumps = [0, 400 * day, -30 * day, 2 * day, -day, 0]
  let asked = 0
  await warm({ clock: () => Date.now() + (jumps[asked++ % jumps.length] ?? 0) })
  await world.addRun('spring', 7)
  await world.addMints(['a1', 'b2'])
  await world.settle()
  expect(await runNamed('spring')).toMatchObject({ state: 'finished' })
  await expectTruth(world, ['warm', 'a1', 'b2'])
  expect(world.chain.tokens()).toHaveLength(10)
})

it('does not let mints of the API wait for their batch for as long as the clock was put back', async () => {
  let jump = 0
  const clock = (): number => {
    const now = Date.now() + jump
    jump = 0
    return now
  }
  await warm({ clock })
  // They are accepted by a clock that is a day ahead, and that is right at the next look.
  jump = 24 * 60 * 60_000
  await world.addMints(['a1'])
  await world.settle()
  await expectTruth(world, ['warm', 'a1'])
})

it('says that a chain lost settled transactions and does not take them again, and goes on when it does', async () => {
  await warm()
  await world.addRun('spring', 3)
  await world.settle()
  world.chain.reorganise(8, { drop: true, includes: false })
  world.chain.world.sendFaults = Array.from({ length: 10_000 }, () => 'not-heard' as const)
  await world.addRun('summer', 3)
  for (let round = 0; round < 4; round++) await world.round()
  expect(world.notice()).toMatch(/lost settled transactions and does not take them again; .*Nothing is lost/)
  world.chain.world.sendFaults = []
  for (let block = 0; block < 6; block++) {
    world.chain.mine()
    await world.round()
  }
  await world.resumeCollection()
  await world.settle()
  expect(world.notice()).toBeNull()
  expect(world.chain.tokens()).toHaveLength(7)
  await expectTruth(world, ['warm'])
})
