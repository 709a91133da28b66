import { expect, it } from 'vitest'
import { projectWallets } from '../../../src/shared/app-api.ts'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'

it('the wallets of users come page by page, sorted, searched, and by their address', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      for (const user of [{ userId: 'Bea' }, { userId: 'ada' }, { email: 'adam@example.com' }])
        expect((await call('POST', '/api/v1-alpha1/wallets', { ...user, chain: 'polygon' })).status).toBe(201)
      const ask = async (query: string) => projectWallets.parse((await call('GET', `/app/wallets${query}`)).json)
      const names = async (query: string) => (await ask(query)).wallets.map(({ user }) => user)

      const first = await ask('?limit=2')
      expect(first.wallets).toMatchObject([
        { user: 'ada', kind: 'userId', chain: 'polygon', locator: 'userId:ada:polygon', nfts: 0 },
        { user: 'adam@example.com', kind: 'email', locator: 'email:adam@example.com:polygon' },
      ])
      expect(await ask(`?limit=2&cursor=${first.next}`)).toMatchObject({ wallets: [{ user: 'Bea' }], next: null })
      expect(await names('?order=desc')).toEqual(['Bea', 'adam@example.com', 'ada'])
      // They may be of one millisecond.
      const oldest = await names('?sort=created')
      expect(oldest.toSorted()).toEqual(['Bea', 'ada', 'adam@example.com'])
      expect(await names('?sort=created&order=desc')).toEqual(oldest.toReversed())
      expect(await names('?sort=nfts&order=desc&search=ADA')).toEqual(['ada', 'adam@example.com'])
      expect(await names('?search=example')).toEqual([])
      expect(await names(`?address=${first.wallets[1]?.address}`)).toEqual(['adam@example.com'])
      expect(await names('?address=0x00')).toEqual([])

      for (const wrong of ['sort=worth', 'order=up', 'limit=0', 'cursor=none', `cursor=${first.next}&order=desc`])
        expect((await call('GET', `/app/wallets?${wrong}`)).status, wrong).toBe(400)
    }),
  )
})
