import { expect, it } from 'vitest'
import { until } from '../minting/open-engine.ts'
import { callerOf, windowOf, withCore, withFolder } from './trial-core.ts'

const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const recipient = 'polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wallet = `/api/2022-06-09/wallets/${recipient}/nfts?page=1&perPage=10`

it('a practice network that is reset begins anew, and what was minted comes back under the same addresses', async () => {
  await withFolder((home) =>
    withCore(home, async (core) => {
      const { token } = await windowOf(core)
      const call = callerOf(core.url, { authorization: `Bearer ${token}` })
      const held = async (): Promise<unknown[]> => {
        const { status, json } = await call('GET', wallet)
        return status === 200 && Array.isArray(json) ? json : []
      }
      const mint = await call('PUT', `${nfts}/first`, {
        recipient,
        metadata: { name: 'First', image: 'https://example.com/1.png' },
        reuploadLinkedFiles: false,
      })
      expect(mint.status).toBe(200)
      expect((await call('POST', '/app/practice/polygon/reset')).json).toMatchObject({ code: 'network.busy' })
      const before = await until('the NFT', async () => ((await held()).length === 1 ? await held() : undefined))
      const reset = () => call('POST', '/app/practice/polygon/reset')
      // The last block of the mint is still to be confirmed when the wallet holds it.
      await until('the reset', async () => (await reset()).status === 204)
      expect(
        await until('the NFT again', async () => ((await held()).length === 1 ? await held() : undefined)),
      ).toEqual(before)
      // And it goes on from there.
      await call('PUT', `${nfts}/second`, {
        recipient,
        metadata: { name: 'Second', image: 'https://example.com/2.png' },
        reuploadLinkedFiles: false,
      })
      await until('the second NFT', async () => (await held()).length === 2)
    }),
  )
})
