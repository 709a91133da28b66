import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient, Chains } from '../../src/core/chains/family/family.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from './simulated/world.ts'

const told: (bigint | undefined)[] = []

/** Notes for what price deployments are prepared. */
const noting = (chains: Chains): Chains => ({
  ...chains,
  async client(...of) {
    const client = await chains.client(...of)
    const noted: ChainClient = {
      ...client,
      observe: (read) => read(noted),
      async deploymentCalls(facts, price) {
        told.push(price)
        return client.deploymentCalls(facts, price)
      },
    }
    return noted
  },
})

let world: SimulatedWorld
beforeEach(async () => {
  told.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world = await openWorld(await temporaryFolder(), { confirmations: 1, through: noting })
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
})

it('a deployment is prepared for the price that it is signed with, on which it may depend how much it needs', async () => {
  await world.addMints(['a1'])
  await world.settle()
  const signed = await world.db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select('attempts.max_fee')
    .where('transactions.purpose', '=', 'deploy')
    .execute()
  expect(signed.length).toBeGreaterThan(0)
  expect([...new Set(told.map(String))]).toEqual([...new Set(signed.map(({ max_fee }) => max_fee))])
})
