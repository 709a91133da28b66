import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differential } from './checks/differential.ts'
import { benchOn, testContracts } from './support/bench.ts'
import { type Chain, startChain } from './support/chain.ts'

/** Of each kind; with the copies 10,000 together. `npm run test:contracts` does more, or with another seed others. */
const operations = 3_000
const seed = 721

describe('a collection beside OpenZeppelin’s ERC721', () => {
  let chain: Chain
  let helpers: ReturnType<typeof testContracts>
  beforeAll(async () => {
    chain = await startChain()
    helpers = testContracts()
  })
  afterAll(() => chain?.close())

  for (const kind of ['economy', 'standard'] as const)
    it(`of the ${kind} kind cannot be told from it in ${operations} random operations`, {
      timeout: 120_000 + operations * 20,
    }, async () => {
      const tally = await differential(benchOn(chain, helpers, kind), { seed, operations })
      console.log(
        Object.entries(tally)
          .map(([name, { done, refused }]) => `${name} ${done}/${done + refused}`)
          .join(', '),
      )
      // A fuzz that only ever gets refusals proves little.
      for (const [name, { done, refused }] of Object.entries(tally)) {
        if (done + refused >= 50) expect(Math.min(done, refused), name).toBeGreaterThan(0)
      }
    })
})
