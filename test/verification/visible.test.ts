/** What is said of a collection before anything of it can be seen, and after its first NFT was burnt. */
import { expect, it } from 'vitest'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { type VisibleDeps, visibleFromOutside } from '../../src/core/verification/visible.ts'
import type { Project } from '../../src/shared/app-api.ts'

const project: Project = { id: 'p', index: 0, name: 'Shop', kind: 'live', enterprise: false }
const badges = {
  ...{ pk: 1, id: 'badges', chain: 'base', contract_kind: 'economy', fungibility: 'non-fungible' },
  ...{ contract_address: `0x${'c0'.repeat(20)}`, contract_uri: '', settled: '{}' },
}

/** The checks of a collection whose network knows only this of its first NFT. */
async function checksOf(state: CollectionRow['state'], first?: { uri: string; txHash: string }) {
  const client = { isPractice: true, mintedTokens: async () => (first ? [first] : []) } as unknown as ChainClient
  const deps = { clock: () => 1, chains: { reader: async () => client } } as unknown as VisibleDeps
  const { checks } = await visibleFromOutside(deps, project, { ...badges, state } as unknown as CollectionRow)
  return Object.fromEntries(checks.map((check) => [check.what, check]))
}

it.each([
  ['new', 'none', /^It comes onto the network with its first mint\.$/],
  ['wanted', 'none', /^It is being put onto the network\.$/],
  ['failed', 'unseen', /could not be deployed.*: make another collection\.$/],
] as const)('a collection that is %s says what becomes of it', async (state, shown, sentence) => {
  const checks = await checksOf(state)
  expect(checks).toEqual({
    contract: { what: 'contract', state: shown, said: expect.stringMatching(sentence), url: null },
  })
})

it('a first NFT that was burnt is not said to be still to mint', async () => {
  const checks = await checksOf('deployed', { uri: '', txHash: '0xaa' })
  expect(checks['token-metadata']).toMatchObject({
    ...{ state: 'none', said: 'The first NFT was burnt, or has no metadata of its own.' },
  })
})
