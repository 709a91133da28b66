import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../src/core/store/projects.ts'
import { type OpenApi, openApi, polygonAddress } from './open-api.ts'

const wallets = '/api/v1-alpha1/wallets'
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

describe('wallets of users', () => {
  it('are made once, are the same on all EVM chains, and are listed for their user', async () => {
    const first = await api.call('POST', wallets, { email: 'Ada@Example.com', chain: 'polygon' })
    expect([first.status, first.body]).toEqual([
      201,
      { chain: 'polygon', publicKey: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
    ])
    expect((await api.call('POST', wallets, { email: 'ada@example.com', chain: 'polygon' })).body).toEqual(first.body)
    const base = await api.call('POST', wallets, { email: 'ada@example.com', chain: 'base' })
    expect(base.body).toEqual({ chain: 'base', publicKey: first.body.publicKey })
    const listed = await api.call('GET', `${wallets}?email=ada%40example.com`)
    expect(new Set(listed.body.map(({ chain }: { chain: string }) => chain))).toEqual(new Set(['polygon', 'base']))
    const byUser = await api.call('POST', wallets, { userId: 'ada@example.com', chain: 'polygon' })
    expect(byUser.body.publicKey).not.toBe(first.body.publicKey)
  })

  it('of an unknown user are none', async () => {
    expect((await api.call('GET', `${wallets}?userId=nobody`)).body).toEqual([])
  })

  it('belong to one project', async () => {
    const other = await createProject(api.context.db, { name: 'Other', kind: 'practice' }, Date.now())
    const { key } = await api.newKey(undefined, other)
    const mine = await api.call('POST', wallets, { userId: 'u', chain: 'polygon' })
    expect((await api.call('GET', `${wallets}?userId=u`, undefined, { 'x-api-key': key })).body).toEqual([])
    const theirs = await api.call('POST', wallets, { userId: 'u', chain: 'polygon' }, { 'x-api-key': key })
    expect(theirs.body.publicKey).not.toBe(mine.body.publicKey)
  })

  it.each([
    ['no e-mail address', { email: 'nobody', chain: 'polygon' }, 400],
    ['both', { email: 'a@b.co', userId: 'x', chain: 'polygon' }, 400],
    ['neither', { chain: 'polygon' }, 400],
    ['an unknown chain', { userId: 'x', chain: 'dogechain' }, 400],
    ['a chain that is not there yet', { userId: 'x', chain: 'solana' }, 422],
  ])('refuses %s', async (_name, body, status) => {
    expect((await api.call('POST', wallets, body)).status).toBe(status)
  })
})

describe('what wallets hold', () => {
  it.each([
    `polygon:${polygonAddress}`,
    'email:ada@example.com:polygon',
    'userId:u:polygon',
    `polygon%3A${polygonAddress}`,
  ])('%s: an empty list, and what it covers', async (identifier) => {
    const answer = await api.call('GET', `/api/2022-06-09/wallets/${identifier}/nfts`)
    expect([answer.status, answer.body, answer.headers['x-mintdesk-coverage']]).toEqual([200, [], 'full'])
  })
})
