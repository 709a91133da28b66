import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileTally, hostileHolders } from './checks/hostile.ts'
import { type Chain, startChain } from './support/chain.ts'
import { subjects } from './support/hostile-subjects.ts'

/** Together 10,002; `npm run test:contracts` does more, or others. */
const steps = { economy: 3_334, standard: 3_334, copies: 3_334 } as const

describe('strangers who call everything there is, between our own mints', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
  })
  afterAll(() => chain?.close())

  for (const [kind, count] of Object.entries(steps) as [keyof typeof steps, number][])
    it(`change nothing that minters alone may, and nothing that our calls come to (${kind}, ${count} steps)`, async () => {
      const tally = await hostileHolders(chain, (payee) => subjects[kind](chain, payee), { seed: 11, steps: count })
      // A sequence that only ever gets refusals proves little.
      for (const name of reached(kind)) expect(tally[name]?.done, name).toBeGreaterThan(0)
      for (const name of ['ours: mint', 'ours: transferBySignature']) {
        expect(tally[name]?.done, name).toBeGreaterThan(20)
        expect(tally[name]?.refused, name).toBeGreaterThan(10)
      }
      expect(refusedToStrangers(tally)).toBe(true)
    })
})

/** What holders must have got done at times. */
function reached(kind: keyof typeof steps): string[] {
  const copies = ['burn/3', 'safeTransferFrom/5', 'transferBySignature/6', 'setApprovalForAll/2']
  const tokens = ['burn/1', 'transferFrom/3', 'transferBySignature/5', 'approve/2', 'setApprovalForAll/2', 'purchase']
  return [...(kind === 'copies' ? copies : tokens), 'requestOwnershipHandover/0']
}

/** What is the owner's or a minter's was tried, and never let through. */
function refusedToStrangers(tally: HostileTally): boolean {
  return Object.entries(tally)
    .filter(([name]) => /^(mint|set(?!ApprovalForAll)|grant|revoke|freeze|define|complete|initialize)/.test(name))
    .every(([, { done, refused }]) => done === 0 && refused > 0)
}
