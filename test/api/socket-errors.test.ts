import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }

describe('over a socket', () => {
  let port: number
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const address = api.app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })

  it('refuses 11 MiB with 413, whatever is in them, and reads a batch of 11 MiB', async () => {
    const send = (body: string) =>
      fetch(`http://127.0.0.1:${port}${base}/collections/default/nfts`, {
        method: 'POST',
        headers: { 'x-api-key': api.key, 'content-type': 'application/json' },
        body,
      })
    const filler = 'x'.repeat(11 * 1024 * 1024)
    for (const body of [JSON.stringify({ ...mint, filler }), filler]) {
      const answer = await send(body)
      expect([answer.status, (await answer.json()).code]).toEqual([413, 'request.tooLarge'])
    }
    const batch = await send(JSON.stringify({ nfts: [mint], filler }))
    expect(batch.status).toBe(200)
  })

  it('takes a large list of nfts only where NFTs are minted, and no more values than a small body could hold', async () => {
    const send = (method: string, path: string, body: string) =>
      fetch(`http://127.0.0.1:${port}${base}${path}`, {
        method,
        headers: { 'x-api-key': api.key, 'content-type': 'application/json' },
        body,
      })
    const filler = 'x'.repeat(11 * 1024 * 1024)
    const large = JSON.stringify({ nfts: [mint], filler })
    for (const [method, path] of [
      ['POST', '/collections'],
      ['PUT', '/collections/default/nfts/a'],
      ['PATCH', '/collections/default'],
    ] as const) {
      const answer = await send(method, path, large)
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 413, 'request.tooLarge'])
    }
    const dense = await send('POST', '/collections/default/nfts', `{"nfts":[${'0,'.repeat(5_000_001)}0]}`)
    expect([dense.status, (await dense.json()).message]).toEqual([
      413,
      'The body holds more than 5 million values: send several smaller batches.',
    ])
  })

  it('refuses headers over 16 KiB with 431', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers: { 'x-filler': 'x'.repeat(17 * 1024) } })
    expect([answer.status, (await answer.json()).code]).toEqual([431, 'request.headers'])
  })

  it('answers to its own names and port only', async () => {
    const ask = (host: string) => api.call('GET', '/health', undefined, { host })
    expect((await ask('localhost')).status).toBe(200)
    expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200)
    const own = { origin: `http://localhost:${port}` }
    expect((await fetch(`http://127.0.0.1:${port}/health`, { headers: own })).status).toBe(200)
    const foreign = { origin: `http://localhost:${port + 1}` }
    expect((await fetch(`http://127.0.0.1:${port}/health`, { headers: foreign })).status).toBe(403)
  })
})
