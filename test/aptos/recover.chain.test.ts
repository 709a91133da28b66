import { describe, expect, it } from 'vitest'
import { recoveryState } from '../../src/shared/app-api.ts'
import { removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { api, succeeded } from '../solana/open-api.ts'

const nfts = '/api/2022-06-09/collections/default-aptos/nfts'
const one = {
  recipient: `aptos:${aptosAddress(1)}`,
  metadata: { name: 'One', image: 'https://example.com/a.png' },
  reuploadLinkedFiles: false,
}

describe('without a database', () => {
  it('a recovery says that it does not list what is on Aptos, and what is asked for again is not minted twice', async () => {
    await withFolder(async (folder) => {
      let tokenAddress: unknown
      await withCore(folder, async (core) => {
        const call = await api(core)
        await call('PUT', `${nfts}/one`, one)
        tokenAddress = ((await succeeded(call, 'one')).data.token as { tokenAddress: string }).tokenAddress
      })
      await removeDatabase(folder)
      await withCore(folder, async (core) => {
        const { call: window } = await windowOf(core)
        await window('POST', '/app/recovery', {})
        await expect
          .poll(async () => recoveryState.parse((await window('GET', '/app/recovery')).json), { timeout: 60_000 })
          .toMatchObject({
            state: 'done',
            remarks: [expect.stringContaining('Aptos (practice): this version cannot list')],
          })
        const call = await api(core)
        await call('PUT', `${nfts}/another-id`, one)
        const { data } = await succeeded(call, 'another-id')
        expect(data.token).toMatchObject({ tokenAddress })
        const held = await call('GET', `/api/2022-06-09/wallets/aptos:${aptosAddress(1)}/nfts`)
        expect(held.json).toHaveLength(1)
      })
    })
  })
})
