import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, withFolder } from '../core/trial-core.ts'
import { enterprise, openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const nfts = '/api/2022-06-09/collections/default-solana/nfts'
const image = 'https://example.com/a.png'
const ann = 'userId:ann:solana'
const metadata = (name: string) => ({ metadata: { name, image }, reuploadLinkedFiles: false })

async function mint(call: Caller, id: string, recipient: string, compressed: boolean): Promise<string> {
  await call('PUT', `${nfts}/${id}`, { recipient, compressed, ...metadata(id) })
  const { data } = await succeeded(call, id)
  return String((data as { token: { mintHash: string } }).token.mintHash)
}

const held = async (call: Caller, wallet: string) =>
  (await call('GET', `/api/2022-06-09/wallets/${wallet}/nfts`)).json as unknown as {
    mintHash: string
    metadata: { name: string }
  }[]

describe('NFTs of a certified collection on Solana', () => {
  beforeAll(() => newTape('nfts'))

  it.each([
    ['compressed', true],
    ['uncompressed', false],
  ])('%s ones are updated, moved and burnt, and show it', async (_kind, compressed) => {
    await withFolder((folder) =>
      openApi(folder, 'nfts', async (call, core) => {
        await enterprise(core)
        const mintHash = await mint(call, 'one', ann, compressed)
        const annAddress = (await call('GET', `${nfts}/one`)).json.onChain as { owner: string }

        const update = await call('PATCH', `${nfts}/one`, metadata('New'))
        expect([update.status, update.json]).toMatchObject([
          200,
          { action: 'nfts.update', data: { chain: 'solana', changes: ['metadata'], token: { id: 'one', mintHash } } },
        ])
        expect((await succeeded(call, String(update.json.actionId))).data).toMatchObject({
          txId: expect.stringMatching(/^\w{80,90}$/),
        })
        expect((await call('GET', `${nfts}/one`)).json.metadata).toMatchObject({ name: 'New' })
        expect(await held(call, ann)).toMatchObject([{ mintHash, metadata: { name: 'New' } }])

        const moved = await call('POST', '/api/v1-alpha1/wallets/transfer', {
          chain: 'solana',
          from: ann,
          to: 'email:bob@example.com',
          tokenMintAddress: mintHash,
        })
        expect([moved.status, moved.json]).toMatchObject([202, {}])
        const { data } = await succeeded(call, String(moved.json.actionId))
        const bob = (data as { toAddress: string }).toAddress
        expect(data).toMatchObject({
          fromAddress: annAddress.owner,
          token: { id: 'one', mintHash, owner: { walletAddress: bob } },
        })
        expect((await call('GET', `${nfts}/one`)).json.onChain).toMatchObject({ owner: bob, mintHash })
        expect(await held(call, ann)).toEqual([])
        expect(await held(call, 'email:bob@example.com:solana')).toMatchObject([{ mintHash }])

        const burn = await call('DELETE', `${nfts}/one`)
        expect([burn.status, burn.json]).toMatchObject([
          200,
          { action: 'nfts.delete', data: { token: { id: 'one', mintHash } } },
        ])
        await succeeded(call, String(burn.json.actionId))
        expect((await call('GET', `${nfts}/one`)).json.onChain).not.toHaveProperty('owner')
        expect(await held(call, 'email:bob@example.com:solana')).toEqual([])
        expect((await call('DELETE', `${nfts}/one`)).json.code).toBe('nft.burnt')
      }),
    )
  })
})
