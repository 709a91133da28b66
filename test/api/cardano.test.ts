import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { unitForm } from '../../src/core/chains/cardano/asset-id.ts'
import { createdKey, project, scopes, walletScan, walletSearch } from '../../src/shared/app-api.ts'
import { type Caller, callerOf, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { type CardanoServices, hold, labelled, openCardanoServices, servedKey } from '../holdings/cardano-services.ts'
import { faultOf, operationsOf } from './described.ts'
import { walkWallet } from './wallets/wallet-walk.ts'

const base = '/api/2022-06-09'
const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const test = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
const other = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'
const policy = 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc'
const clay = Buffer.from('Clay17').toString('hex')
const words = `${'abandon '.repeat(23)}art`
const nftsOf = (locator: string) => `${base}/wallets/${locator}/nfts`

let services: CardanoServices
beforeEach(async () => {
  services = await openCardanoServices()
  hold(services, address, [
    {
      unit: `${policy}${clay}`,
      minted: {
        721: {
          [policy]: {
            Clay17: { name: 'Clay #17', image: ['ipfs://', 'clay'], collection: 'Clay Nation', artist: 'B.' },
          },
        },
      },
    },
    { unit: `${policy}${labelled('000643b0', 'Bud')}` },
  ])
})
afterEach(() => services.close())

/** A core that asks Koios here, its window, and a program with a key of its first project. */
const inCore = (use: (call: Caller, window: Caller, url: string) => Promise<void>, env: Record<string, string> = {}) =>
  withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call: window } = await windowOf(core)
        const { key } = createdKey.parse((await window('POST', '/app/keys', { name: 'cardano', scopes })).json)
        await use(callerOf(core.url, { 'x-api-key': key }), window, core.url)
      },
      { env: { MINTDESK_KOIOS_URL: services.koios, ...env } },
    ),
  )

it('a wallet is listed as the API describes it, in practice and live projects alike', async () => {
  await inCore(
    async (call, window, url) => {
      const operation = operationsOf((await call('GET', '/openapi.json')).json).find(
        ({ id }) => id === 'listWalletNfts',
      )
      const live = project.parse((await window('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
      const ofLive = { 'x-mintdesk-project': live.id }
      const made = await window('POST', '/app/keys', { name: 'live', scopes }, ofLive)
      const others = callerOf(url, { 'x-api-key': createdKey.parse(made.json).key })
      for (const caller of [call, others]) {
        const answer = await caller('GET', nftsOf(`cardano:${address}`))
        expect([
          answer.status,
          answer.headers.get('x-mintdesk-coverage'),
          answer.headers.get('x-mintdesk-coverage-note'),
        ]).toEqual([200, 'provider', null])
        expect(answer.json).toEqual([
          {
            ...{ chain: 'cardano', assetId: `${policy}${clay}`, locator: `cardano:${policy}:${clay}` },
            metadata: {
              ...{
                name: 'Clay #17',
                image: 'ipfs://clay',
                description: '',
                animation_url: '',
                artist: 'B.',
                attributes: [],
              },
              collection: { name: 'Clay Nation', description: '', image: '' },
            },
          },
        ])
        expect(faultOf(operation?.answers.get(200), answer.json)).toBeUndefined()
      }
      for (const [query, found] of [
        [`contractAddress=${policy}`, 1],
        [`contractAddress=${'0'.repeat(56)}`, 0],
        [`tokenId=${clay}`, 1],
        ['page=2', 0],
      ])
        expect([query, (await call('GET', `${nftsOf(`cardano:${address}`)}?${query}`)).json]).toEqual([
          query,
          expect.objectContaining({ length: found }),
        ])
    },
    { MINTDESK_LIVE_SEED: words },
  )
})

it('a wallet is listed by cursors, too, over what is no NFT', async () => {
  const names = Array.from({ length: 7 }, (_, n) => Buffer.from(`Badge${n}`).toString('hex'))
  // One of two is none.
  const of = (name: string, n: number) => ({ unit: `${policy}${name}`, ...(n === 3 ? { supply: '2' } : {}) })
  services.holds.delete(address)
  hold(services, address, names.map(of))
  await inCore(async (call) => {
    const pages = await walkWallet(call, `cardano:${address}`, `cardano:${other}`, 2)
    const [a, b, c, _none, d, e, f] = names.map((name) => `cardano:${policy}:${name}`)
    expect(pages).toEqual([
      [a, b],
      [c, d],
      [e, f],
    ])
  })
})

it('the example of an asset id in /openapi.json is one, and entries are described', async () => {
  await inCore(async (call) => {
    const field = z.object({ example: z.string().regex(unitForm) })
    const shape = z.object({ properties: z.object({ assetId: field, locator: z.unknown(), metadata: z.unknown() }) })
    z.object({ components: z.object({ schemas: z.object({ CardanoWalletNft: shape }) }) }).parse(
      (await call('GET', '/openapi.json')).json,
    )
  })
})

it('what is no address, or of another network, is 400 with a sentence; a wallet of a user is 422', async () => {
  await inCore(async (call) => {
    for (const [locator, status, words] of [
      [`cardano:${address.replace('vx2', 'vx3')}`, 400, 'has a wrong checksum'],
      ['cardano:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 400, 'is not a Cardano address: it must begin with addr1'],
      [`cardano:${test}`, 400, 'is of a test network, and Koios is set for mainnet of Cardano'],
      ['email:ada@example.com:cardano', 422, 'Users have no wallets of this project on cardano'],
    ] as const) {
      const answer = await call('GET', nftsOf(encodeURIComponent(locator)))
      expect([locator, answer.status, answer.json.message]).toEqual([locator, status, expect.stringContaining(words)])
    }
  })
})

it('a service that is down is 503 with a sentence, and another one can be set', async () => {
  await inCore(async (call, window) => {
    services.fault = ({ path }) => (path.startsWith('/api/v1/') ? { status: 504 } : null)
    const down = await call('GET', nftsOf(`cardano:${address}`))
    expect([down.status, down.json]).toEqual([
      503,
      {
        ...{ error: true, code: 'network.unreachable' },
        message: 'What the wallet holds on Cardano cannot be told now. Koios answers with status 504: try again later.',
      },
    ])
    services.assets.set(`${policy}${clay}`, { unit: `${policy}${clay}`, fields: { name: 'Clay' } })
    const set = await window('PUT', '/app/providers/cardano', {
      kind: 'blockfrost',
      key: servedKey,
      url: services.blockfrost,
    })
    expect([set.status, set.text.includes(servedKey)]).toEqual([200, false])
    expect((await call('GET', nftsOf(`cardano:${address}`))).json).toMatchObject([{ metadata: { name: 'Clay' } }])
  })
})

it('nothing is minted, made or moved there: 400 with a sentence', async () => {
  await inCore(async (call) => {
    const metadata = { name: 'Badge', image: 'ipfs://bafkqaaa' }
    const recipient = `cardano:${address}`
    const none = 'On Cardano wallets can be looked at, and nothing can be minted or moved: use one of '
    for (const [method, path, body, words] of [
      ['POST', `${base}/collections`, { chain: 'cardano', metadata: { name: 'Clay' } }, none],
      ['PUT', `${base}/collections/clay`, { chain: 'cardano', metadata: { name: 'Clay' } }, none],
      ['POST', `${base}/collections/default-cardano/nfts`, { recipient, metadata }, none],
      [
        'POST',
        `${base}/collections/default/nfts`,
        { recipient, metadata },
        'is on cardano, but the collection is on polygon',
      ],
      [
        'POST',
        `${base}/collections/default/nfts`,
        { recipient: 'email:a@b.co:cardano', metadata },
        'is on cardano, but the collection is on polygon',
      ],
      ['POST', '/api/v1-alpha1/wallets', { email: 'a@b.co', chain: 'cardano' }, none],
      [
        'POST',
        '/api/v1-alpha1/transfer',
        { chain: 'cardano', fromAddress: 'userId:u:cardano', toAddress: address, tokenMintAddress: 'x' },
        none,
      ],
    ] as const) {
      const { status, json } = await call(method, path, body)
      expect([path, status, JSON.stringify(json)]).toEqual([path, 400, expect.stringContaining(words)])
    }
    expect((await call('GET', `${base}/collections/default-dogecoin`)).status).toBe(404)
  })
})

it('the window finds an address by itself, with its explorer; a mistyped one is no user id', async () => {
  await inCore(async (_call, window) => {
    const search = async (q: string) =>
      walletSearch.parse((await window('GET', `/app/wallets/search?${new URLSearchParams({ q })}`)).json)
    const explorer = { wallet: `https://cardanoscan.io/address/${address}`, assets: 'https://cardanoscan.io/token/' }
    for (const q of [address, address.toUpperCase(), `cardano:${address}`])
      expect(await search(q)).toEqual({
        meanings: [
          {
            ...{ kind: 'address', chain: 'cardano', chainLabel: 'Cardano', locator: `cardano:${address}`, address },
            ...{ description: 'Cardano address', count: 1, explorer },
          },
        ],
        message: null,
      })
    expect(await search(address.slice(0, -1))).toEqual({
      meanings: [],
      message: expect.stringContaining('has a wrong checksum'),
    })
    expect((await search('addr1')).meanings).toMatchObject([{ kind: 'userId' }])
    const scan = `/app/wallets/cardano:${address}/scan`
    expect(walletScan.parse((await window('GET', scan)).json)).toMatchObject({ chain: 'cardano', found: 0 })
  })
})
