/** What a seed made on Aptos, found again without its database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { recoveryState } from '../../src/shared/app-api.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { api, ended, enterprise, succeeded } from '../solana/open-api.ts'

const collections = '/api/2022-06-09/collections'
const usual = `${collections}/default-aptos`
const art = `${collections}/art`
const ann = 'email:ann@example.com:aptos'

const shown = (name: string) => ({ metadata: { name, image: 'ipfs://bafkqaaa' }, reuploadLinkedFiles: false })
const nft = (id: string, recipient: string) => ({ id, recipient, ...shown(id) })
const [first, ...many] = [nft('first', ann), ...Array.from({ length: 6 }, (_, n) => nft(`many-${n}`, ann))]
const ofArt = [1, 2, 3].map((n) => nft(`art-${n}`, `aptos:${aptosAddress(n)}`))
const all = [first, ...many]

async function mintAll(call: Caller, collection: string, nfts: readonly { id: string }[]): Promise<string[]> {
  expect((await call('POST', `${collection}/nfts`, { nfts })).status).toBe(200)
  for (const { id } of nfts) await succeeded(call, id)
  return Promise.all(nfts.map(async ({ id }) => (await onChainOf(call, `${collection}/nfts/${id}`)).tokenAddress))
}

async function onChainOf(call: Caller, path: string): Promise<{ tokenAddress: string; owner?: string; txId?: string }> {
  return (await call('GET', path)).json.onChain as { tokenAddress: string; owner?: string }
}

async function done(call: Caller, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await call(method, path, body)
  await succeeded(call, String(answer.json?.actionId ?? answer.headers.get('location')?.split('/').at(-1)))
}

async function held(call: Caller, wallet: string): Promise<string[]> {
  const { json } = await call('GET', `/api/2022-06-09/wallets/${wallet}/nfts`)
  return (json as unknown as { tokenAddress: string }[]).map(({ tokenAddress }) => tokenAddress).sort()
}

async function listed(call: Caller, collection: string) {
  const { json } = await call('GET', `${collection}/nfts?page=1&perPage=50`)
  return json as unknown as {
    id: string
    metadata: { name: string }
    onChain: { tokenAddress: string; txId: string }
  }[]
}

async function recovered(core: Core, options: object) {
  const { call } = await windowOf(core)
  await call('POST', '/app/recovery', options)
  const state = await vi.waitFor(
    async () => {
      const now = recoveryState.parse((await call('GET', '/app/recovery')).json)
      expect(now.state).not.toBe('running')
      return now
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(state).toMatchObject({ state: 'done', message: null, remarks: [] })
  return state.found
}

/** What the window shows of each collection. */
async function minted(core: Core): Promise<Record<string, number>> {
  const { call } = await windowOf(core)
  const list = (await call('GET', '/app/collections')).json as unknown as { id: string; minted: number }[]
  return Object.fromEntries(list.flatMap(({ id, minted: count }) => (count > 0 ? [[id, count]] : [])))
}

async function makeArt(call: Caller): Promise<void> {
  const metadata = { name: 'Art', symbol: 'ART', description: 'Pictures', imageUrl: '' }
  const made = await call('PUT', art, { chain: 'aptos', metadata, supplyLimit: 50 })
  await ended(call, String(made.json.actionId))
}

it('recover lists collections and NFTs with what became of them, and minting goes on', async () => {
  await withFolder(async (folder) => {
    const before = new Map<string, string>()
    let wallet: string[] = []
    await withCore(folder, async (core) => {
      const call = await api(core)
      await enterprise(core)
      const note = (nfts: readonly { id: string }[], addresses: readonly string[]) => {
        for (const [place, { id }] of nfts.entries()) before.set(id, addresses[place] ?? '')
      }
      note([first], await mintAll(call, usual, [first]))
      note(many, await mintAll(call, usual, many))
      await makeArt(call)
      note(ofArt, await mintAll(call, art, ofArt))
      const royalties = { recipients: [{ address: aptosAddress(9), basisPoints: 500 }] }
      await done(call, 'PUT', '/api/v1-alpha1/minting/collections/art/royalties', royalties)
      await done(call, 'PATCH', `${usual}/nfts/many-1`, shown('many-1, new'))
      await done(call, 'PATCH', `${usual}/nfts/many-1`, shown('many-1, newer'))
      await done(call, 'PATCH', `${art}/nfts/art-2`, { metadata: 'https://example.com/art-2.json' })
      const move = { chain: 'aptos', from: ann, to: 'email:bob@example.com', tokenAddress: before.get('many-2') }
      await done(call, 'POST', '/api/v1-alpha1/wallets/transfer', move)
      await done(call, 'DELETE', `${usual}/nfts/many-3`)
      wallet = await held(call, ann)
      expect(wallet).toHaveLength(5)
    })
    await removeDatabase(folder)

    await withCore(folder, async (core) => {
      const call = await api(core)
      await enterprise(core)
      const said = [
        { collectionId: 'default-aptos', minted: 7, entered: 0, remark: null },
        { collectionId: 'art', minted: 3, entered: 0, remark: null },
      ]
      expect(await recovered(core, { dryRun: true })).toMatchObject(said)
      expect(await minted(core)).toEqual({})
      expect(await recovered(core, {})).toMatchObject(said.map((one) => ({ ...one, entered: one.minted })))
      expect(await minted(core)).toEqual({ 'default-aptos': 7, art: 3 })
      expect((await call('GET', art)).json).toMatchObject({
        ...{ metadata: { name: 'Art', description: 'Pictures', symbol: 'ART' }, supplyLimit: 50 },
      })
      expect((await call('GET', '/api/v1-alpha1/minting/collections/art/royalties')).json).toEqual({
        recipients: [{ address: aptosAddress(9), basisPoints: 500 }],
      })
      expect(await held(call, ann)).toEqual(wallet)
      const found = [...(await listed(call, usual)), ...(await listed(call, art))]
      expect(found.map(({ onChain }) => onChain.tokenAddress).sort()).toEqual([...before.values()].sort())
      for (const { onChain } of found) expect(onChain.txId).toMatch(/^0x[0-9a-f]{64}$/)
      const one = (id: string) => found.find(({ onChain }) => onChain.tokenAddress === before.get(id))
      expect([one('first'), one('many-1')]).toMatchObject([
        { metadata: { name: 'first' } },
        { metadata: { name: 'many-1, newer' } },
      ])
      expect(one('art-2')).toMatchObject({ metadata: 'https://example.com/art-2.json' })
      const ownerOf = async (id: string) => (await onChainOf(call, `${usual}/nfts/${one(id)?.id}`)).owner
      expect(await ownerOf('many-3')).toBeUndefined()
      expect(await held(call, 'email:bob@example.com:aptos')).toEqual([before.get('many-2')])

      // Again: nothing more.
      expect((await recovered(core, {})).map(({ entered }) => entered)).toEqual([0, 0])

      // What was listed only is changed, and moved out of a wallet of the project.
      await done(call, 'PATCH', `${usual}/nfts/${one('many-4')?.id}`, shown('many-4, new'))
      const move = { chain: 'aptos', from: ann, to: 'email:bob@example.com', tokenAddress: before.get('many-5') }
      await done(call, 'POST', '/api/v1-alpha1/wallets/transfer', move)

      // What was minted is known again, can be changed, and what was not is minted beside it.
      expect(await mintAll(call, usual, all)).toEqual(all.map(({ id }) => before.get(id)))
      expect(await mintAll(call, art, ofArt)).toEqual(ofArt.map(({ id }) => before.get(id)))
      await done(call, 'PATCH', `${usual}/nfts/first`, shown('first, new'))
      await done(call, 'DELETE', `${usual}/nfts/many-0`)
      expect(await minted(core)).toEqual({ 'default-aptos': 7, art: 3 })
      await mintAll(call, usual, [nft('fresh', ann)])
      expect((await recovered(core, {})).map(({ minted: count, entered }) => [count, entered])).toEqual([
        [8, 0],
        [3, 0],
      ])
    })
  })
})

it('recover finds a collection of which no content tells the id, and what is asked for again is not minted twice', async () => {
  await withFolder(async (folder) => {
    let before: string[] = []
    await withCore(folder, async (core) => {
      const call = await api(core)
      await makeArt(call)
      before = await mintAll(call, art, ofArt)
    })
    await removeDatabase(folder)
    await rm(join(folder, 'content'), { recursive: true })
    await withCore(folder, async (core) => {
      const call = await api(core)
      const [found, ...others] = await recovered(core, {})
      expect(others).toEqual([])
      expect(found).toMatchObject({ name: 'Art', minted: 3, entered: 3 })
      expect(found?.collectionId).toMatch(/^recovered-/)
      expect(found?.remark).toBe(
        'Its own id is not known, so it has one of ours. Its symbol is not known: no metadata here tells it.',
      )
      const again = `${collections}/${found?.collectionId}`
      expect((await call('GET', again)).json).toMatchObject({ metadata: { name: 'Art', description: 'Pictures' } })
      expect(await mintAll(call, again, ofArt)).toEqual(before)
    })
  })
})

it('without a recovery, too, what is asked for again is not minted twice', async () => {
  await withFolder(async (folder) => {
    let before: string[] = []
    await withCore(folder, async (core) => {
      before = await mintAll(await api(core), usual, [first])
    })
    await removeDatabase(folder)
    await withCore(folder, async (core) => {
      const call = await api(core)
      expect(await mintAll(call, usual, [{ ...first, id: 'another-id' }])).toEqual(before)
      await done(call, 'PATCH', `${usual}/nfts/another-id`, shown('new'))
      expect(await held(call, ann)).toEqual(before)
    })
  })
})
