import { expect, it } from 'vitest'
import { lacksFeature } from '../../src/shared/contract-features.ts'

it('says what the contract of a collection cannot do, and the way out', () => {
  expect(lacksFeature('copies', 'payments')).toBe(
    "This collection's contract (copies) cannot sell tokens (payments): make a new collection for that.",
  )
  for (const kind of ['economy', 'standard'])
    for (const feature of ['payments', 'base-uri', 'transferable', 'metadata', 'transfer-by-signature'] as const)
      expect(lacksFeature(kind, feature)).toBeNull()
  expect(lacksFeature('certified', 'payments')).not.toBeNull()
  expect(lacksFeature('core', 'payments')).not.toBeNull()
  for (const kind of ['certified', 'digital-asset'])
    expect(lacksFeature(kind, 'metadata')).toMatch(
      /^This version of Mintdesk cannot change a collection's picture, banner, description and link on (Solana|Aptos) yet\.$/,
    )
  for (const feature of ['royalties', 'metadata'] as const) expect(lacksFeature('core', feature)).toBeNull()
})
