import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRunControl, type RunControl } from '../../../src/core/minting/runs/control.ts'
import { collectionByPk, findCollection } from '../../../src/core/store/collections/collections.ts'
import { firstProject } from '../../../src/core/store/installation/projects.ts'
import { failMints } from '../../../src/core/store/journal/batches.ts'
import type { MintDraft } from '../../../src/core/store/journal/mint-draft.ts'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { addRun, completeRun, findRun, type RunRecord } from '../../../src/core/store/journal/runs/runs.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import { addMintsOfRun } from '../../store/add-mints-of-run.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { temporaryFolder } from '../simulated/world.ts'

/** More than are given up in one piece, and of them those that failed before. */
const total = 2_010
const failed = 3
const piece = 2_000

let folder: string
let store: OpenStore
let control: RunControl
let woken: number[]

beforeEach(async () => {
  folder = await temporaryFolder()
  store = await openFreshStore(join(folder, 'mintdesk.db'))
  woken = []
  control = createRunControl(store.db, { wake: (pk) => void woken.push(pk) }, () => 9_000)
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function draft(ordinal: number): MintDraft & { id: string } {
  const address = `0x${ordinal.toString(16).padStart(40, '0')}`
  return {
    ...{ id: `badge ${ordinal}`, recipient: `polygon:${address}`, address, reupload: false, row: ordinal + 2, ordinal },
    ...{ metadata: { uri: 'https://example.com/badge.json' }, contentHash: Buffer.from(address) },
  }
}

/** A run of which some NFTs have failed and all others wait. */
async function runWithFailures(): Promise<void> {
  const { db } = store
  const project = await firstProject(db, 1)
  const { pk = 0 } = (await findCollection(db, project.id, 'default-polygon')) ?? {}
  await addRun(db, {
    ...{ id: 'run', project_id: project.id, collection_pk: pk, import_id: null, name: 'badges.csv' },
    ...{ content: 'x', repeat: 0, state: 'running', notice: null, total, quoted_fee: null, fee_ceiling: null },
    ...{ quote: null, created_at: 1, completed_at: null },
  })
  const drafts = Array.from({ length: total }, (_, ordinal) => draft(ordinal))
  await addMintsOfRun(db, await collectionByPk(db, pk), drafts, { now: 1, runId: 'run' })
  const mints = await db.selectFrom('mints').select('pk').orderBy('pk').limit(failed).execute()
  await failMints(
    db,
    mints.map((mint) => ({ ...mint, code: 'x', message: 'It failed.' })),
    5,
  )
}

async function run(): Promise<RunRecord> {
  const found = await findRun(store.db, 'run')
  if (!found) throw new Error('there is no run')
  return found
}

/** What a retry answers: its refusal, where it is refused. */
async function retried(seen?: RunRecord): Promise<unknown> {
  return await control.retry(seen ?? (await run())).catch((error: unknown) => error)
}

/** How many NFTs are in which state: a person is told at once that what waits is cancelled. */
async function states(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { state } of await mintsNow(store.db).select('state').execute()) found[state] = (found[state] ?? 0) + 1
  return found
}

/** The cancellation comes no further than its first piece, as where the process dies or the disk is full. */
async function cancelFirstPiece(): Promise<void> {
  await sql`create trigger held before update of state on mints
    when (select count(*) from mints where state = 'cancelled') = ${sql.lit(piece)}
    begin select raise(abort, 'held'); end`.execute(store.db)
  await expect(control.cancel(await run())).rejects.toThrow('held')
  await sql`drop trigger held`.execute(store.db)
}

it('a run that is still being cancelled is not retried, and after that only what failed is', async () => {
  await runWithFailures()
  await cancelFirstPiece()
  const between = { failed, cancelled: piece, queued: total - failed - piece }
  expect(await states()).toEqual(between)
  expect(await retried()).toMatchObject({
    code: 'run.state',
    message: expect.stringMatching(/^The run "badges\.csv" is still being cancelled: .* Retry it when that is over\.$/),
  })
  expect(await run()).toMatchObject({ state: 'cancelled', completed_at: null })
  expect(await states()).toEqual(between)
  expect(woken).toEqual([])

  await control.recover()
  expect(await run()).toMatchObject({ state: 'cancelled', completed_at: 9_000 })
  await control.retry(await run())
  expect(await run()).toMatchObject({ state: 'running', completed_at: null })
  expect(await states()).toEqual({ cancelled: total - failed, queued: failed })
})

it('a run that a window saw before somebody cancelled it stays cancelled', async () => {
  await runWithFailures()
  const seen = await run()
  await cancelFirstPiece()
  expect(await retried(seen)).toMatchObject({ code: 'run.state' })
  await control.cancel(await run())
  expect(await states()).toEqual({ failed, cancelled: total - failed })
})

it('a cancelled run of which something waits again is not over', async () => {
  await runWithFailures()
  await cancelFirstPiece()
  await completeRun(store.db, 'run', 8_000)
  expect((await run()).completed_at).toBeNull()
  await control.moved('run')
  expect((await run()).completed_at).toBe(9_000)
})

it('a cancelled run is retried when what had been sent of it is settled', async () => {
  const { world, close } = await heldWorld()
  const spring = async (): Promise<RunRecord> => {
    const found = await world.run('spring')
    if (!found) throw new Error('there is no run')
    return found
  }
  try {
    await world.addMints(['a1'])
    await world.settle()
    await world.addRun('spring', 2)
    await world.round()
    await world.during(async () => world.control.cancel(await spring()))
    await expect(world.control.retry(await spring())).rejects.toThrow('is still being cancelled')
    world.chain.world.reverting = 1
    for (let made = 0; made < 5; made++) {
      world.chain.mine()
      await world.round()
    }
    await world.control.moved((await spring()).id)
    expect(world.chain.tokens()).toHaveLength(1)
    await world.during(async () => world.control.retry(await spring()))
    await world.settle()
    expect(await spring()).toMatchObject({ state: 'finished' })
    expect(world.chain.tokens()).toHaveLength(3)
  } finally {
    await close()
  }
})
