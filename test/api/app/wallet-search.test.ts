import { expect, it } from 'vitest'
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
