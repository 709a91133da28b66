import { expect, it } from 'vitest'
import { handedOver } from '../api/hand-overs/hand-over-calls.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { api, enterprise, succeeded } from '../solana/open-api.ts'

const nfts = '/api/2022-06-09/collections/default-aptos/nfts'
const metadata = { name: 'Badge', image: 'https://example.com/a.png' }

it('hands over what people hold on Aptos: their wallets sign, the treasury pays', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const call = await api(core)
      await enterprise(core)
      const people = ['email:ada@example.com:aptos', 'email:ada@example.com:aptos', 'userId:7:aptos']
      for (const [n, recipient] of people.entries()) {
        await call('PUT', `${nfts}/n${n}`, {
          recipient,
          metadata: { ...metadata, name: `Badge ${n}` },
          reuploadLinkedFiles: false,
        })
        await succeeded(call, `n${n}`)
      }
      const window = (await windowOf(core)).call
      const [ada, seven] = [aptosAddress(41), aptosAddress(42)]
      const csv = `email,userId,address\nada@example.com,,${ada}\n,7,${seven}\n`
      const { seen, expected, done, nfts: handed } = await handedOver(window, csv)
      expect(seen).toMatchObject({ rows: { ready: 2, errors: 0 }, nfts: { total: 3 } })
      expect(done.nfts).toMatchObject({ succeeded: 3, failed: 0 })
      expect(handed.map(({ to, state }) => [to, state])).toEqual([
        [ada, 'succeeded'],
        [ada, 'succeeded'],
        [seven, 'succeeded'],
      ])
      expect((await call('GET', `${nfts}/n2`)).json.onChain).toMatchObject({ owner: seven })
      expect(expected / Number(done.chains[0]?.fee.amount)).toBeGreaterThan(0.5)
    }),
  )
})
