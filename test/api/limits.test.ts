import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApiKey } from '../../src/core/api/http/api-keys.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const nfts = `${base}/collections/default/nfts`
const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }

let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

async function keyWith(limits: { requestsPerMinute?: number; mintsPerDay?: number }): Promise<Record<string, string>> {
  const { key } = await createApiKey(api.context.db, api.project, { name: 'bounded', ...limits }, Date.now())
  return { 'x-api-key': key }
}

describe('requests per minute', () => {
  it('beyond what the person set are 429 with the seconds to wait; other keys go on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
    const bounded = await keyWith({ requestsPerMinute: 3 })
    const other = await keyWith({ requestsPerMinute: 3 })
    const ask = (headers: Record<string, string>) => api.call('GET', `${base}/collections`, undefined, headers)
    for (let n = 0; n < 3; n++) expect((await ask(bounded)).status).toBe(200)
    vi.setSystemTime(Date.now() + 18_500)
    const refused = await ask(bounded)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '42'])
    expect(refused.body).toEqual({
      error: true,
      code: 'key.limit.requests',
      message: 'This key may send 3 requests a minute: wait 42 s, or raise its limit in the window under Developers.',
    })
    expect((await ask(other)).status).toBe(200)
    // A batch of routes is one limit, and what lacks a scope counts too.
    expect((await api.call('GET', `/api/v1-alpha1/wallets?userId=a`, undefined, bounded)).status).toBe(429)
    vi.setSystemTime(Date.now() + 42_000)
    expect((await ask(bounded)).status).toBe(200)
    vi.useRealTimers()
  })

  it('are without bound for a new key', async () => {
    for (let n = 0; n < 50; n++) expect((await api.call('GET', `${base}/collections`)).status).toBe(200)
  })
})

describe('mints per day', () => {
  it('count each mint of a batch, whole or not at all, and no replay', async () => {
    const clock = vi.spyOn(api.context, 'clock').mockReturnValue(Date.UTC(2026, 0, 1, 23, 59, 0))
    const bounded = await keyWith({ mintsPerDay: 5 })
    const minted = () => api.call('GET', `${nfts}?perPage=100`).then(({ body }) => body.length as number)
    const before = await minted()
    const batch = await api.call('POST', nfts, { nfts: [mint, mint, mint] }, bounded)
    expect(batch.status).toBe(200)
    const once = { ...bounded, 'idempotency-key': 'once' }
    expect((await api.call('POST', nfts, mint, once)).status).toBe(200)
    expect((await api.call('POST', nfts, mint, once)).headers['idempotent-replay']).toBe('true')
    const refused = await api.call('POST', nfts, { nfts: [mint, mint] }, bounded)
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([429, '60', 'key.limit.mints'])
    expect(refused.body.message).toContain(
      'may mint 5 NFTs a day, of which 1 is left and 2 were asked for: wait until midnight',
    )
    expect(await minted()).toBe(before + 4)
    expect((await api.call('PUT', `${nfts}/own`, mint, bounded)).status).toBe(200)
    expect((await api.call('PUT', `${nfts}/own`, mint, bounded)).status).toBe(200)
    expect((await api.call('POST', nfts, mint, bounded)).status).toBe(429)
    // It stands in the database, hence survives a restart; a new day begins anew, without the old ones.
    expect(await api.context.db.selectFrom('key_mints').select('mints').execute()).toEqual([{ mints: 5 }])
    clock.mockReturnValue(Date.UTC(2026, 0, 2))
    expect((await api.call('POST', nfts, mint, bounded)).status).toBe(200)
    expect(await api.context.db.selectFrom('key_mints').select('mints').execute()).toEqual([{ mints: 1 }])
    clock.mockRestore()
  })

  it('more than the limit of a day are not told to wait for the next one', async () => {
    const refused = await api.call('POST', nfts, { nfts: [mint, mint] }, await keyWith({ mintsPerDay: 1 }))
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'This key may mint 1 NFT a day, of which 1 is left and 2 were asked for: ask for at most 1 at a time, or raise its limit in the window under Developers.',
    ])
  })

  it('count every copy of a semi-fungible NFT', async () => {
    const collection = { chain: 'polygon', metadata: { name: 'Coupons' }, fungibility: 'semi-fungible' }
    expect((await api.call('PUT', `${base}/collections/coupons`, collection)).status).toBe(200)
    const template = { templateId: 'gold', metadata: badge }
    expect((await api.call('POST', `${base}/collections/coupons/templates`, template)).status).toBe(200)
    const bounded = await keyWith({ mintsPerDay: 5 })
    const copies = async (amount: number) => {
      const asked = { templateId: 'gold', recipient: mint.recipient, amount }
      return (await api.call('POST', `${base}/collections/coupons/sfts`, asked, bounded)).status
    }
    expect([await copies(6), await copies(4), await copies(2), await copies(1)]).toEqual([429, 200, 429, 200])
  })

  it('hold for many at once', async () => {
    const bounded = await keyWith({ mintsPerDay: 20 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', nfts, mint, bounded)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })
})
