import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountedTokens } from '../../../src/core/store/collections/known-mints.ts'
import { heldWorld } from '../simulated/held-world.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
})
afterEach(() => close())

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
