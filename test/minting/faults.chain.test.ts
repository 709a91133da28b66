import { copyFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { removeDatabase } from '../core/trial-core.ts'
import { type EngineFolder, engineFolder } from './engine-folder.ts'
import { recipientOf, takeOver, until } from './open-engine.ts'
import { owners } from './truth.ts'

let folder: EngineFolder
beforeEach(async () => {
  folder = await engineFolder('faults')
})
afterEach(() => folder.remove())

const small = { limits: { mintsPerBatch: 50 } }

it('mints nothing twice from an older copy of the database: runs, grouped mints and lone ones', async () => {
  const engine = await folder.open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
  await engine.addMints(['lone0'])
  await until(
    'lone minted',
    async () => (await mintsNow(engine.db).select('pk').where('state', '=', 'succeeded').execute()).length === 1,
  )
  await engine.addRun(120)
  await folder.close(engine)
  const copy = join(folder.dir, 'copy.db')
  copyFileSync(join(folder.dir, 'mintdesk.db'), copy)

  const later = await folder.open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
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
  await folder.close(later)

  await removeDatabase(folder.dir)
  await cp(copy, join(folder.dir, 'mintdesk.db'))
  const restored = await folder.open({ override: small, timing: { groupMs: 100, pollMs: 40 } })
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
