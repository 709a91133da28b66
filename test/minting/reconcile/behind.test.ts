import { afterEach, beforeEach, expect, it } from 'vitest'
import { heldWorld } from '../simulated/held-world.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let close: () => Promise<void>
let now: number

beforeEach(async () => {
  now = Date.now()
  ;({ world, close } = await heldWorld({ clock: () => now }))
  world.chain.mine(40)
  await world.addMints(['a1'])
  await settled()
})
afterEach(() => close())

async function settled(): Promise<void> {
  await world.settle()
  world.chain.mine(3)
}

/** A round so many milliseconds later, and what the engine says then. */
async function noticeAfter(ms: number): Promise<string | null> {
  now += ms
  await world.round()
  return world.notice()
}

it('a network that lost blocks gets again what was in them; where it stays below what was settled, that is told, and no more once it is not', async () => {
  const { chain, treasury } = world
  const { block_number: settledIn } = await world.db
    .selectFrom('transactions')
    .select('block_number')
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  const sent = chain.count(treasury)
  chain.lose(40)
  for (let block = 0; block < 8 && chain.count(treasury) < sent; block++) {
    await world.round()
    chain.mine()
  }
  expect(chain.count(treasury)).toBe(sent)
  await noticeAfter(0)
  expect(await noticeAfter(14_000), 'an RPC lags now and then').toBeNull()
  expect(await noticeAfter(2_000)).toContain(
    `Waiting for Polygon: its newest block is below block ${settledIn}, in which transactions were settled. `,
  )
  chain.mine(40)
  await noticeAfter(0)
  expect((await world.states()).halted[0]?.halted).toContain('took back blocks')
  await world.resumeCollection()
  await world.addMints(['b2'])
  await settled()
  expect(world.notice()).toBeNull()
  await expectTruth(world, ['a1', 'b2'])
})
