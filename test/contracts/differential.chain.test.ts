import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differential } from './checks/differential.ts'
import { benchOn, testContracts } from './support/bench.ts'
import { type Chain, startChain } from './support/chain.ts'

/** Of each kind, 10,000 together; `MINTDESK_FUZZ_OPERATIONS=100000 MINTDESK_FUZZ_SEED=7 npx vitest run test/contracts/differential` does more, or others. */
const operations = Number(process.env.MINTDESK_FUZZ_OPERATIONS ?? 5_000)
const seed = Number(process.env.MINTDESK_FUZZ_SEED ?? 721)

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
