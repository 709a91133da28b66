/** What a practice network that fell back lost of changes: each kind of them is there again, or its action says that it is not. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../src/core/index.ts'
import { appState, createdKey } from '../../src/shared/app-api.ts'
import { badge, polygonAddress } from '../api/open-api.ts'
import { type Answer, type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { until } from '../minting/open-engine.ts'
import { fallBack, keepNetworks, sequencesUsed } from './fallen-network.ts'

const base = '/api/2022-06-09'
const art = `${base}/collections/art`
const settings = '/api/v1-alpha1/minting/collections/art'
const sale = { price: '0.25', recipientAddress: polygonAddress, saleSupply: 10 }
const royalties = [{ address: polygonAddress, basisPoints: 250 }]
let dataDir: string
let core: Core
let key = ''
let call: Caller
let ann: string
let bob: string
/** Sequences of the treasury that were used before any change. */
let before: number
/** By kind of change: the action of the first that was made. */
let first: Record<string, string>

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

async function open(): Promise<void> {
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 60, chains: { confirmations: 2 } } }))
  if (key === '') {
    const window = (await windowOf(core)).call
    const { projects } = appState.parse((await window('GET', '/app/state')).json)
    await window('PATCH', `/app/projects/${projects[0]?.id}`, { enterprise: true })
    const of = ['collections.create', 'collections.read', 'collections.update', 'wallets.create']
    const scopes = [...of, 'nfts.create', 'nfts.read', 'nfts.update', 'nfts.delete', 'wallets:nfts.transfer']
    key = createdKey.parse((await window('POST', '/app/keys', { name: 'test', scopes })).json).key
  }
  call = callerOf(core.url, { 'x-api-key': key })
}

const get = async (path: string): Promise<Json> => (await call('GET', path)).json

async function ended(id: string, status: 'succeeded' | 'failed'): Promise<Json> {
  return await until(`${id} is ${status}`, async () => {
    const action = await get(`${base}/actions/${id}`)
    if (status === 'succeeded' && action.status === 'failed') throw new Error(JSON.stringify(action))
    return action.status === status && action
  })
}

/** Makes a change of every kind; the last forbids transfers. By kind: its action. */
async function changeAll(name: string): Promise<Record<string, string>> {
  const { contractAddress: tokenMintAddress, tokenId } = (await get(`${art}/nfts/three`)).onChain
  const transfer = { chain: 'polygon', fromAddress: ann, toAddress: bob, tokenMintAddress, tokenId: String(tokenId) }
  const wishes: [string, string, string, object?][] = [
    ['update', 'PATCH', `${art}/nfts/one`, { metadata: { ...badge, name } }],
    ['burn', 'DELETE', `${art}/nfts/two`],
    ['transfer', 'POST', '/api/v1-alpha1/transfer', transfer],
    ['supply limit', 'PATCH', art, { supplyLimit: 50 }],
    ['payments', 'PATCH', art, { payments: { ...sale, price: '0.5' } }],
    ['royalties', 'PUT', `${settings}/royalties`, { recipients: royalties }],
    ['base URI', 'PUT', `${settings}/base-uri`, { uri: 'https://example.com/art' }],
    ['transferable', 'PUT', `${settings}/transferable`, { value: false }],
  ]
  const asked: Record<string, string> = {}
  for (const [kind, method, path, body] of wishes) {
    const id = accepted(await call(method, path, body))
    await ended(id, 'succeeded')
    asked[kind] = id
  }
  return asked
}

/** The id of the action that was accepted. */
function accepted({ status, text, json, headers }: Answer): string {
  if (status >= 300) throw new Error(text)
  return String((json as Json)?.actionId ?? headers.get('location')?.split('/').at(-1))
}

/** What the API says of the collection and of its NFTs, whose owners it asks the chain for. */
async function said(): Promise<Json> {
  const nfts: Json = {}
  for (const id of ['one', 'two', 'three']) {
    const { metadata, onChain } = await get(`${art}/nfts/${id}`)
    nfts[id] = [metadata.name, onChain.owner ?? null]
  }
  const { supplyLimit, payments } = await get(art)
  const setting = async (name: string) => await get(`${settings}/${name}`)
  return {
    ...nfts,
    ...{ supplyLimit, price: payments?.price, royalties: (await setting('royalties')).recipients },
    ...{ uri: (await setting('base-uri')).uri, transferable: (await setting('transferable')).value },
  }
}

const changedTo = (name: string) => ({
  ...{ one: [name, ann], two: ['two', null], three: ['three', bob], supplyLimit: 50, price: '0.5', royalties },
  ...{ uri: 'https://example.com/art', transferable: false },
})

async function walletOf(userId: string): Promise<string> {
  return ((await call('POST', '/api/v1-alpha1/wallets', { userId, chain: 'polygon' })).json as Json).publicKey
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-lost-changes-'))
  await open()
  ann = await walletOf('ann')
  bob = await walletOf('bob')
  await call('PUT', art, { chain: 'polygon', metadata: { name: 'Art' }, supplyLimit: 40, payments: sale })
  const ids = ['one', 'two', 'three']
  for (const id of ids)
    await call('PUT', `${art}/nfts/${id}`, { recipient: 'userId:ann:polygon', metadata: { ...badge, name: id } })
  for (const id of ids)
    await until(`${id} is minted`, async () => (await get(`${art}/nfts/${id}`)).onChain.status === 'success')
  await core.close()
  await keepNetworks(dataDir)
  before = await sequencesUsed(dataDir)
  await open()
}, 120_000)
afterAll(async () => {
  await core?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('every kind of change that a practice network lost is there again as it was, in its order', async () => {
  first = await changeAll('first')
  expect(await said()).toEqual(changedTo('first'))
  await core.close()
  await fallBack(dataDir)
  await open()
  expect(await said()).toEqual(changedTo('first'))
  for (const id of Object.values(first)) await ended(id, 'succeeded')
})

it('every kind of change whose place something else took says that it failed, and is made when it is asked for again', async () => {
  await core.close()
  await fallBack(dataDir, (await sequencesUsed(dataDir)) - before)
  await open()
  // What asks the chain brings its network up.
  await get(`${art}/nfts/one`)
  expect(Object.keys(first)).toHaveLength(8)
  for (const [kind, id] of Object.entries(first)) {
    const { error } = (await ended(id, 'failed')).data
    expect([kind, error.code, error.message]).toEqual([
      kind,
      'chain.lost',
      expect.stringMatching(/^Polygon fell back .* Ask for it again/),
    ])
  }
  expect(await said()).toEqual({
    ...{ one: ['one', ann], two: ['two', ann], three: ['three', ann], supplyLimit: 40, price: '0.25', royalties: [] },
    ...{ uri: null, transferable: true },
  })
  await changeAll('second')
  expect(await said()).toEqual(changedTo('second'))
})
