import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { cloneAddress } from '../../../src/core/chains/evm/contracts/deployment.ts'
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
  contractVersion,
  sale: null,
  supplyLimit: 0,
}

describe('the address of a collection', () => {
  it('differs by kind, treasury, project and id', () => {
    const alike: [CollectionFacts, string][] = [
      [facts, treasury],
      [{ ...facts, contractKind: 'standard' }, treasury],
      [{ ...facts, contractKind: 'copies' }, treasury],
      [{ ...facts, projectIndex: 3 }, treasury],
      [{ ...facts, id: 'harvest' }, treasury],
      [facts, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ]
    const addresses = alike.map(([one, owner]) => cloneAddress(one, owner as Address))
    expect(new Set(addresses).size).toBe(alike.length)
    expect(cloneAddress({ ...facts }, treasury)).toBe(addresses[0])
  })

  it('is none of a kind or version that never was', () => {
    expect(() => cloneAddress({ ...facts, contractVersion: 2 }, treasury)).toThrow('kind economy, version 2')
    expect(() => cloneAddress({ ...facts, contractKind: 'certified' }, treasury)).toThrow('kind certified, version 1')
  })
})
