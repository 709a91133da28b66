import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copiesDifferential } from './checks/copies-differential.ts'
import { type Chain, startChain } from './support/chain.ts'

/** `npm run test:contracts` does more, or with another seed others. */
const operations = 4_000
const seed = 1155

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
