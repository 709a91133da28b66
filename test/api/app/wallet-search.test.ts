import { expect, it } from 'vitest'
import { meaningsOf } from '../../../src/core/api/app/wallet-routes.ts'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'

const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const meant = (text: string) => meaningsOf(text, ['polygon', 'base']).recipients.map(({ locator }) => locator)

it('an address is meant on each chain in use, a locator and an e-mail address where they say', () => {
  expect(meant(address)).toEqual([`polygon:${address}`, `base:${address}`])
  expect(meant(`zora:${address}`)).toEqual([`zora:${address}`])
  expect(meant('Ada@Example.com')).toEqual(['email:ada@example.com:polygon', 'email:ada@example.com:base'])
  expect(meant('ada')).toEqual(['userId:ada:polygon', 'userId:ada:base'])
})

it.each([
  ['0x12', '"0x12" has 2 hex digits where 40 are needed'],
  [address.slice(0, -1), 'has 39 hex digits where 40 are needed'],
  [`mars:${address}`, 'There is no chain named "mars"'],
])('of %s, what is wrong with it is said', (text, words) => {
  const { recipients, message } = meaningsOf(text, ['polygon'])
  expect(recipients).toEqual([])
  expect(message).toContain(words)
})

it('a name of a name service is never taken for a user id', async () => {
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      for (const name of ['nick.eth', 'Nick.ETH', 'bonfida.sol', 'nick.apt']) {
        const { json } = await call('GET', `/app/wallets/search?q=${name}`)
        expect(json, name).toMatchObject({ meanings: [], message: expect.stringMatching(/: write the address\.$/) })
      }
    }),
  )
})

it('a wallet keeps the name that a person gave it, in its project, until it is taken away', async () => {
  await withFolder(async (folder) => {
    const path = `/app/saved-wallets/${encodeURIComponent(`polygon:${address}`)}`
    await withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      expect((await call('PUT', path, { name: ' Museum ' })).json).toEqual([
        { locator: `polygon:${address}`, name: 'Museum' },
      ])
      await call('PUT', `/app/saved-wallets/${encodeURIComponent('email:ada@example.com:base')}`, { name: 'Ada' })
      for (const [to, body] of [
        [path, { name: '' }],
        ['/app/saved-wallets/nobody', { name: 'Nobody' }],
      ] as const)
        expect([400, 422]).toContain((await call('PUT', to, body)).status)
    })
    await withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      const names = async () =>
        ((await call('GET', '/app/saved-wallets')).json as unknown as { name: string }[]).map(({ name }) => name)
      expect(await names()).toEqual(['Ada', 'Museum'])
      await call('DELETE', path)
      expect(await names()).toEqual(['Ada'])
    })
  })
})
