import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenEngine, openEngine, until } from '../open-engine.ts'
import { type SimulatedChain, simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, treasury } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

let chain: SimulatedChain
let opened: OpenEngine
/** What the engine's clock says. */
let now: number
let rounds: number

beforeEach(async () => {
  now = 1_000_000
  rounds = 0
  chain = simulatedChain({ confirmations: 2 })
  chain.setBalance(treasury, 10n ** 18n)
  opened = await openEngine({
    dir: await temporaryFolder(),
    chains: simulatedChains(chain),
    timing: { groupMs: 100, pollMs: 5 },
    clock: () => now,
    point: (name) => {
      if (name === 'after round') rounds++
    },
  })
})
afterEach(() => opened.close())

const composed = async () =>
  (await opened.db.selectFrom('batches').select('size').execute()).reduce((sum, { size }) => sum + size, 0)

it('mints of the API that pour in wait as long as they do, and go out by themselves when no more come', async () => {
  const some = (from: number) => Array.from({ length: 150 }, (_, at) => `mint ${from + at}`)
  await opened.addMints(some(0))
  now += 10
  await opened.addMints(some(150))
  // What was composed before the second came is over.
  const over = rounds + 3
  await until('rounds', async () => rounds > over)
  const before = await composed()
  const later = rounds + 10
  await until('more rounds', async () => {
    chain.mine()
    return rounds > later
  })
  expect(await composed()).toBe(before)
  expect(before).toBeLessThan(200)
  await until('all of them go out', async () => {
    now += 20
    chain.mine()
    return (await composed()) === 300
  })
})
