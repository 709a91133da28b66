import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexAsker } from '../../src/core/holdings/ask-index.ts'
import { openIndexSources } from '../../src/core/holdings/index-source.ts'
import { countIndexed, type IndexedDeps, type IndexedQuery, listIndexed } from '../../src/core/holdings/indexed.ts'
import { openProviders } from '../../src/core/holdings/provider-settings.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import {
  type CardanoServices,
  hold,
  labelled,
  openCardanoServices,
  type ServedAsset,
  servedKey,
} from './cardano-services.ts'

const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const script = 'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx'
const test = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
const stake = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'
const byron = 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe'
const byronTest =
  '37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na'

const policy = (n: number) => n.toString(16).padStart(56, 'a')
const hex = (text: string) => Buffer.from(text).toString('hex')
/** An NFT of CIP-25, in what both services have of it. */
const clay = (n: number, more: Partial<ServedAsset> = {}): ServedAsset => {
  const fields = { name: `Clay #${n}`, image: ['ipfs://', `clay-${n}`], attributes: { Hat: 'Red' } }
  return {
    unit: `${policy(1)}${hex(`Clay${String(n).padStart(4, '0')}`)}`,
    minted: { 721: { [policy(1)]: { [`Clay${String(n).padStart(4, '0')}`]: fields } } },
    fields,
    ...more,
  }
}

let folder: string
let store: OpenStore
let services: CardanoServices
let ending: AbortController
let now: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-cardano-'))
  store = await openFreshStore(join(folder, 'mintdesk.db'))
  services = await openCardanoServices()
  ending = new AbortController()
  now = 0
})
afterEach(async () => {
  ending.abort()
  await services.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const ofKoios = () => ({ MINTDESK_KOIOS_URL: services.koios })
const ofBlockfrost = () => ({ MINTDESK_BLOCKFROST_URL: services.blockfrost, MINTDESK_BLOCKFROST_KEY: servedKey })

function world(env: Record<string, string> = ofKoios(), patienceMs?: number) {
  const providers = openProviders({ db: store.db, env })
  const [clock, log, signal] = [() => now, pino({ level: 'silent' }), ending.signal]
  const deps: IndexedDeps = {
    sources: openIndexSources({ providers, clock, signal }),
    asker: indexAsker({ clock, log, signal }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  }
  const wallet = (of: string) => ({ kind: 'live', chain: 'cardano', address: of }) as const
  return {
    providers,
    list: (of = address, query: Partial<IndexedQuery> = {}) =>
      listIndexed(deps, wallet(of), { offset: 0, limit: 100, ...query }),
    count: (of = address) => countIndexed(deps, wallet(of)),
    explorer: (of: string) => deps.sources.explorer(wallet(of)),
  }
}
const namesIn = ({ nfts }: { nfts: { metadata: { name: string } }[] }) => nfts.map(({ metadata }) => metadata.name)
const asked = (call: RegExp) => services.requests.filter(({ path }) => call.test(path))

describe.each([
  ['Koios', ofKoios],
  ['Blockfrost', ofBlockfrost],
])('%s', (name, env) => {
  it('lists NFTs by CIP-25 and CIP-68, and neither what is fungible nor reference tokens', async () => {
    const datum = {
      constructor: 0,
      fields: [{ map: [{ k: { bytes: hex('name') }, v: { bytes: hex('Bud') } }] }, { int: 1 }],
    }
    const bud = { unit: `${policy(2)}${labelled('000de140', 'Bud')}`, datum, fields: { name: 'Bud' }, supply: '3' }
    const reference = { unit: `${policy(2)}${labelled('000643b0', 'Bud')}` }
    const coin = { unit: `${policy(2)}${labelled('0014df10', 'Coin')}` }
    const last = { unit: `${policy(3)}${hex('LAST')}`, supply: '21000000' }
    const bare = { unit: policy(4) }
    hold(services, address, [clay(1), bud, reference, coin, last, bare])
    hold(services, address, [{ unit: `${policy(3)}${hex('MANY')}`, supply: '500' }], '500')
    const list = await world(env()).list()
    expect(list).toMatchObject({ total: 3, coverage: 'provider', notes: [] })
    expect(list.nfts).toEqual([
      {
        ...{ policy: policy(1), name: hex('Clay0001'), collectionName: '' },
        metadata: {
          ...{ name: 'Clay #1', image: 'ipfs://clay-1', description: '', animation_url: '' },
          attributes: [{ trait_type: 'Hat', value: 'Red' }],
        },
      },
      expect.objectContaining({
        name: labelled('000de140', 'Bud'),
        metadata: expect.objectContaining({ name: 'Bud' }),
      }),
      expect.objectContaining({ policy: policy(4), name: '', metadata: expect.objectContaining({ name: '' }) }),
    ])
  })

  it.each([
    ['a script', script],
    ['Byron', byron],
    ['a stake', stake],
  ])('lists what %s address holds', async (kind, of) => {
    hold(services, of, [clay(1), clay(2)])
    const list = await world(env()).list(of)
    expect(namesIn(list)).toEqual(['Clay #1', 'Clay #2'])
    expect(list.coverage).toBe('provider')
    expect(list.notes).toEqual(kind === 'a stake' ? [expect.stringContaining('this stake key')] : [])
  })

  it('of an address that was never used is empty', async () => {
    expect(await world(env()).list()).toEqual({ nfts: [], next: null, total: 0, coverage: 'provider', notes: [] })
  })

  it('is asked for the list once in a minute, and about an asset once in an hour', async () => {
    hold(services, address, [clay(1), clay(2)])
    const { list, count } = world(env())
    const [first, second] = await Promise.all([list(), list()])
    expect(second).toEqual(first)
    const before = services.requests.length
    expect(await list()).toEqual(first)
    expect(await count()).toBe(2)
    expect(services.requests).toHaveLength(before)
    now = 60_000
    expect(await list()).toEqual(first)
    expect(services.requests).toHaveLength(before + 1)
    now += 3_600_000
    await list()
    expect(services.requests.length).toBeGreaterThan(before + 2)
  })

  it('has pages: what is none of an NFT makes room, and every NFT is on one page', async () => {
    const coins = [3, 4, 5, 11].map((n) => clay(n, { supply: '1000' }))
    const nfts = [0, 1, 2, 6, 7, 8, 9, 10, 12].map((n) => clay(n))
    hold(services, address, [...coins, ...nfts])
    const { list } = world(env())
    const pages = []
    for (const offset of [0, 4, 8, 12]) pages.push(namesIn(await list(address, { offset, limit: 4 })))
    expect(pages).toEqual([
      ['Clay #0', 'Clay #1', 'Clay #2', 'Clay #6'],
      ['Clay #7', 'Clay #8', 'Clay #9', 'Clay #10'],
      ['Clay #12'],
      [],
    ])
    // Asked for at once, a later page begins where it would.
    expect(namesIn(await world(env()).list(address, { offset: 4, limit: 4 }))).toEqual(pages[1])
  })

  it('is filtered by policy and by name', async () => {
    hold(services, address, [clay(1), clay(2), { unit: `${policy(9)}${hex('Clay0001')}` }])
    const { list } = world(env())
    expect((await list(address, { policies: [policy(9)] })).nfts).toHaveLength(1)
    expect((await list(address, { names: [hex('Clay0001')] })).nfts).toHaveLength(2)
    expect((await list(address, { names: ['00'] })).nfts).toEqual([])
  })

  it('tells odd rows, and lists all others', async () => {
    hold(services, address, [
      clay(1),
      clay(2, { minted: 'lost', fields: 'lost', registry: [] }),
      clay(3, { supply: 'many' }),
      { unit: `${policy(2)}${labelled('000de140', 'Odd')}`, datum: { fields: 'none' }, fields: 7, supply: null },
    ])
    services.holds.get(address)?.push({ unit: 'not an asset', quantity: '1' }, { unit: clay(4).unit, quantity: 'some' })
    const list = await world(env()).list()
    expect(namesIn(list)).toEqual(['Clay #1', 'Clay0002', 'Odd'])
    expect(list).toMatchObject({
      coverage: 'own',
      notes: [
        `${name} told of 2 assets in a form that cannot be read.`,
        expect.stringContaining('Left out: 1 asset of this page'),
      ],
    })
  })

  it('tells metadata that nothing can walk through, and lists all others', async () => {
    hold(services, address, [clay(1), clay(2)])
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const { list } = world(env())
    services.fault = ({ path, body }) => {
      const fields = `{"name":"Deep","deep":${deep}}`
      if (path.endsWith(clay(2).unit)) return { status: 200, body: `{"quantity":"1","onchain_metadata":${fields}}` }
      if (!path.includes('asset_info') || !JSON.stringify(body).includes(hex('Clay0002'))) return null
      const rows = [clay(1), clay(2)].map(({ unit }, n) => {
        const metadata = n === 0 ? '{"name":"Clay #1"}' : fields
        const name = unit.slice(56)
        return `{"policy_id":"${policy(1)}","asset_name":"${name}","total_supply":"1","minting_tx_metadata":{"721":{"${policy(1)}":{"${name}":${metadata}}}}}`
      })
      return { status: 200, body: `[${rows}]` }
    }
    const told = await list()
    expect([namesIn(told), told.notes]).toEqual([['Clay #1', 'Clay0002'], []])
  })

  it.each([
    ['is down', { status: 503 }, 'answers with status 503'],
    ['leads elsewhere', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'answers with status 302'],
    ['answers nonsense', { status: 200, body: '<html>' }, 'in a form that this Mintdesk does not know'],
    ['wants to be left alone', { status: 429, headers: { 'retry-after': '60' } }, 'asked too often'],
    [
      'has no more for today',
      { status: 402, body: { message: 'Usage is over limit.' } },
      'status 402 (“Usage is over limit.”)',
    ],
  ])('that %s is a sentence, and what it told before is listed with it', async (_what, fault, words) => {
    hold(services, address, [clay(1)])
    const { list, count } = world(env())
    services.fault = ({ path }) => (path.includes('genesis') ? null : fault)
    await expect(list()).rejects.toMatchObject({ code: 'network.unreachable', message: expect.stringContaining(words) })
    expect(await count()).toBe(0)
    services.fault = null
    const other = world(env())
    const known = await other.list()
    now = 60_000
    services.fault = () => fault
    expect(await other.list()).toEqual({ ...known, coverage: 'own', notes: [expect.stringContaining(words)] })
  })

  it.each([429, ...(name === 'Blockfrost' ? [402, 418] : [])])(
    'that limits with status %i is left alone',
    async (status) => {
      const many = Array.from({ length: 90 }, (_, n) => clay(n))
      hold(services, address, many)
      const { list } = world(env())
      services.fault = ({ path }) => (/asset_info|assets\/[0-9a-f]{56}/.test(path) ? { status } : null)
      const first = await list()
      expect([first.nfts, first.coverage, first.notes.length]).toEqual([[], 'own', 2])
      const before = services.requests.length
      // Those that were under way together, and none after.
      expect(before).toBeLessThan(12)
      expect((await list()).notes[0]).toContain('left alone for')
      expect(services.requests).toHaveLength(before)
    },
  )

  it('that fails at every asset is not asked about each of them', async () => {
    const many = Array.from({ length: 90 }, (_, n) => clay(n))
    hold(services, address, many)
    services.fault = ({ path }) => (/asset_info|assets\/[0-9a-f]{56}/.test(path) ? { status: 502 } : null)
    expect((await world(env()).list()).notes[0]).toContain('status 502')
    expect(services.requests.length).toBeLessThan(16)
  })

  it('that is broken off in the midst has told what it told', async () => {
    const many = Array.from({ length: 1_400 }, (_, n) => clay(n))
    hold(services, address, many)
    services.fault = ({ path }) => (/offset=1000|page=3/.test(path) ? { status: 500 } : null)
    const list = await world(env()).list(address, { limit: 10 })
    expect(list.nfts).toHaveLength(10)
    expect(list).toMatchObject({ coverage: 'own', notes: [expect.stringContaining('answers with status 500')] })
    expect(list.total).toBeGreaterThanOrEqual(600)
  })

  it('that tells nothing of an asset in time leaves it out, and shows what is an NFT by its name without metadata', async () => {
    const bud = { unit: `${policy(2)}${labelled('000de140', 'Bud')}` }
    hold(services, address, [clay(1), bud])
    services.fault = ({ path }) =>
      /asset_info|\/assets\/(?!.*addresses)/.test(path) && !path.includes('addresses') ? 'hang' : null
    const list = await world(env(), 5_000).list()
    expect(namesIn(list)).toEqual(['Bud'])
    expect(list).toMatchObject({
      coverage: 'own',
      notes: [
        `${name} is still telling of these assets; ask again for the rest.`,
        expect.stringContaining('Left out: 1 asset'),
        '1 NFT of this page is shown without metadata.',
      ],
    })
  })

  it('that does not answer at all is told', async () => {
    services.fault = ({ path }) => (path.includes('genesis') ? null : 'hang')
    await expect(world(env(), 200).list()).rejects.toMatchObject({ code: 'network.unreachable' })
  })
})

describe('an address of another network', () => {
  it.each([
    [764_824_073, test, 'is of a test network, and Koios is set for mainnet of Cardano'],
    [1, address, 'is of mainnet, and Koios is set for the test network preprod of Cardano'],
    [2, stake, 'is of mainnet, and Koios is set for the test network preview of Cardano'],
    [1, byronTest, 'is of a test network of Cardano that is no more'],
  ])('than the server that is set (magic %i) is refused', async (magic, of, words) => {
    services.magic = magic
    await expect(world().list(of)).rejects.toMatchObject({
      code: 'recipient.network',
      message: expect.stringContaining(words),
    })
    expect(asked(/_assets/)).toEqual([])
  })

  it('than the key of Blockfrost names is refused, without a call', async () => {
    const env = { MINTDESK_BLOCKFROST_KEY: `preview${servedKey.slice(7)}` }
    await expect(world(env).list()).rejects.toMatchObject({ code: 'recipient.network' })
    expect(services.requests).toEqual([])
  })

  it('cannot be told by a server that does not say its network, and is asked about', async () => {
    services.magic = null
    hold(services, test, [clay(1)])
    expect(namesIn(await world().list(test))).toEqual(['Clay #1'])
  })
})

it('explorers are those of the network', async () => {
  const { explorer } = world({})
  expect(await explorer(address)).toEqual({
    wallet: `https://cardanoscan.io/address/${address}`,
    assets: 'https://cardanoscan.io/token/',
  })
  expect((await explorer(test))?.wallet).toBe(`https://preprod.cardanoscan.io/address/${test}`)
  expect((await explorer(stake))?.wallet).toBe(`https://cardanoscan.io/stakekey/${stake}`)
  expect(await explorer(byronTest)).toBeNull()
  expect(await world({ MINTDESK_KOIOS_URL: 'nowhere' }).explorer(address)).toBeNull()
})

describe('settings', () => {
  it('Koios is asked where nothing is set, Blockfrost where its key is in the environment', async () => {
    expect(await world({}).providers.of('cardano')).toMatchObject({ provider: { name: 'Koios' }, key: '' })
    expect(await world(ofBlockfrost()).providers.of('cardano')).toMatchObject({
      ...{ provider: { name: 'Blockfrost' }, key: servedKey, url: services.blockfrost },
    })
  })

  it('a server of one’s own and a key are tried, set for cardano alone, and taken back', async () => {
    const { providers, list } = world({})
    hold(services, address, [clay(1)])
    await expect(providers.set('all', { kind: 'koios' })).rejects.toThrow('one network at a time: cardano')
    await expect(providers.set('polygon', { kind: 'koios' })).rejects.toThrow('does not list the NFTs on polygon')
    await expect(providers.set('cardano', { kind: 'alchemy', key: 'x'.repeat(20) })).rejects.toThrow('on cardano')
    await expect(providers.set('cardano', { kind: 'koios', url: 'ftp://a' })).rejects.toMatchObject({
      code: 'provider.url',
    })
    const set = await providers.set('cardano', { kind: 'koios', url: services.koios })
    expect(set.set).toEqual([{ scope: 'cardano', kind: 'koios', name: 'Koios', key: null, url: services.koios }])
    expect(namesIn(await list())).toEqual(['Clay #1'])
    const wrong = { kind: 'blockfrost', key: 'mainnetWrongWrongWrong', url: services.blockfrost } as const
    await expect(providers.set('cardano', wrong)).rejects.toThrow('Blockfrost does not take the key')
    const other = await providers.set('cardano', { ...wrong, key: servedKey })
    expect(other.set).toMatchObject([{ kind: 'blockfrost', key: '…6789' }])
    expect(JSON.stringify(other)).not.toContain(servedKey)
    expect(await providers.test('cardano')).toMatchObject({ name: 'Blockfrost', chain: 'cardano' })
    // Its own server again, with the key that is there.
    const origin = new URL(services.blockfrost).origin
    expect((await providers.set('cardano', { kind: 'blockfrost', url: `${origin}/` })).set[0]?.url).toBe(`${origin}/`)
    expect(namesIn(await list())).toEqual(['Clay #1'])
    await providers.drop('cardano')
    expect(await providers.of('cardano')).toMatchObject({ provider: { name: 'Koios' } })
  })
})

it('a body to Koios is never over one kilobyte, however long names are', async () => {
  const names = Array.from({ length: 120 }, (_, n) => `${'x'.repeat(n % 30)}${n % 10}`)
  hold(
    services,
    address,
    names.map((name, n) => ({ unit: `${policy(n)}${hex(name)}` })),
  )
  expect((await world().list()).nfts).toHaveLength(100)
  const bodies = asked(/asset_info/).map(({ bytes }) => bytes)
  expect(Math.max(...bodies)).toBeLessThanOrEqual(1_000)
  expect(bodies.length).toBeLessThan(18)
})

it('a short rest that is asked for is kept before the same is asked again', async () => {
  hold(services, address, [clay(1)])
  let limited = 2
  services.fault = ({ path }) =>
    path.includes('asset_info') && limited-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : null
  expect(namesIn(await world().list())).toEqual(['Clay #1'])
  const [first, second, third] = asked(/asset_info/).map(({ at }) => at)
  expect(Math.min((second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0))).toBeGreaterThan(950)
})
