import { describe, expect, it } from 'vitest'
import { cloneAddress } from '../../../src/core/chains/evm/deployment.ts'
import type { CollectionFacts } from '../../../src/core/chains/family/collections.ts'
import { contractVersion } from '../../../src/shared/contract-features.ts'

const treasury = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const facts: CollectionFacts = {
  projectIndex: 0,
  id: 'default-polygon',
  name: 'Default Polygon collection',
  symbol: 'DEFAULT',
  contractUri: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  contractKind: 'economy',
  contractVersion: 1,
  sale: null,
  supplyLimit: 0,
}

describe('the address of a collection', () => {
  it('of the first version is what it was told to be before there was a second', () => {
    // As the code before version 2 (commit 9c898b5) computed them.
    expect(cloneAddress(facts, treasury)).toBe('0x9Cc78fFC767D1A4325b4FaB771362B51A9E9bDe0')
    expect(
      cloneAddress(
        { ...facts, projectIndex: 3, id: 'harvest', supplyLimit: 500 },
        '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      ),
    ).toBe('0x241F25b46CC38BB995d6923a64E5c13560a97466')
  })

  it('differs by version and kind', () => {
    const now = { ...facts, contractVersion }
    const addresses = [facts, now, { ...now, contractKind: 'standard' }].map((one) => cloneAddress(one, treasury))
    expect(new Set(addresses).size).toBe(3)
    expect(() => cloneAddress({ ...facts, contractKind: 'standard' }, treasury)).toThrow('kind standard, version 1')
  })
})
