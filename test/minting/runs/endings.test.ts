import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import type { RunRecord } from '../../../src/core/store/journal/runs/runs.ts'
import { heldWorld } from '../simulated/held-world.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
})
afterEach(() => close())

async function run(): Promise<RunRecord> {
  const found = await world.run('spring')
  if (!found) throw new Error('there is no run')
  return found
}

async function blocks(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    world.chain.mine()
    await world.round()
  }
}

/** A run of two whose one transaction is on its way. */
async function runInFlight(): Promise<void> {
  await world.addMints(['a1'])
  await world.settle()
  await world.addRun('spring', 2)
  await world.round()
  expect(world.chain.pending()).toHaveLength(1)
}

it('ends a run whose last transaction was settled while it was paused', async () => {
  await runInFlight()
  await world.during(async () => world.control.pause(await run()))
  await blocks(4)
  await world.during(async () => world.control.resume(await run()))
  expect(await run()).toMatchObject({ state: 'finished' })
})

it('ends a run whose last transaction was settled just before the process died', async () => {
  await runInFlight()
  world.chain.mine(4)
  const toSettle = world.points.length
  await world.round()
  const settled = world.points.slice(toSettle).indexOf('after settle') + 1
  expect(settled).toBeGreaterThan(0)
  // The journal as a death between the two commits leaves it.
  await world.db.updateTable('runs').set({ state: 'running', completed_at: null }).execute()
  await world.restart()
  expect(await run()).toMatchObject({ state: 'finished' })
})

it('completes a cancelled run whose transaction lost its sequence to something outside', async () => {
  await runInFlight()
  await world.during(async () => world.control.cancel(await run()))
  world.chain.dropPool()
  world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
  await blocks(5)
  await world.round()
  expect(world.changedRuns.at(-1)).toBe((await run()).id)
  await world.control.moved((await run()).id)
  expect((await run()).completed_at).not.toBeNull()
  const left = await mintsNow(world.db).select('state').where('run_id', 'is not', null).execute()
  expect(left.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})

it('lets mints of an ended run wait again together with the run, or not at all', async () => {
  await runInFlight()
  await blocks(5)
  expect(await run()).toMatchObject({ state: 'finished' })
  await sql`update mints set state = 'failed', token_id = null where run_id is not null`.execute(world.db)
  await sql`delete from members`.execute(world.db)
  // The disk is full between the two writes.
  await sql`create trigger full before update on runs begin select raise(abort, 'full'); end`.execute(world.db)
  await expect(world.control.retry(await run())).rejects.toThrow('full')
  await sql`drop trigger full`.execute(world.db)
  const states = await mintsNow(world.db).select('state').where('run_id', 'is not', null).execute()
  expect(states.map(({ state }) => state)).toEqual(['failed', 'failed'])
})
