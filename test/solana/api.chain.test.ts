import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { api, openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const nfts = '/api/2022-06-09/collections/default-solana/nfts'
const image = 'https://example.com/a.png'

const open = (folder: string, use: (call: Caller, core: Core) => Promise<void>) => openApi(folder, 'api', use)

describe('minting on Solana through the API', () => {
  it('mints compressed NFTs unless it is asked for others, and answers them in its shapes', async () => {
    await newTape('api')
    await withFolder((folder) =>
      open(folder, async (call) => {
        const one = { metadata: { name: 'One', image }, reuploadLinkedFiles: false }
        const pending = await call('PUT', `${nfts}/one`, { recipient: 'email:ada@example.com:solana', ...one })
        expect(pending.json).toEqual({ id: 'one', onChain: { status: 'pending', chain: 'solana' }, actionId: 'one' })
        const { data } = await succeeded(call, 'one')
        expect(data).toMatchObject({
          recipient: { email: 'ada@example.com' },
          token: { id: 'one', mintHash: expect.stringMatching(/^\w{32,44}$/) },
        })
        const recipient = `solana:${solanaRecipientOf(1)}`
        await call('PUT', `${nfts}/two`, { recipient, compressed: false, ...one })
        await succeeded(call, 'two')
        const two = await call('GET', `${nfts}/two`)
        const { mintHash } = two.json.onChain as { mintHash: string }
        expect(two.json.onChain).toEqual({
          ...{ status: 'success', chain: 'solana', mintHash, owner: solanaRecipientOf(1) },
          txId: expect.stringMatching(/^\w{80,90}$/),
        })
        const held = await call('GET', `/api/2022-06-09/wallets/${recipient}/nfts`)
        expect(held.json).toEqual([
          {
            ...{ chain: 'solana', mintHash, locator: `solana:${mintHash}` },
            metadata: expect.objectContaining({ name: 'One', image }),
          },
        ])
        const again = await call('PUT', `${nfts}/two`, { recipient, compressed: false, ...one })
        expect(again.headers.get('idempotent-replay')).toBe('true')
        for (const [method, path, body] of [
          [
            'PUT',
            '/api/v1-alpha1/minting/collections/default-solana/royalties',
            { recipients: [{ address: solanaRecipientOf(1), basisPoints: 500 }] },
          ],
          [
            'PATCH',
            '/api/2022-06-09/collections/default-solana',
            { payments: { price: '1', recipientAddress: solanaRecipientOf(1) } },
          ],
        ] as const) {
          const refused = await call(method, path, body)
          expect([path, refused.status, refused.json.code]).toEqual([path, 422, 'collection.unsupported'])
          expect(refused.json.message).toContain('on Solana yet')
        }
        const collection = await call('GET', '/api/2022-06-09/collections/default-solana')
        expect(collection.json.onChain).toEqual({
          ...{ chain: 'solana', type: 'metaplex-certified-collection' },
          mintAddress: expect.stringMatching(/^\w{32,44}$/),
        })
      }),
    )
  })

  it('refuses what Solana cannot take, and says where it stands', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ recipient: `solana:0x${'1'.repeat(40)}` }, 'recipient'],
      [{ recipient: `polygon:0x${'1'.repeat(40)}` }, 'recipient'],
      [{ recipient: 'solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp' }, 'recipient'],
      [{ recipient: `solana:${'1'.repeat(32)}` }, 'recipient'],
      // Bytes, not characters.
      [{ metadata: { name: 'ä'.repeat(16).concat('b'), image } }, 'metadata.name'],
      [{ metadata: `https://x.io/${'y'.repeat(188)}` }, 'metadata'],
    ]
    await withFolder((folder) =>
      open(folder, async (call) => {
        const right = { recipient: `solana:${solanaRecipientOf(1)}`, metadata: { name: 'One', image } }
        for (const [fault, path] of wrong) {
          const answer = await call('POST', nfts, { ...right, ...fault })
          expect([answer.status, answer.json.code]).toEqual([400, 'request.invalid'])
          expect(answer.json.details).toMatchObject([{ path }])
        }
        const listed = await call('GET', nfts)
        expect(listed.json).toEqual([])
        const metadata = { name: 'Sun', symbol: 'SUN', description: '', imageUrl: image }
        for (const [more, path] of [
          [{ metadata: { ...metadata, symbol: 'SÜN-BADGES' } }, 'metadata.symbol'],
          [{ metadata: { ...metadata, name: '日'.repeat(11) } }, 'metadata.name'],
          [{ metadata, fungibility: 'semi-fungible' }, 'fungibility'],
        ] as const) {
          const answer = await call('POST', '/api/2022-06-09/collections', { chain: 'solana', ...more })
          expect([path, answer.status, answer.json.code]).toEqual([path, 400, 'request.invalid'])
          expect(answer.json.details).toMatchObject([{ path }])
        }
      }),
    )
  })

  it('says what is missing and how to get it, where the programs are not there', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = await api(core)
        const mint = { recipient: `solana:${solanaRecipientOf(1)}`, metadata: { name: 'One', image } }
        const answer = await call('POST', nfts, mint)
        expect(answer.status).toBe(422)
        expect(answer.json).toMatchObject({
          code: 'network.programs-missing',
          message: expect.stringContaining('mintdesk networks solana install-programs'),
        })
        const { call: window } = await windowOf(core)
        const empty = await window('POST', '/app/networks/solana/programs', { from: folder })
        expect([empty.status, empty.json.code]).toEqual([422, 'network.programs-missing'])
        await writeFile(join(folder, 'mpl_bubblegum.so'), Buffer.from('7f454c4600', 'hex'))
        const other = await window('POST', '/app/networks/solana/programs', { from: folder })
        expect([other.status, other.json.code]).toEqual([422, 'network.programs-changed'])
      }),
    )
  })
})
