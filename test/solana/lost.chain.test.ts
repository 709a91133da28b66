import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Core } from '../../src/core/index.ts'
import { network } from '../../src/shared/app-api/networks.ts'
import { type Caller, removeDatabase, windowOf, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const nfts = '/api/2022-06-09/collections/default-solana/nfts'
/** With the first one more than the tree of the first one holds. */
const more = 34

const nft = (id: string, n: number, compressed = true) => ({
  ...{ id, recipient: `solana:${solanaRecipientOf(n)}`, compressed, reuploadLinkedFiles: false },
  metadata: { name: id, image: 'https://example.com/a.png' },
})

async function mint(call: Caller, wanted: ReturnType<typeof nft>): Promise<string> {
  const { id, ...body } = wanted
  await call('PUT', `${nfts}/${id}`, body)
  await succeeded(call, id)
  return hashOf(call, id)
}

async function hashOf(call: Caller, id: string): Promise<string> {
  return ((await call('GET', `${nfts}/${id}`)).json.onChain as { mintHash: string }).mintHash
}

/** What the lost database signed has expired. Once: what is signed from now on must not. */
async function later(core: Core): Promise<void> {
  const { call } = await windowOf(core)
  const url = await vi.waitFor(
    async () => {
      const { json } = await call('GET', '/app/networks')
      const found = z.array(network).parse(json)
      return z.string().parse(found.find(({ chain }) => chain === 'solana')?.rpcUrl)
    },
    { timeout: 60_000, interval: 300 },
  )
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'mintdesk_skipSlots', params: [200] })
  await fetch(url, { method: 'POST', body })
}

it('without any database and without recovery, what is asked for again is known by seed and chain, and trees are taken as large as they are', async () => {
  await newTape('lost')
  await withFolder(async (folder) => {
    const before = new Map<string, string>()
    await openApi(folder, 'lost', async (call) => {
      before.set('first', await mint(call, nft('first', 1)))
      before.set('own', await mint(call, nft('own', 2, false)))
    })
    await removeDatabase(folder)
    await openApi(folder, 'lost', async (call, core) => {
      const wanted = Array.from({ length: more }, (_, n) => nft(`more-${n}`, 100 + n))
      const asked = [nft('first', 1), nft('own', 2, false), ...wanted]
      await call('POST', nfts, { nfts: asked })
      await later(core)
      await vi.waitFor(async () => expect(await hashOf(call, 'own')).toEqual(before.get('own')), {
        timeout: 60_000,
        interval: 300,
      })
      for (const { id } of asked) await succeeded(call, id)
      expect(await hashOf(call, 'first')).toBe(before.get('first'))
      const hashes = await Promise.all(asked.map(({ id }) => hashOf(call, id)))
      expect(new Set(hashes).size).toBe(asked.length)
      // The trees' leaves are counted before anything is signed: the second tree has what the first one had no place for.
      const held = await call('GET', `/api/2022-06-09/wallets/solana:${solanaRecipientOf(1)}/nfts`)
      expect(held.json).toMatchObject([{ mintHash: before.get('first') }])
    })
  })
})
