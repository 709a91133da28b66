import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { encode, type SimulatedTransaction } from '../simulated/chain.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let dir: string
let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ dir, world, close } = await heldWorld())
  await world.addMints(['warm'])
  await world.settle()
})
afterEach(() => close())

const takesOut = { drop: true, includes: false }
const stateOf = async (id: string) =>
  (await mintsNow(world.db).select('state').where('id', '=', id).executeTakeFirst())?.state

/** A copy of the app with a data folder of its own signs for these mints; its transaction, which nobody has seen. */
async function signedElsewhere(...ids: string[]): Promise<SimulatedTransaction> {
  await world.keepCopy()
  await world.addMints(ids)
  const [signed] = world.chain.pending()
  world.chain.dropPool()
  rmSync(join(dir, 'signed-marks'))
  await world.restoreCopy()
  if (!signed) throw new Error('nothing was signed')
  return signed
}

/** It is in a block once the engine has looked whether the key is used elsewhere, and asks the contract. */
function minedBefore(what: 'counters' | 'job', signed: SimulatedTransaction): void {
  world.chain.world.onRead = (asked) => {
    if (asked !== what) return
    world.chain.world.onRead = () => {}
    world.chain.world.onSend = () => {}
    world.chain.send([encode(signed)])
    world.chain.mine()
  }
}

it('does not believe an unconfirmed block that a batch is minted whose sequence something else took', async () => {
  await world.addMints(['x1'])
  world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
  world.chain.mine(3)
  await world.keepCopy()
  // Its sequence is lost for good, so it goes out under the next.
  await world.round()
  world.chain.mine()
  await world.restoreCopy()
  await world.round()
  expect(await stateOf('x1')).toBe('composed')
  world.chain.reorganise(1, takesOut)
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(2)
  await expectTruth(world, ['warm', 'x1'])
})

it('takes it for minted once that has its confirmations', async () => {
  await world.addMints(['x1'])
  world.chain.spendExternally(world.treasury, world.chain.count(world.treasury))
  world.chain.mine(3)
  await world.keepCopy()
  await world.round()
  world.chain.mine(3)
  await world.restoreCopy()
  await world.round()
  expect(await stateOf('x1')).toBe('succeeded')
  await world.settle()
  await expectTruth(world, ['warm', 'x1'])
})

it('tells of a deep reorganisation that takes it out, though nothing else is asked for', async () => {
  const { chain, treasury } = world
  await world.addMints(['x1'])
  chain.spendExternally(treasury, chain.count(treasury))
  chain.mine(3)
  await world.keepCopy()
  await world.round()
  chain.mine(3)
  await world.restoreCopy()
  await world.round()
  expect(await stateOf('x1')).toBe('succeeded')
  chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 1), takesOut)
  chain.mine(3)
  await world.round()
  expect((await world.states()).halted).toEqual([{ halted: expect.stringContaining('what was read back as number 2') }])
})

it('reads nothing back of a block that may still be taken back', async () => {
  const signed = await signedElsewhere('x1', 'y2')
  minedBefore('counters', signed)
  await world.addMints(['x1', 'y2'])
  expect(await stateOf('x1')).toBe('queued')
  world.chain.reorganise(1, takesOut)
  await world.settle()
  expect(world.chain.tokens()).toHaveLength(3)
  await expectTruth(world, ['warm', 'x1', 'y2'])
})

it('takes no mint on its own for minted that was not read back with its confirmations', async () => {
  // One that nothing here names, so that lone mints are looked for.
  await world.keepCopy()
  await world.addMints(['z3'])
  await world.settle()
  await world.restoreCopy()
  const signed = await signedElsewhere('x1')
  await world.addMints(['other'])
  await world.settle()
  minedBefore('job', { ...signed, sequence: world.chain.count(world.treasury) })
  await world.addMints(['x1'])
  expect(await stateOf('x1')).not.toBe('succeeded')
  world.chain.reorganise(1, takesOut)
  await world.settle()
  await expectTruth(world, ['warm', 'other', 'x1'])
})
