import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { appState } from '../../src/shared/app-api.ts'
import { faultOf, operationsOf } from '../api/described.ts'
import { walkWallet } from '../api/wallets/wallet-walk.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { api, ended, enterprise, succeeded } from '../solana/open-api.ts'

const collections = '/api/2022-06-09/collections'
const nfts = `${collections}/default-aptos/nfts`
const image = 'https://example.com/a.png'
const address = expect.stringMatching(/^0x[0-9a-f]{64}$/)

async function mint(call: Caller, id: string, recipient: string): Promise<{ tokenAddress: string; owner: string }> {
  const metadata = { name: `Badge ${id}`, description: 'For guests', image }
  await call('PUT', `${nfts}/${id}`, { recipient, metadata, reuploadLinkedFiles: false })
  await succeeded(call, id)
  return (await call('GET', `${nfts}/${id}`)).json.onChain as { tokenAddress: string; owner: string }
}

/** What the chain itself says of a collection. */
async function collectionOnChain(core: Core, address: string): Promise<unknown> {
  const { call } = await windowOf(core)
  const { networks } = appState.parse((await call('GET', '/app/state')).json)
  const url = networks.find(({ chain }) => chain === 'aptos')?.rpcUrl ?? ''
  const answer = await fetch(`${url}/accounts/${address}/resource/0x4::collection::Collection`)
  return ((await answer.json()) as { data: unknown }).data
}

describe('minting on Aptos through the API', () => {
  it('mints to addresses and users, and answers in the shapes of api.md', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = await api(core)
        const recipient = `aptos:${aptosAddress(1)}`
        const metadata = { name: 'One', image }
        const pending = await call('PUT', `${nfts}/one`, { recipient, metadata, reuploadLinkedFiles: false })
        expect(pending.json).toEqual({ id: 'one', onChain: { status: 'pending', chain: 'aptos' }, actionId: 'one' })
        const { data } = await succeeded(call, 'one')
        expect(data).toMatchObject({ chain: 'aptos', token: { id: 'one', tokenAddress: address } })
        const one = await call('GET', `${nfts}/one`)
        const { tokenAddress } = one.json.onChain as { tokenAddress: string }
        expect(one.json.onChain).toEqual({
          ...{ status: 'success', chain: 'aptos', tokenAddress, owner: aptosAddress(1) },
          txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        })
        const held = await call('GET', `/api/2022-06-09/wallets/${recipient}/nfts`)
        expect(held.json).toEqual([
          {
            ...{ chain: 'aptos', tokenAddress, locator: `aptos:${tokenAddress}` },
            metadata: expect.objectContaining({ name: 'One', image }),
          },
        ])
        const collection = await call('GET', `${collections}/default-aptos`)
        expect(collection.json.onChain).toEqual({
          ...{ chain: 'aptos', type: 'aptos-digital-asset', collectionAddress: address },
        })
        const again = await call('PUT', `${nfts}/one`, { recipient, metadata, reuploadLinkedFiles: false })
        expect(again.headers.get('idempotent-replay')).toBe('true')
        for (const id of ['two', 'three']) await mint(call, id, recipient)
        const pages = await walkWallet(call, recipient, `aptos:${aptosAddress(2)}`, 2)
        expect(pages).toEqual([[`aptos:${tokenAddress}`, expect.any(String)], [expect.any(String)]])
      }),
    )
  })

  it('takes the examples of /openapi.json for Aptos', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = await api(core)
        const operations = operationsOf((await call('GET', '/openapi.json')).json)
        const tried: string[] = []
        for (const [id, path] of [
          ['putCollection', `${collections}/badges`],
          ['putNft', `${nfts}/example`],
          ['mintNft', nfts],
        ] as const) {
          const operation = operations.find((one) => one.id === id)
          for (const example of operation?.examples ?? []) {
            if (!JSON.stringify(example).includes('aptos')) continue
            tried.push(id)
            const { status, json, text } = await call(operation?.method ?? '', path, example)
            const fault = status < 300 ? faultOf(operation?.answers.get(status), json) : text
            expect([id, fault]).toEqual([id, undefined])
          }
        }
        expect(new Set(tried).size).toBe(3)
        for (const id of ['example', 'seat-2']) await succeeded(call, id)
      }),
    )
  })

  it('changes, moves and burns what was minted', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = await api(core)
        const ada = await mint(call, 'ada', 'email:ada@example.com:aptos')
        const updated = await call('PATCH', `${nfts}/ada`, {
          metadata: { name: 'Renamed', description: '', image },
          reuploadLinkedFiles: false,
        })
        await succeeded(call, String(updated.json.actionId))
        await enterprise(core)
        const { tokenAddress } = ada
        const move = async (path: string, body: object) => {
          const moved = await call('POST', `/api/v1-alpha1/${path}`, { chain: 'aptos', ...body })
          expect(moved.status).toBe(202)
          const id = String(moved.headers.get('location')).split('/').at(-1)
          return (await succeeded(call, String(id))).data
        }
        const grace = 'email:grace@example.com:aptos'
        expect(
          await move('wallets/transfer', { from: 'email:ada@example.com', to: grace, tokenAddress }),
        ).toMatchObject({
          chain: 'aptos',
          token: { id: 'ada', tokenAddress },
        })
        expect((await call('GET', `/api/2022-06-09/wallets/${grace}/nfts`)).json).toMatchObject([{ tokenAddress }])
        const away = await mint(call, 'away', 'userId:user-17:aptos')
        await move('transfer', {
          ...{ fromAddress: away.owner, toAddress: aptosAddress(2), tokenMintAddress: away.tokenAddress },
        })
        const theirs = await call('GET', `/api/2022-06-09/wallets/aptos:${aptosAddress(2)}/nfts`)
        expect(theirs.json).toMatchObject([{ tokenAddress: away.tokenAddress }])
        const burnt = await call('DELETE', `${nfts}/ada`)
        await succeeded(call, String(burnt.json.actionId))
        expect((await call('GET', `/api/2022-06-09/wallets/${grace}/nfts`)).json).toEqual([])
      }),
    )
  })

  it('refuses what Aptos cannot take, and says where it stands', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ recipient: `aptos:0x${'1'.repeat(65)}` }, 'recipient'],
      [{ recipient: 'aptos:0x1' }, 'recipient'],
      [{ recipient: `polygon:0x${'1'.repeat(40)}` }, 'recipient'],
      [{ recipient: `aptos:0x${'1a'.repeat(20)}` }, 'recipient'],
      [{ recipient: 'aptos:66wxKM5hcSiXbCH6yNaPJwSyDGGfyfRGBVVvHYP2iiGN' }, 'recipient'],
      [{ metadata: { name: 'ä'.repeat(65), image } }, 'metadata.name'],
      [{ metadata: `https://example.com/${'a'.repeat(500)}` }, 'metadata'],
    ]
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = await api(core)
        const right = { recipient: `aptos:${aptosAddress(1)}`, metadata: { name: 'One', image } }
        for (const [fault, path] of wrong) {
          const answer = await call('POST', nfts, { ...right, ...fault })
          expect([answer.status, answer.json.code]).toEqual([400, 'request.invalid'])
          expect(answer.json.details).toMatchObject([{ path }])
        }
        // Of as many bytes as the chain keeps.
        const metadata = { name: 'Sun', symbol: 'SUN', description: 'ö'.repeat(1_024), imageUrl: image }
        const tooLong = { ...metadata, description: `${metadata.description}.` }
        const longer = await call('POST', collections, { chain: 'aptos', metadata: tooLong })
        expect([longer.status, longer.json.details]).toEqual([
          400,
          [
            {
              path: 'metadata.description',
              message: 'metadata.description has 2049 bytes, and Aptos takes at most 2048: shorten it.',
            },
          ],
        ])
        const copies = await call('POST', collections, { chain: 'aptos', metadata, fungibility: 'semi-fungible' })
        expect([copies.status, copies.json.details]).toMatchObject([400, [{ path: 'fungibility' }]])
        const sale = { price: '1', recipientAddress: aptosAddress(3) }
        const sold = await call('POST', collections, { chain: 'aptos', metadata, payments: sale })
        expect([sold.status, sold.json.code]).toEqual([422, 'collection.unsupported'])
        const made = await call('PUT', `${collections}/sun`, { chain: 'aptos', metadata, supplyLimit: 5 })
        await ended(call, String(made.json.actionId))
        const { onChain } = (await call('GET', `${collections}/sun`)).json as { onChain: { collectionAddress: string } }
        expect(await collectionOnChain(core, onChain.collectionAddress)).toMatchObject({
          ...{ name: 'Sun', description: metadata.description, uri: expect.stringMatching(/^ipfs:/) },
        })
        const twice = await call('PUT', `${collections}/moon`, { chain: 'aptos', metadata })
        expect([twice.status, twice.json.code]).toEqual([422, 'collection.name'])
        const limit = await call('PATCH', `${collections}/sun`, { supplyLimit: 9 })
        expect([limit.status, limit.json.code]).toEqual([422, 'collection.unsupported'])
      }),
    )
  })

  it('makes a collection of a name that is on chain already only where it is what was asked for', async () => {
    await withFolder(async (folder) => {
      const sun = { chain: 'aptos', metadata: { name: 'Sun', symbol: 'SUN', description: 'Guests', imageUrl: image } }
      const asked = { ...sun, supplyLimit: 5, reuploadLinkedFiles: false }
      const make = async (call: Caller, id: string, body: object) => {
        const made = await call('PUT', `${collections}/${id}`, body)
        return (await ended(call, String(made.json.actionId))) as { status: string; data: Record<string, unknown> }
      }
      await withCore(folder, async (core) => {
        expect(await make(await api(core), 'sun', asked)).toMatchObject({ status: 'succeeded' })
      })
      await removeDatabase(folder)
      await withCore(folder, async (core) => {
        const call = await api(core)
        const more = await make(call, 'more', { ...asked, supplyLimit: 9 })
        expect(more).toMatchObject({ status: 'failed', data: { error: { code: 'collection.name' } } })
        expect(JSON.stringify(more)).toContain('its supply limit is 5, and not 9;')
        const recipient = `aptos:${aptosAddress(1)}`
        const minted = await call('POST', `${collections}/more/nfts`, { recipient, metadata: { name: 'One', image } })
        expect([minted.status, minted.json.code]).toEqual([422, 'collection.failed'])
      })
      // Without any database, as with one that is older than the collection: it is ours.
      await removeDatabase(folder)
      await withCore(folder, async (core) => {
        expect(await make(await api(core), 'sun', asked)).toMatchObject({ status: 'succeeded' })
      })
    })
  })
})
