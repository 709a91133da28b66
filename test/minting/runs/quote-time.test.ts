import { expect, it } from 'vitest'
import { secondsFor } from '../../../src/core/minting/runs/quote-time.ts'

const facts = {
  ...{ weight: 60_000_000n, transactions: 8, deploys: false, confirmations: 2, blockMs: 1_000 },
  inFlight: { weight: 60_000_000n, transactions: 64 },
}

it('says how long a run takes by the network’s own blocks, its confirmations and what may be in flight', () => {
  // A practice network: two blocks of work in flight, then two until the last of it is settled.
  expect(secondsFor(facts)).toBe(4)
  expect(secondsFor({ ...facts, deploys: true })).toBe(6)
  // Ethereum: half a block of 30 M in flight, 3 confirmations of 12 seconds.
  const ethereum = { ...facts, inFlight: { weight: 15_000_000n, transactions: 16 }, confirmations: 3, blockMs: 12_000 }
  expect(secondsFor(ethereum)).toBe((4 * 3 + 3) * 12)
  // Few transactions may be in flight, however little they weigh.
  const lent = { ...ethereum, weight: 1_000_000n, inFlight: { weight: 15_000_000n, transactions: 1 } }
  expect(secondsFor(lent)).toBe((8 * 3 + 3) * 12)
  expect(secondsFor({ ...facts, weight: 1n, transactions: 1, blockMs: 250 })).toBe(1)
})
