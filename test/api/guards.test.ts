import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundBodies } from '../../src/core/api/http/body-bounds.ts'
import { answerClientError, handleErrors } from '../../src/core/api/http/error-handling.ts'
import { acceptJson } from '../../src/core/api/http/json-body.ts'
import { openOrigins } from '../../src/core/api/http/origins.ts'
import { createServer } from '../../src/core/api/server.ts'
import { listen } from '../../src/core/host/listen.ts'
import { log } from '../events/open-hooks.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

/** Sends text and collects what comes until the other side is done. */
async function raw(port: number, ...pieces: string[]): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    text += piece
  })
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  return { socket, answer }
}

describe('slow callers', () => {
  const bounds = {
    headersTimeout: 150,
    requestTimeout: 300,
    keepAliveTimeout: 150,
    connectionsCheckingInterval: 25,
    connections: 3,
  }
  const open = (more = {}) =>
    listen((request, response) => void request.resume().on('end', () => response.end('done')), 0, answerClientError, {
      bounds: { ...bounds, ...more },
    })

  it('whose headers or body do not arrive are told 408 and let go', async () => {
    const { port, close } = await open()
    const headers = await raw(port, 'GET / HTTP/1.1\r\nhost: x\r\n')
    const body = await raw(port, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
    for (const { answer } of [headers, body]) {
      const text = await answer
      expect(text).toMatch(/^HTTP\/1\.1 408 /)
      expect(text).toContain('"code":"request.timeout"')
    }
    await close()
  })

  it('who trickle a header at a time are let go all the same', async () => {
    const { port, close } = await open()
    const { socket, answer } = await raw(port, 'GET / HTTP/1.1\r\nhost: x\r\n')
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 20)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(drip)
    await close()
  })

  it('who are done and say nothing more are let go', async () => {
    const { port, close } = await open({ headersTimeout: 60_000, requestTimeout: 60_000 })
    const { answer } = await raw(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done/)
    await close()
  })

  it('are so many at most', async () => {
    const { port, close } = await open({ headersTimeout: 60_000, requestTimeout: 60_000 })
    const first = await Promise.all([raw(port), raw(port), raw(port)])
    const { answer } = await raw(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await answer).toBe('')
    for (const { socket } of first) socket.destroy()
    await close()
  })
})

describe('bodies of the API', () => {
  async function withBounds(
    bounds: Partial<Parameters<typeof boundBodies>[1]>,
    use: (port: number) => Promise<void>,
  ): Promise<void> {
    const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
    acceptJson(app)
    handleErrors(app, log)
    boundBodies(app, { patience: 60_000, lookEvery: 20, atOnce: 1024 * 1024, ...bounds })
    app.post('/', async ({ body }) => ({ taken: JSON.stringify(body).length }))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    try {
      await use(typeof address === 'object' && address !== null ? address.port : 0)
    } finally {
      await app.close()
    }
  }

  it('that do not arrive are given up with 408, others go on', () =>
    withBounds({ patience: 100 }, async (port) => {
      const slow = await raw(
        port,
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":',
      )
      const quick = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect(quick.status).toBe(200)
      expect(await slow.answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*request\.timeout/)
    }))

  it('are held so much at a time, and are taken again when there is room', () =>
    withBounds({}, async (port) => {
      const send = (size: number) =>
        fetch(`http://127.0.0.1:${port}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify('x'.repeat(size)),
        })
      const half = 600 * 1024
      const waiting = await raw(
        port,
        `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${half + 2}\r\n\r\n"${'x'.repeat(half)}`,
      )
      const refusals = async (): Promise<number> => {
        const answer = await send(half)
        if (answer.status === 503) {
          expect(answer.headers.get('retry-after')).toBe('1')
          expect((await answer.json()).code).toBe('request.busy')
        }
        return answer.status
      }
      await expect.poll(refusals).toBe(503)
      waiting.socket.destroy()
      await waiting.answer
      await expect.poll(refusals).toBe(200)
    }))
})

describe('pages of other origins', () => {
  const shop = 'https://shop.example'
  let api: OpenApi
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.close())

  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }

  it('are refused, preflights too, unless the person lets them in; then on the API alone', async () => {
    const origins = await openOrigins(api.context.db)
    const app = await createServer(api.context, { webRoot: '/none', allowsOrigin: origins.allows })
    const ask = (method: 'GET' | 'OPTIONS', url: string, headers: Record<string, string>) =>
      app.inject({ method, url, headers: { 'x-api-key': api.key, ...headers } })
    const before = await ask('OPTIONS', '/api/2022-06-09/collections', { origin: shop, ...preflight })
    expect([before.statusCode, before.headers['access-control-allow-origin']]).toEqual([403, undefined])

    // Two windows at one time: neither loses what the other one allowed.
    await Promise.all([origins.allow(`${shop}/`), origins.allow('http://localhost:5173'), origins.allow(shop)])
    expect(origins.list()).toEqual([shop, 'http://localhost:5173'])
    const asked = await ask('OPTIONS', '/api/2022-06-09/collections', { origin: shop, ...preflight })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': shop,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
      vary: 'origin',
    })
    const read = await ask('GET', '/api/2022-06-09/collections', { origin: shop })
    expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([200, shop])
    const keyless = await ask('GET', '/api/2022-06-09/collections', { origin: shop, 'x-api-key': '' })
    expect([keyless.statusCode, keyless.headers['access-control-allow-origin']]).toEqual([403, shop])
    for (const [origin, url] of [
      ['https://other.example', '/api/2022-06-09/collections'],
      ['https://shop.example.evil', '/api/2022-06-09/collections'],
      ['http://shop.example', '/api/2022-06-09/collections'],
      ['null', '/api/2022-06-09/collections'],
      [shop, '/app/state'],
      [shop, '/'],
    ]) {
      const answer = await ask('GET', url ?? '', { origin: origin ?? '' })
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([403, undefined])
    }
    // Kept but for one that is removed, and what is our own window's is as before.
    await Promise.all([origins.allow('http://localhost:4000'), origins.remove('HTTP://localhost:5173/')])
    expect((await openOrigins(api.context.db)).list()).toEqual([shop, 'http://localhost:4000'])
    const own = await ask('GET', '/health', { origin: 'http://localhost:80' })
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, undefined])
    await app.close()
  })

  it.each(['*', 'null', 'shop.example', 'https://shop.example/path', 'ftp://shop.example', 'https://a@shop.example'])(
    'are not let in as %s',
    async (origin) => {
      await expect((await openOrigins(api.context.db)).allow(origin)).rejects.toThrow('is no origin')
    },
  )
})

it('a Host that is missing, or that of an address written in full, is told as any other, in JSON', async () => {
  const api = await openApi()
  const { port, close } = await listen(api.app.routing, 0, answerClientError)
  const own = `127.0.0.1:${port}`
  const ask = async (path: string, host = `host: ${own}\r\n`, more = '') => {
    const head = `${path} HTTP/1.1\r\n${host}x-api-key: ${api.key}\r\nconnection: close\r\n${more}`
    const [, status, body] =
      /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(await (await raw(port, head)).answer) ?? []
    return { status, json: JSON.parse(body ?? '') }
  }
  for (const [path, host] of [
    ['GET /health', ''],
    ['GET http://evil.example/health', undefined],
    [`GET http://evil.example:${port}?x`, undefined],
  ] as const)
    expect(await ask(path, host, '\r\n')).toMatchObject({ status: '421', json: { code: 'request.host' } })
  expect(await ask(`GET http://${own}/health`, 'host: evil.example\r\n', '\r\n')).toMatchObject({ status: '421' })
  expect(await ask(`GET http://${own}/health`, undefined, '\r\n')).toMatchObject({ status: '200' })
  // An address in full is the same request.
  const mint = JSON.stringify({ recipient: `polygon:${polygonAddress}`, metadata: badge })
  const keyed = `idempotency-key: k\r\ncontent-type: application/json\r\ncontent-length: ${mint.length}\r\n\r\n${mint}`
  const path = '/api/2022-06-09/collections/default/nfts'
  const [one, two] = [
    await ask(`POST ${path}`, undefined, keyed),
    await ask(`POST http://${own}${path}`, undefined, keyed),
  ]
  expect([one.status, two.status, two.json.id]).toEqual(['200', '200', one.json.id])
  await close()
  await api.close()
})

it('a large body that nobody reads holds up no other request on its connection', async () => {
  const api = await openApi()
  const { port, close } = await listen(api.app.routing, 0, answerClientError)
  const body = 'x'.repeat(1_000_000)
  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${api.key}\r\ncontent-type: text/plain\r\n${more}content-length: ${body.length}\r\n\r\n${body}`
  const { answer } = await raw(
    port,
    head('GET', '/health'),
    head('POST', '/api/2022-06-09/collections'),
    head('GET', '/health', 'connection: close\r\n'),
  )
  expect([...(await answer).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '415', '200'])
  await close()
  await api.close()
})
