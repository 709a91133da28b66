import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { solanaNetworkOf } from '../../src/core/chains/networks.ts'
import { assetAsker } from '../../src/core/holdings/ask-assets.ts'
import { openProviders } from '../../src/core/holdings/provider-settings.ts'
import { das } from '../../src/core/holdings/providers/das.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { mockNet } from './mock-net.ts'

const address = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const key = 'c0ffee00-1234-4321-abcd-0123456789ab'
const never = new AbortController().signal
const mock = mockNet()

/** As helius.dev/docs/api-reference/das/getassetsbyowner has an item; what is not read is there too. */
const item = (id: string, more: object = {}) => ({
  interface: 'V1_NFT',
  id,
  content: {
    $schema: 'https://schema.metaplex.com/nft1.0.json',
    json_uri: `https://example.com/${id}.json`,
    files: [{ uri: 'https://example.com/a.png', cdn_uri: 'https://cdn.example.com/a.png', mime: 'image/png' }],
    metadata: { name: `NFT ${id.slice(0, 4)}`, symbol: 'N', description: '' },
    links: {},
  },
  authorities: [{ address: '2iVwwSHr7hGR6wxNuQM8ArQYnX6Mzy2yeFnhBGgQetRw', scopes: ['full'] }],
  compression: {
    eligible: false,
    compressed: true,
    tree: 'BZNn9zX1MysbSvqyGZ33Seb8bvimaiE9fxmLKwX2Euae',
    seq: 2,
    leaf_id: 1,
  },
  grouping: [
    {
      group_key: 'collection',
      group_value: '723Vxwr6aYZHNqc8dVQVwchDHUR3cEwZA8zkejdYWKaS',
      collection_metadata: { name: 'Hats', symbol: 'H', image: '', description: '', external_url: '' },
    },
  ],
  ownership: { frozen: false, delegated: false, delegate: null, ownership_model: 'single', owner: address },
  supply: null,
  mutable: true,
  burnt: false,
  ...more,
})
const ids = [
  'JCfTS6dmJZY4NXhjMwHqayGGHUwxp59pzcYhZrYqMBce',
  '723Vxwr6aYZHNqc8dVQVwchDHUR3cEwZA8zkejdYWKaS',
  'GVKwqsEC5YQZX4hG7Fdy6m7cJUi4DA3ezYx1CC9wkj34',
  '2iVwwSHr7hGR6wxNuQM8ArQYnX6Mzy2yeFnhBGgQetRw',
] as const
const answer = (items: object[], page = 1) => ({
  jsonrpc: '2.0',
  id: 'mintdesk',
  result: { last_indexed_slot: 365_750_752, total: items.length, limit: 1_000, page, items },
})
const owned = { owner: address, frozen: false, ownership_model: 'single' }

const at = (host = 'https://mainnet.helius-rpc.com', path = `/?api-key=${key}`) => ({
  reply: (status: number, body: object | string, headers = {}) =>
    mock.net.get(host).intercept({ path, method: 'POST' }).reply(status, body, { headers }),
  asking: (wanted: object, body: object) =>
    mock.net
      .get(host)
      .intercept({
        path,
        method: 'POST',
        body: (sent) =>
          Object.entries(wanted).every(
            ([name, value]) =>
              JSON.stringify(JSON.parse(sent).params[name] ?? JSON.parse(sent)[name]) === JSON.stringify(value),
          ),
      })
      .reply(200, body),
})
const page = (cursor: string | null = null, chain = 'solana', secret = key) =>
  das.page({ chain, address, cursor, key: secret, url: null, signal: never })

describe('DAS', () => {
  it('lists compressed NFTs and others, without what is burnt, fungible, a collection, or of another holder', async () => {
    const [one, two, three, four] = ids
    at().asking(
      { method: 'getAssetsByOwner', ownerAddress: address, page: 1, limit: 1_000 },
      answer([
        item(one),
        item(two, { interface: 'MplCoreAsset', compression: { compressed: false }, grouping: [], content: {} }),
        item(three, { burnt: true }),
        item(three, { ownership: { ...owned, owner: four } }),
        item(four, { interface: 'FungibleToken' }),
        item(four, { interface: 'MplCoreCollection' }),
      ]),
    )
    expect(await page()).toEqual({
      assets: [
        {
          address: one,
          compressed: true,
          name: 'NFT JCfT',
          uri: `https://example.com/${one}.json`,
          collectionName: 'Hats',
        },
        { address: two, compressed: false, name: '', uri: '', collectionName: '' },
      ],
      next: null,
    })
  })

  it('is asked page by page, on the cluster that is meant', async () => {
    const devnet = at('https://devnet.helius-rpc.com')
    devnet.asking({ page: 1 }, answer(Array.from({ length: 1_000 }, () => item(ids[0]))))
    devnet.asking({ page: 2 }, answer([item(ids[1])], 2))
    const first = await page(null, 'solana-devnet')
    expect([first.assets.length, first.next]).toEqual([1_000, '2'])
    expect((await page(first.next, 'solana-devnet')).next).toBeNull()
  })

  it('takes Helius’ whole address for both clusters, and that of another once it is known to be of this one', async () => {
    at('https://devnet.helius-rpc.com').reply(200, answer([]))
    expect((await page(null, 'solana-devnet', `https://mainnet.helius-rpc.com/?api-key=${key}`)).assets).toEqual([])
    const other = at('https://das.example', '/secret-path-0123456789abcdef')
    const told = (result: string) =>
      other.asking({ method: 'getGenesisHash' }, { jsonrpc: '2.0', id: 'mintdesk', result })
    const secret = 'https://das.example/secret-path-0123456789abcdef'
    told(solanaNetworkOf('solana').genesis)
    other.asking({ method: 'getAssetsByOwner' }, answer([item(ids[0])]))
    expect((await page(null, 'solana', secret)).assets).toHaveLength(1)
    told(solanaNetworkOf('solana-devnet').genesis)
    await expect(page(null, 'solana', secret)).rejects.toMatchObject({
      code: 'provider.chain',
      message: expect.stringContaining('of another network than Solana'),
    })
    await expect(page(null, 'solana', 'https://')).rejects.toMatchObject({ code: 'provider.key' })
  })

  it.each([
    [401, {}, 'provider.key', 'does not take the key'],
    [200, { error: { code: -32001, message: 'Authentication failed.' } }, 'provider.key', 'does not take the key'],
    [429, {}, 'provider.limited', 'asked too often'],
    [200, { error: { code: -32429, message: 'rate limited' } }, 'provider.limited', 'asked too often'],
    [200, { error: { code: -32601, message: 'Method not found' } }, 'provider.chain', 'does not know getAssetsByOwner'],
    [200, { error: { code: -32000, message: 'Index is down' } }, 'provider.refused', 'error -32000 (“Index is down”)'],
    [200, { error: { code: -32000, message: `bad ${key}` } }, 'provider.refused', 'error -32000'],
    [500, {}, 'provider.refused', 'status 500'],
    [200, '<html>', 'provider.answer', 'form that this Mintdesk does not know'],
    [200, { result: { items: [{ id: 'x' }] } }, 'provider.answer', 'form that this Mintdesk does not know (at items.0'],
  ])('says in a sentence what is wrong with an answer %i %o, without the key', async (status, body, code, words) => {
    at().reply(status, body)
    const error = await page().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(key)
  })

  describe('of NFTs in trees', () => {
    const [one, two, three, four] = ids
    const hash = (n: number) => base58.encode(new Uint8Array(32).fill(n))
    const hex = (n: number) => Buffer.alloc(32, n).toString('hex')
    const tree = 'BZNn9zX1MysbSvqyGZ33Seb8bvimaiE9fxmLKwX2Euae'
    const v1 = { compressed: true, tree, leaf_id: 3, seq: 2, data_hash: hash(1), creator_hash: hash(2) }
    const frozen = { ...v1, collection_hash: hash(3), asset_data_hash: hash(4), flags: 1 }
    const proof = { root: hash(9), proof: [hash(7), hash(8)], node_index: 7, leaf: hash(6), tree_id: tree }
    const told = (method: string, params: object, result: unknown) =>
      at().asking({ method, ...params }, { jsonrpc: '2.0', id: 'mintdesk', result })
    const leaves = async (...addresses: string[]) => {
      const found: Record<string, unknown> = {}
      const telling = das.leaves({ chain: 'solana', addresses, key, signal: never }, (address, leaf) => {
        found[address] = leaf
      })
      return { found, error: await telling.catch((error: unknown) => error) }
    }
    const first = {
      ...{ address: one, tree, place: 3, owner: address, delegate: null, more: null, proof: [hex(7), hex(8)] },
      ...{ dataHash: hex(1), creatorHash: hex(2) },
    }
    const more = { collectionHash: hex(3), assetDataHash: hex(4), flags: 1 }

    it('tells what proves them, of V1 and V2, in two calls, and of those in no tree that', async () => {
      told('getAssetBatch', { ids }, [
        item(one, { compression: { ...v1, collection_hash: '', asset_data_hash: null } }),
        item(two, { compression: frozen, ownership: { owner: address, delegate: one } }),
        item(three, { compression: { ...v1, compressed: false } }),
        item(four, { compression: v1, burnt: true }),
      ])
      told('getAssetProofBatch', { ids: [one, two] }, { [one]: proof, [two]: proof })
      expect(await leaves(...ids)).toEqual({
        found: { [one]: first, [two]: { ...first, address: two, delegate: one, more }, [three]: null, [four]: null },
        error: undefined,
      })
    })

    it('says that it lacks some, and tells of the others', async () => {
      told('getAssetBatch', { ids }, [
        item(one, { compression: v1 }),
        item(two, { compression: v1 }),
        item(three, { compression: { ...v1, data_hash: 'short' } }),
        null,
      ])
      told('getAssetProofBatch', { ids: [one, two] }, { [one]: proof, [two]: null })
      expect(await leaves(...ids)).toMatchObject({
        found: { [one]: first },
        error: { code: 'provider.answer', message: expect.stringContaining('gives no proof of') },
      })
    })

    it('is asked for each alone where it does not know several', async () => {
      at().reply(200, { error: { code: -32601, message: 'Method not found' } })
      told('getAsset', { id: one }, item(one, { compression: v1 }))
      told('getAssetProof', { id: one }, proof)
      at().asking({ method: 'getAsset', id: two }, { error: { code: -32000, message: 'Asset Not Found' } })
      told('getAsset', { id: three }, item(three, { compression: { compressed: false } }))
      expect(await leaves(one, two, three)).toMatchObject({
        found: { [one]: first, [three]: null },
        error: { code: 'provider.refused', message: expect.stringContaining('Asset Not Found') },
      })
      mock.net.assertNoPendingInterceptors()
    })

    it('is asked no more once it does not take the key', async () => {
      at().reply(200, { error: { code: -32601, message: 'Method not found' } })
      mock.net.get('https://mainnet.helius-rpc.com').intercept({ path: /.*/, method: 'POST' }).reply(401, {}).times(8)
      const many = Array.from({ length: 30 }, (_, n) => hash(n))
      expect(await leaves(...many)).toMatchObject({ found: {}, error: { code: 'provider.key' } })
    })
  })

  it('says how long it wants to be left alone, and which networks it does not know', async () => {
    at().reply(429, {}, { 'retry-after': '7' })
    await expect(page()).rejects.toMatchObject({ retryAfterMs: 7_000 })
    await expect(page(null, 'polygon')).rejects.toMatchObject({ code: 'provider.chain' })
  })

  it('is set for one network, with its key masked, beside the one for all', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mintdesk-das-'))
    const store = openStore(join(folder, 'mintdesk.db'))
    try {
      const providers = openProviders({ db: store.db, env: {} })
      await expect(providers.set('all', { kind: 'das', key })).rejects.toThrow('one network at a time: solana or')
      at().reply(200, answer([]))
      const whole = `https://mainnet.helius-rpc.com/?api-key=${key}`
      const state = await providers.set('solana', { kind: 'das', key: whole })
      expect(state.set).toEqual([{ scope: 'solana', kind: 'das', name: 'DAS (Helius)', key: '…89ab' }])
      expect(JSON.stringify(state)).not.toContain(key)
      expect(await providers.of('solana')).toEqual({ provider: das, key: whole })
      expect(await providers.of('solana-devnet')).toBeNull()
      await expect(providers.set('base', { kind: 'das', key })).rejects.toThrow('does not list the NFTs on base')
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  const asker = (clock: () => number, patienceMs = 10_000) =>
    assetAsker({
      providers: { of: async () => ({ provider: das, key }) },
      clock,
      log: pino({ level: 'silent' }),
      signal: never,
      patienceMs,
    })

  it('is asked once for all who ask, again after a minute, and what it told last stays while it fails', async () => {
    let now = 0
    const ask = asker(() => now)
    at().reply(429, {}, { 'retry-after': '0' })
    at().reply(200, answer([item(ids[0])]))
    const wallet = { chain: 'solana', address }
    const [first, second] = await Promise.all([ask(wallet), ask(wallet)])
    expect([first.complete, first.assets.length, second]).toEqual([true, 1, first])
    expect(await ask(wallet)).toMatchObject({ complete: true, assets: [{ address: ids[0] }] })
    mock.net.assertNoPendingInterceptors()
    now = 60_000
    at().reply(500, {})
    expect(await ask(wallet)).toEqual({
      assets: first.assets,
      complete: false,
      notes: [expect.stringContaining('answers with status 500')],
    })
  })

  it('does not keep an answer waiting', async () => {
    const ask = asker(Date.now, 1)
    mock.net
      .get('https://mainnet.helius-rpc.com')
      .intercept({ path: /.*/, method: 'POST' })
      .reply(200, answer([item(ids[0])]))
      .delay(300)
    const wallet = { chain: 'solana', address }
    expect(await ask(wallet)).toMatchObject({ complete: false, notes: [expect.stringContaining('still telling')] })
    await expect.poll(async () => (await ask(wallet)).complete, { timeout: 60_000 }).toBe(true)
  })
})
