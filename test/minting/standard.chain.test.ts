import { copyFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { removeDatabase } from '../core/trial-core.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, takeOver, until } from './open-engine.ts'

let dir: string
let opened: OpenEngine | undefined

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-standard-'))
})
afterEach(async () => {
  await opened?.close()
  await rm(dir, { recursive: true, force: true })
})

/** The engine with the default collection of the kind `standard`. */
async function open(): Promise<OpenEngine> {
  const engine = await openEngine({ dir, start: false, timing: { groupMs: 100, pollMs: 40 } })
  opened = engine
  await engine.db
    .updateTable('collections')
    .set({ contract_kind: 'standard' })
    .where('pk', '=', engine.collectionPk)
    .execute()
  await engine.engine.start()
  return engine
}

async function close(engine: OpenEngine): Promise<void> {
  opened = undefined
  await engine.close()
}

async function collection(engine: OpenEngine) {
  const row = await engine.db
    .selectFrom('collections')
    .selectAll()
    .where('pk', '=', engine.collectionPk)
    .executeTakeFirstOrThrow()
  return {
    address: row.contract_address ?? '',
    halted: row.halted,
    client: await engine.chains.client('practice', 'polygon'),
  }
}

const settled = (engine: OpenEngine, count: number) =>
  until(`${count} minted`, async () => {
    const rows = await mintsNow(engine.db).select('pk').where('state', '=', 'succeeded').execute()
    return rows.length === count
  })

it('mints into a standard collection, reads its batches back from the events, and mints nothing twice from an older database', async () => {
  const engine = await open()
  const run = await engine.addRun(230)
  await runFinished(engine, run)
  const { address, client } = await collection(engine)
  const runOwners = Array.from({ length: 230 }, (_, ordinal) => recipientOf(ordinal))
  const batches = await Promise.all([0, 1].map((index) => client.chainBatch(address, index, 0)))
  expect(batches.map(({ recipients }) => recipients.length)).toEqual([200, 30])
  expect(batches.flatMap(({ recipients }) => recipients.map((one) => one.toLowerCase()))).toEqual(runOwners)
  expect((await client.batchOfToken(address, 201, 0))?.firstTokenId).toBe(201)
  await close(engine)
  const copy = join(dir, 'copy.db')
  copyFileSync(join(dir, 'mintdesk.db'), copy)

  const later = await open()
  await later.addMints(['group1', 'group2', 'group3'])
  await settled(later, 233)
  await later.addMints(['lone9'])
  await settled(later, 234)
  await close(later)

  await removeDatabase(dir)
  await cp(copy, join(dir, 'mintdesk.db'))
  const restored = await open()
  await restored.addMints(['lone9', 'group3', 'new4', 'group1', 'group2'])
  await takeOver(restored)
  await settled(restored, 235)
  const now = await collection(restored)
  expect(now.halted).toBeNull()
  const owners = await Promise.all(
    Array.from({ length: 235 }, async (_, index) => (await now.client.ownerOf(address, index + 1))?.toLowerCase()),
  )
  expect(owners).toEqual([...runOwners, ...[1, 2, 3, 9, 4].map((n) => recipientOf(1_000_000 + n))])
  expect((await now.client.counters(address)).minted).toBe(235)
})
