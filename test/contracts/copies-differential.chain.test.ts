import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copiesDifferential } from './checks/copies-differential.ts'
import { type Chain, startChain } from './support/chain.ts'

/** `MINTDESK_FUZZ_OPERATIONS=100000 MINTDESK_FUZZ_SEED=7 npx vitest run test/contracts/copies-differential` does more, or others. */
const operations = Number(process.env.MINTDESK_FUZZ_OPERATIONS ?? 10_000)
const seed = Number(process.env.MINTDESK_FUZZ_SEED ?? 1155)

describe('a semi-fungible collection beside OpenZeppelin’s ERC1155', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
  })
  afterAll(() => chain?.close())

  it(`cannot be told from it in ${operations} random operations`, { timeout: 60_000 + operations * 20 }, async () => {
    const tally = await copiesDifferential(chain, { seed, operations })
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
