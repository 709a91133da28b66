import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { MockPool } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { providerAsker } from '../../src/core/holdings/ask-provider.ts'
import { openProviders, type Providers } from '../../src/core/holdings/provider-settings.ts'
import { alchemy } from '../../src/core/holdings/providers/alchemy.ts'
import { blockscout } from '../../src/core/holdings/providers/blockscout.ts'
import { moralis } from '../../src/core/holdings/providers/moralis.ts'
import type { Provider } from '../../src/core/holdings/providers/provider.ts'
import { listSightings } from '../../src/core/store/holdings/sightings.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { mockNet } from './mock-net.ts'

const address = '0x3e18e3987b3b73f4e7cb80e2b25776df7a30bb8b'
const key = 'secret-key-0123456789abcdef'
const never = new AbortController().signal
const mock = mockNet()

async function recorded(name: string): Promise<object[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8')).pages
}

const cases: {
  provider: Provider
  name: string
  origin: string
  first: string
  second: string
  header?: [string, string]
  tokens: unknown[]
}[] = [
  {
    provider: alchemy,
    name: 'alchemy',
    origin: 'https://polygon-mainnet.g.alchemy.com',
    first: `/nft/v3/${key}/getNFTsForOwner?owner=${address}&withMetadata=false&pageSize=100`,
    second: `/nft/v3/${key}/getNFTsForOwner?owner=${address}&withMetadata=false&pageSize=100&pageKey=MTphbGNoZW15OnYz`,
    tokens: [
      { contract: '0x0E3A2A1f2146d86A604adc220b4967A898D7Fe07', tokenId: '50664039', standard: null, block: null },
      {
        contract: '0x495f947276749Ce646f68AC8c248420045cb7b5e',
        tokenId: '74618047584481108158172463178372462345206389063371186152112347293866812145665',
        standard: null,
        block: null,
      },
      { contract: '0x0E3A2A1f2146d86A604adc220b4967A898D7Fe07', tokenId: '26', standard: 'erc-721', block: 12_345_678 },
      { contract: '0x495f947276749Ce646f68AC8c248420045cb7b5e', tokenId: '3', standard: 'erc-1155', block: null },
    ],
  },
  {
    provider: moralis,
    name: 'moralis',
    origin: 'https://deep-index.moralis.io',
    first: `/api/v2.2/${address}/nft?chain=0x89&format=decimal&limit=100&normalizeMetadata=false&media_items=false`,
    second: `/api/v2.2/${address}/nft?chain=0x89&format=decimal&limit=100&normalizeMetadata=false&media_items=false&cursor=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.page2`,
    header: ['x-api-key', key],
    tokens: [
      {
        contract: '0xbd3531da5cf5857e7cfaa92426877b022e612cf8',
        tokenId: '8165',
        standard: 'erc-721',
        block: 18_333_219,
      },
      { contract: '0x495f947276749ce646f68ac8c248420045cb7b5e', tokenId: '31', standard: 'erc-1155', block: null },
    ],
  },
  {
    provider: blockscout,
    name: 'blockscout',
    origin: 'https://api.blockscout.com',
    first: `/137/api/v2/addresses/${address}/nft?type=ERC-721%2CERC-1155`,
    second: `/137/api/v2/addresses/${address}/nft?items_count=50&token_contract_address_hash=0x9a7b8d2f8c4c9cc6a1d0c5b7bd5d2f6f3a1e4b5c&token_id=431&token_type=ERC-721&type=ERC-721%2CERC-1155`,
    header: ['authorization', `Bearer ${key}`],
    tokens: [
      { contract: '0x9a7B8d2F8c4C9cC6A1d0c5B7bD5D2F6f3a1E4B5C', tokenId: '431', standard: 'erc-721', block: null },
      { contract: '0x495f947276749Ce646f68AC8c248420045cb7b5e', tokenId: '2', standard: 'erc-1155', block: null },
    ],
  },
]

describe.each(cases)('$name', ({ provider, name, origin, first, second, header, tokens }) => {
  const page = (cursor: string | null, chain = 'polygon') =>
    provider.page({ chain, address, cursor, key, url: null, signal: never })
  const pool = (): MockPool => mock.net.get(origin) as MockPool
  const reply = (status: number, body: string | object, headers = {}) =>
    pool().intercept({ path: first }).reply(status, body, { headers })

  it('is asked page by page, and understood', async () => {
    const [one = {}, two = {}] = await recorded(name)
    const headers = header ? { [header[0]]: header[1] } : {}
    pool().intercept({ path: first, headers }).reply(200, one)
    pool().intercept({ path: second, headers }).reply(200, two)
    const start = await page(null)
    expect(start.next).not.toBeNull()
    const end = await page(start.next)
    expect([...start.tokens, ...end.tokens]).toEqual(tokens)
    expect(end.next).toBeNull()
    mock.net.assertNoPendingInterceptors()
  })

  it.each([
    [401, {}, 'provider.key', 'does not take the key'],
    [403, {}, 'provider.key', 'does not take the key'],
    [404, {}, 'provider.chain', 'does not know this network'],
    [429, {}, 'provider.limited', 'asked too often'],
    [500, { message: 'We are down' }, 'provider.refused', 'status 500 (“We are down”)'],
    [500, { message: `Bad key ${key}` }, 'provider.refused', 'status 500'],
    [200, '<html>', 'provider.answer', 'form that this Mintdesk does not know'],
    [200, { ownedNfts: [{}], result: [{}], items: [{}] }, 'provider.answer', 'form that this Mintdesk does not know'],
  ])('says in a sentence what is wrong with an answer %i %o, without the key', async (status, body, code, words) => {
    reply(status, body)
    const error = await page(null).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(key)
  })

  it('says how long it wants to be left alone, and which networks it does not know', async () => {
    reply(429, {}, { 'retry-after': '7' })
    await expect(page(null)).rejects.toMatchObject({ retryAfterMs: 7_000 })
    reply(429, {})
    await expect(page(null)).rejects.toMatchObject({ retryAfterMs: 2_000 })
    await expect(page(null, 'solana')).rejects.toMatchObject({ code: 'provider.chain' })
  })

  it('that cannot be reached is said so, without the key', async () => {
    pool()
      .intercept({ path: first })
      .replyWithError(new Error(`connect ECONNREFUSED ${key}`))
    const error = await page(null).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider.unreachable' })
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain(key)
  })
})

describe('with a database', () => {
  let folder: string
  let store: OpenStore
  let providers: Providers
  const env: Record<string, string> = {}
  const anything = /.*/

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-providers-'))
    store = await openFreshStore(join(folder, 'mintdesk.db'))
    delete env.MINTDESK_MORALIS_KEY
    providers = openProviders({ db: store.db, env })
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('a provider is tried before it is set, for one network or for all, and its key is never shown', async () => {
    const pool = mock.net.get('https://deep-index.moralis.io')
    pool.intercept({ path: anything }).reply(401, {})
    await expect(providers.set('all', { kind: 'moralis', key })).rejects.toThrow('does not take the key')
    expect((await providers.state()).set).toEqual([])
    pool.intercept({ path: anything }).reply(200, { result: [] }).times(3)
    const set = await providers.set('all', { kind: 'moralis', key })
    expect(set.set).toEqual([{ scope: 'all', kind: 'moralis', name: 'Moralis', key: '…cdef' }])
    expect(JSON.stringify(set)).not.toContain(key)
    expect(await providers.of('base')).toEqual({ provider: moralis, key })
    // Zora is none of those that it knows.
    expect(await providers.of('zora')).toBeNull()
    // The key that is there serves again.
    expect((await providers.set('base', { kind: 'moralis' })).set).toHaveLength(2)
    expect(await providers.test('base')).toMatchObject({ name: 'Moralis', chain: 'base' })
    expect((await providers.drop('all')).set.map(({ scope }) => scope)).toEqual(['base'])
    expect(await providers.of('ethereum')).toBeNull()
  })

  it('two that are set at the same time are both kept, and so is what is set while another is taken away', async () => {
    const pool = mock.net.get('https://deep-index.moralis.io')
    pool.intercept({ path: anything }).reply(200, { result: [] }).delay(50).times(2)
    pool.intercept({ path: anything }).reply(200, { result: [] }).times(1)
    await Promise.all(['base', 'polygon'].map((scope) => providers.set(scope, { kind: 'moralis', key })))
    expect((await providers.state()).set.map(({ scope }) => scope).sort()).toEqual(['base', 'polygon'])
    await Promise.all([providers.drop('base'), providers.set('ethereum', { kind: 'moralis' })])
    expect((await providers.state()).set.map(({ scope }) => scope).sort()).toEqual(['ethereum', 'polygon'])
  })

  it('takes a key from the environment, and says where it can stand', async () => {
    await expect(providers.set('all', { kind: 'moralis' })).rejects.toThrow('MINTDESK_MORALIS_KEY')
    env.MINTDESK_MORALIS_KEY = key
    mock.net.get('https://deep-index.moralis.io').intercept({ path: anything }).reply(200, { result: [] })
    expect((await providers.set('all', { kind: 'moralis' })).set).toMatchObject([{ key: null }])
    expect(await providers.of('base')).toMatchObject({ key })
  })

  it.each([
    ['mars', 'moralis', key, 'There is no network named "mars"'],
    ['zora', 'moralis', key, 'does not list the NFTs on zora'],
    ['all', 'moralis', 'two words of it', 'That is no key of Moralis'],
  ] as const)('refuses %s %s', async (scope, kind, given, words) => {
    await expect(providers.set(scope, { kind, key: given })).rejects.toThrow(words)
    expect(await providers.test('all').catch(({ code }) => code)).toBe('provider.missing')
  })

  it('gateways are origins', async () => {
    expect(
      (await providers.setGateways(['https://gateway.example/ipfs/', 'https://gateway.example'])).gateways,
    ).toEqual({
      custom: true,
      list: ['https://gateway.example'],
    })
    await expect(providers.setGateways(['file:///etc'])).rejects.toThrow('IPFS gateway')
    expect((await providers.setGateways(null)).gateways.custom).toBe(false)
  })

  const wallet = { kind: 'live', chain: 'polygon', address } as const
  const asker = (provider: Provider, patienceMs = 10_000, pagesAtMost = 2_000) =>
    providerAsker({
      db: store.db,
      providers: { of: async () => ({ provider, key }) },
      clock: Date.now,
      log: pino({ level: 'silent' }),
      signal: never,
      patienceMs,
      pagesAtMost,
    })
  const seen = async () =>
    (await listSightings(store.db, 'live:polygon', address, {}, 1_000)).map(({ tokenId }) => tokenId)

  it('what it says is kept page by page, asked for again after a rest where it wants one, and once for all who ask', async () => {
    const [one = {}, two = {}] = await recorded('moralis')
    const pool = mock.net.get('https://deep-index.moralis.io')
    pool.intercept({ path: anything }).reply(200, one)
    pool.intercept({ path: anything }).reply(429, {}, { headers: { 'retry-after': '0' } })
    pool.intercept({ path: anything }).reply(200, two)
    const ask = asker(moralis)
    expect(await Promise.all([ask(wallet, 'live:polygon'), ask(wallet, 'live:polygon')])).toEqual([
      { complete: true, notes: [] },
      { complete: true, notes: [] },
    ])
    expect(await seen()).toEqual(['8165', '31'])
    // Fresh: nobody is asked.
    expect(await ask(wallet, 'live:polygon')).toEqual({ complete: true, notes: [] })
    mock.net.assertNoPendingInterceptors()
  })

  it('goes on where it was broken off', async () => {
    const [one = {}, two = {}] = await recorded('moralis')
    const pool = mock.net.get('https://deep-index.moralis.io')
    pool.intercept({ path: anything }).reply(200, one)
    pool.intercept({ path: anything }).reply(500, {})
    const broken = await asker(moralis)(wallet, 'live:polygon')
    expect(broken).toEqual({ complete: false, notes: [expect.stringContaining('Moralis answers with status 500')] })
    expect(await seen()).toEqual(['8165'])
    pool.intercept({ path: /cursor=/ }).reply(200, two)
    expect(await asker(moralis)(wallet, 'live:polygon')).toEqual({ complete: true, notes: [] })
    expect(await seen()).toEqual(['8165', '31'])
  })

  it('has not told all of a wallet of which it has more than is asked for in a row; the next answer goes on there', async () => {
    const pages = ['a', 'b', 'c', null]
    const contract = `0x${'c0'.repeat(20)}`
    const large: Provider = {
      ...moralis,
      async page({ cursor }) {
        const place = cursor === null ? 0 : pages.indexOf(cursor) + 1
        const token = { contract, tokenId: String(place), standard: 'erc-721' as const, block: place }
        return { tokens: [token], next: pages[place] ?? null }
      },
    }
    const ask = asker(large, 10_000, 3)
    expect(await ask(wallet, 'live:polygon')).toEqual({
      complete: false,
      notes: [expect.stringContaining('Moralis has more of this wallet')],
    })
    expect(await seen()).toEqual(['0', '1', '2'])
    expect(await ask(wallet, 'live:polygon')).toEqual({ complete: true, notes: [] })
    expect(await seen()).toEqual(['0', '1', '2', '3'])
  })

  it('does not keep an answer waiting', async () => {
    let release = (): void => undefined
    const slow: Provider = {
      ...moralis,
      page: () =>
        new Promise((resolve) => {
          release = () => resolve({ tokens: [], next: null })
        }),
    }
    const ask = asker(slow, 5)
    expect(await ask(wallet, 'live:polygon')).toEqual({
      complete: false,
      notes: [expect.stringContaining('Moralis is still telling')],
    })
    release()
    // What came meanwhile is there for the next answer.
    await expect.poll(() => ask(wallet, 'live:polygon')).toEqual({ complete: true, notes: [] })
  })
})
