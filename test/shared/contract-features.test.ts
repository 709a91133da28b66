import { expect, it } from 'vitest'
import { contractVersion, lacksFeature } from '../../src/shared/contract-features.ts'

it('says what the contract of an older collection cannot do, and the way out', () => {
  expect(lacksFeature('economy', 1, 'payments')).toBe(
    "This collection's contract (economy, version 1) cannot sell tokens (payments): make a new collection for that.",
  )
  for (const kind of ['economy', 'standard'])
    for (const feature of ['payments', 'base-uri', 'transferable', 'transfer-by-signature'] as const)
      expect(lacksFeature(kind, contractVersion, feature)).toBeNull()
  expect(lacksFeature('certified', 2, 'payments')).not.toBeNull()
  expect(lacksFeature('core', 2, 'payments')).not.toBeNull()
  expect(lacksFeature('core', 2, 'royalties')).toBeNull()
})
