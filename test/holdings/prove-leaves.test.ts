import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { AssetsClient, ClaimedLeaf } from '../../src/core/chains/family/assets.ts'
import { leafProver } from '../../src/core/holdings/prove-leaves.ts'
import { type AssetProvider, ProviderError } from '../../src/core/holdings/providers/provider.ts'

const wallet = { chain: 'solana', address: 'holder' }

/** A provider and a chain that say what these tell; how often each was asked. */
function world(leaf: (address: string) => Promise<string | null>) {
  const state = { changes: 7, proved: true, now: 0 }
  const asked = { leaves: [] as string[], trees: 0, proofs: 0 }
  const provider: AssetProvider = {
    ...{ keyless: false, quiet: '' },
    ...{ lists: 'assets', name: 'Index', chains: ['solana'] },
    page: async () => ({ assets: [], next: null }),
    async leaves({ addresses }, tell) {
      for (const address of addresses) {
        asked.leaves.push(address)
        const owner = await leaf(address)
        tell(address, owner === null ? null : ({ address, tree: 'tree', owner } as ClaimedLeaf))
      }
    },
  }
  const assets = {
    async treeChanges(trees: readonly string[]) {
      asked.trees += 1
      return trees.map(() => state.changes)
    },
    async proved(claims: readonly ClaimedLeaf[]) {
      asked.proofs += 1
      return claims.map(() => (state.proved ? state.changes : null))
    },
  } as unknown as AssetsClient
  const prove = leafProver({
    providers: { of: async () => ({ provider, key: 'key' }) },
    clock: () => state.now,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    patienceMs: 20_000,
  })
  return { state, asked, ask: async (...addresses: string[]) => prove(wallet, assets, addresses) }
}
const said = ({ standing }: { standing: ReadonlyMap<string, string> }) => Object.fromEntries(standing)

describe('NFTs in trees of others that a provider lists', () => {
  it('are held where their tree says so, and asked about again only once it was changed', async () => {
    const { state, asked, ask } = world(async (address) =>
      address === 'gone' ? null : address === 'sold' ? 'x' : 'holder',
    )
    const found = { one: 'held', two: 'held', gone: 'elsewhere', sold: 'elsewhere' }
    expect(said(await ask('one', 'two', 'gone', 'sold'))).toEqual(found)
    expect(said(await ask('one', 'two', 'gone', 'sold'))).toEqual(found)
    expect(asked).toEqual({ leaves: ['one', 'two', 'gone', 'sold'], trees: 1, proofs: 1 })
    state.changes = 8
    expect(said(await ask('one'))).toEqual({ one: 'held' })
    expect(asked.leaves.slice(4)).toEqual(['one'])
    state.now = 60_000
    expect(said(await ask('gone'))).toEqual({ gone: 'elsewhere' })
    expect(asked.leaves.slice(5)).toEqual(['gone'])
  })

  it('are not proved where their tree holds something else, and are looked at again after a minute', async () => {
    const { state, asked, ask } = world(async () => 'holder')
    state.proved = false
    expect(said(await ask('one'))).toEqual({ one: 'unproved' })
    state.proved = true
    expect(said(await ask('one'))).toEqual({ one: 'unproved' })
    expect(asked.leaves).toEqual(['one'])
    state.now = 60_000
    expect(said(await ask('one'))).toEqual({ one: 'held' })
  })

  it('are unsure where the provider does not tell of them, which it says', async () => {
    const { asked, ask } = world(async (address) => {
      if (address === 'two') throw new ProviderError('refused', 'Index answers with error -32000.')
      return 'holder'
    })
    const { standing, notes } = await ask('one', 'two', 'three')
    expect([said({ standing }), notes]).toEqual([
      { one: 'held', two: 'unsure', three: 'unsure' },
      ['Index answers with error -32000.'],
    ])
    expect(said(await ask('three'))).toEqual({ three: 'held' })
    expect(asked.leaves).toEqual(['one', 'two', 'three'])
  })

  it('are asked for again once a provider that is asked too often wants to be, but for those that it told of', async () => {
    let limited = true
    const { asked, ask } = world(async (address) => {
      if (address === 'two' && limited) {
        limited = false
        throw new ProviderError('limited', 'Index is asked too often.', 0)
      }
      return 'holder'
    })
    expect(await ask('one', 'two')).toMatchObject({ notes: [] })
    expect(asked.leaves).toEqual(['one', 'two', 'two'])
  })
})
