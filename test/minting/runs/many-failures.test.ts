import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWorld, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

let dir: string
let world: SimulatedWorld

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  world = await openWorld(dir, {
    limits: {
      weightPerTransaction: 10_000_000n,
      weightInFlight: 40_000_000n,
      transactionsInFlight: 4,
      mintsPerBatch: 500,
      unsortedPerCollection: 1_000_000,
      inOrder: false,
    },
  })
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

it('looks at what is in flight while thousands of mints fail, instead of after the last', async () => {
  await world.addMints(['a1'])
  await world.settle()
  await sql`insert into metadata (hash, json) values ('bad', '{"image":"ftp://example.com/1.png","name":"x"}')`.execute(
    world.db,
  )
  await sql`create trigger spoil after insert on mints when new.run_id is not null
            begin update mints set metadata_hash = 'bad', reupload = 1 where pk = new.pk; end`.execute(world.db)
  await world.addRun('spring', 5_000)
  const waiting = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from waiting`.execute(world.db)).rows[0]?.n)
  expect(await waiting()).toBeGreaterThan(0)
  await world.settle()
  expect(await waiting()).toBe(0)
  expect(await world.run('spring')).toMatchObject({ state: 'finished' })
})
