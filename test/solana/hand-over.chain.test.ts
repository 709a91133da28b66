import { beforeAll, expect, it } from 'vitest'
import { handedOver } from '../api/hand-overs/hand-over-calls.ts'
import { windowOf, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { enterprise, openApi, succeeded } from './open-api.ts'
import { newTape } from './world.ts'

const nfts = '/api/2022-06-09/collections/default-solana/nfts'
const metadata = { name: 'Badge', description: '', image: 'https://example.com/a.png' }

beforeAll(() => newTape('hand-over'))

it('hands compressed NFTs and such as are accounts over on Solana: the people’s wallets sign, the treasury pays', async () => {
  await withFolder((folder) =>
    openApi(folder, 'hand-over', async (call, core) => {
      await enterprise(core)
      const minted = [
        { id: 'one', recipient: 'email:ada@example.com:solana', compressed: true },
        { id: 'two', recipient: 'email:ada@example.com:solana', compressed: true },
        { id: 'three', recipient: 'userId:7:solana', compressed: false },
      ]
      for (const { id, ...body } of minted) {
        await call('PUT', `${nfts}/${id}`, { ...body, metadata, reuploadLinkedFiles: false })
        await succeeded(call, id)
      }
      const window = (await windowOf(core)).call
      const [ada, seven] = [solanaRecipientOf(41), solanaRecipientOf(42)]
      const csv = `email,userId,address\nada@example.com,,${ada}\n,7,${seven}\n`
      const { seen, expected, done, nfts: handed } = await handedOver(window, csv)
      expect(seen).toMatchObject({ rows: { ready: 2, errors: 0 }, nfts: { total: 3 } })
      expect(done.nfts).toMatchObject({ succeeded: 3, failed: 0 })
      expect(handed.map(({ nftId, to, state }) => [nftId, to, state])).toEqual([
        ['one', ada, 'succeeded'],
        ['two', ada, 'succeeded'],
        ['three', seven, 'succeeded'],
      ])
      for (const [id, owner] of [
        ['one', ada],
        ['two', ada],
        ['three', seven],
      ])
        expect((await call('GET', `${nfts}/${id}`)).json.onChain).toMatchObject({ owner })
      expect(expected / Number(done.chains[0]?.fee.amount)).toBeGreaterThan(0.5)
    }),
  )
})
