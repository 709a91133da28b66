import { copyFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { removeDatabase } from '../core/trial-core.ts'
import { type OpenEngine, openEngine, recipientOf, takeOver, until } from './open-engine.ts'
import { owners } from './truth.ts'

let dir: string
let opened: OpenEngine[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-faults-'))
  opened = []
})
afterEach(async () => {
  for (const engine of opened) await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function open(options: Partial<Parameters<typeof openEngine>[0]> = {}): Promise<OpenEngine> {
  const engine = await openEngine({ dir, ...options })
  opened.push(engine)
  return engine
}

async function close(engine: OpenEngine): Promise<void> {
  opened = opened.filter((other) => other !== engine)
  await engine.close()
}

const small = { limits: { mintsPerBatch: 50 } }

it('mints nothing twice from an older copy of the database: runs, grouped mints and lone ones', async () => {
  const engine = await open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
  await engine.addMints(['lone0'])
  await until(
    'lone minted',
    async () => (await mintsNow(engine.db).select('pk').where('state', '=', 'succeeded').execute()).length === 1,
  )
  await engine.addRun(120)
  await engine.close()
  opened = []
  const copy = join(dir, 'copy.db')
  copyFileSync(join(dir, 'mintdesk.db'), copy)

  const later = await open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
  await later.addMints(['group1', 'group2', 'group3'])
  await until(
    'grouped',
    async () => (await mintsNow(later.db).select('pk').where('state', '=', 'succeeded').execute()).length === 124,
  )
  await later.addMints(['lone9'])
  await until(
    'alone',
    async () => (await mintsNow(later.db).select('pk').where('state', '=', 'succeeded').execute()).length === 125,
  )
  const before = await owners(later)
  await close(later)

  await removeDatabase(dir)
  await cp(copy, join(dir, 'mintdesk.db'))
  const restored = await open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
  // The client asks again, in another order and company, with one that is new.
  await restored.addMints(['lone9', 'group3', 'new1', 'group1'])
  await takeOver(restored)
  await until('all settled', async () => {
    const waiting = await mintsNow(restored.db).select('pk').where('state', 'in', ['queued', 'composed']).execute()
    return waiting.length === 0
  })
  await restored.addMints(['group2'])
  await until('all settled', async () => {
    const waiting = await mintsNow(restored.db).select('pk').where('state', 'in', ['queued', 'composed']).execute()
    return waiting.length === 0
  })
  expect(await owners(restored)).toEqual([...before, recipientOf(1_000_001)])
  const failed = await mintsNow(restored.db).select(['id', 'error_message']).where('state', '<>', 'succeeded').execute()
  expect(failed).toEqual([])
})
