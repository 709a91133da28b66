import { expect, it } from 'vitest'
import { walletsNamed } from '../../../src/core/api/app/wallet-names.ts'
import { meaningsOf } from '../../../src/core/api/app/wallet-routes.ts'

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
