import { expect, it } from 'vitest'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { explorerPage } from '../../src/shared/explorer.ts'

it.each([
  ['polygon', 'address', 'https://polygonscan.com/address/0x12'],
  ['polygon', 'tx', 'https://polygonscan.com/tx/0x12'],
  ['aptos', 'address', 'https://explorer.aptoslabs.com/account/0x12'],
  ['aptos', 'tx', 'https://explorer.aptoslabs.com/txn/0x12'],
] as const)('on %s the page of an %s is %s', (chain, page, url) => {
  expect(explorerPage({ chain, explorer: knownNetworks().of(chain).explorer ?? null }, page, '0x12')).toBe(url)
})

it('a practice network has none', () => {
  expect(explorerPage({ chain: 'aptos', explorer: null }, 'tx', '0x12')).toBeNull()
})
