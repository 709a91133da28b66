import { expect, it } from 'vitest'
import { walletsNamed } from '../../../src/core/api/app/wallet-names.ts'
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
        expect(json, name).toMatchObject({
          meanings: [],
          message: expect.stringMatching(/: search for the address\.$/),
        })
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

it('names are asked for on live projects alone, on the chains of their service, and who cannot say is named', async () => {
  const asked: string[] = []
  const chains = {
    client: async (kind: string, chain: string) => {
      asked.push(`${kind} ${chain}`)
      throw new Error('the RPC does not answer.')
    },
  }
  const search = (kind: 'live' | 'practice', text: string) =>
    walletsNamed(chains, { kind }, text, ['polygon', 'solana'])
  expect(await search('practice', 'ada.eth')).toEqual({
    wallets: [],
    message: 'ada.eth is a name, and names are looked up on live projects only: search for the address.',
  })
  for (const text of ['ada', 'ada@example.com', 'john.doe', address])
    expect(await search('live', text)).toEqual({ wallets: [] })
  expect(asked).toEqual([])
  expect((await search('live', 'toly.sol')).message).toBe(
    'toly.sol could not be looked up on Solana (the RPC does not answer): try again in a moment.',
  )
  await search('live', 'ada.eth')
  expect(asked).toEqual(['live solana', 'live polygon'])
})
