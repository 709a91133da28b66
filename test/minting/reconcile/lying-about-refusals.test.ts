/** One RPC of a list says that the chain refuses what it takes. */
import { expect, it } from 'vitest'
import { Refusal } from '../../../src/core/chains/family/outcome.ts'
import { expectTruth } from '../simulated/truth.ts'
import { lyingWorlds, stateOf } from './lying-world.ts'

const { opened } = lyingWorlds()

it.each([
  ['that the chain refuses a mint', 'chain.reverted'],
  ['that a mint by itself is too heavy for any transaction', 'chain.tooHeavy'],
])('one that says %s makes none fail as long as the other does not', async (_, code) => {
  const { world, of } = await opened('A', 'B')
  of('A').lies = () => ({
    prepare: async () => {
      throw new Refusal({ kind: 'failed', code, message: 'forged' })
    },
  })
  await world.addMints(['x1'])
  await world.round()
  expect(await stateOf(world, 'x1')).not.toBe('failed')
  of('A').lies = () => ({})
  await world.settle()
  await expectTruth(world, ['warm', 'x1'])
})

it('one that says that batches are too heavy does not have them minted in smaller ones, which cost more', async () => {
  const { world, of } = await opened('A', 'B')
  of('A').lies = () => ({
    prepare: async () => {
      throw new Refusal({ kind: 'failed', code: 'chain.tooHeavy', message: 'forged' })
    },
  })
  await world.addMints(['x1', 'x2', 'x3'])
  await world.round()
  of('A').lies = () => ({})
  await world.settle()
  const batches = await world.db.selectFrom('batches').select('size').orderBy('pk').execute()
  expect(batches.map(({ size }) => size)).toEqual([1, 3])
  await expectTruth(world, ['warm', 'x1', 'x2', 'x3'])
})
