import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differential } from './checks/differential.ts'
import { type Bench, startBench } from './support/bench.ts'

/** `MINTDESK_FUZZ_OPERATIONS=10000 MINTDESK_FUZZ_SEED=7 npx vitest run test/contracts/differential` does more, or others. */
const operations = Number(process.env.MINTDESK_FUZZ_OPERATIONS ?? 2_000)
const seed = Number(process.env.MINTDESK_FUZZ_SEED ?? 721)

describe('a collection beside OpenZeppelin’s ERC721', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await startBench()
  })
  afterAll(() => bench?.chain.close())

  it(`cannot be told from it in ${operations} random operations`, { timeout: 60_000 + operations * 60 }, async () => {
    const tally = await differential(bench, { seed, operations })
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
