import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountedTokens } from '../../src/core/store/known-mints.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from './simulated-world.ts'

let dir: string
let world: SimulatedWorld

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  world = await openWorld(dir)
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

it('counts a token once that was read back twice, and so still sees when the chain is ahead', async () => {
  await world.addMints(['a1'])
  await world.settle()
  await world.keepCopy()
  await world.addMints(['b2'])
  await world.settle()
  await world.restoreCopy()
  await world.addMints(['b2'])
  await world.settle()
  // The copy, which knows both by now, meets a third that it does not know.
  await world.keepCopy()
  await world.addMints(['c3'])
  await world.settle()
  await world.restoreCopy()
  await world.addMints(['c3'])
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(3)
  expect(await accountedTokens(world.db, world.collectionPk)).toBe(3)
})
