/** What anybody may send to a server is small, or is refused before it is read: bodies that wait for their end take memory. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { outside, publicUrl, signedIn, withServer } from './server-core.ts'

/** Begins to send a body of so many bytes, and sends no more of it than its first. @returns how that is answered */
async function begin(core: Core, method: string, path: string, length: number) {
  const headers = {
    host: new URL(publicUrl).host,
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    'content-type': 'application/json',
    'content-length': length,
  }
  const asked = request(`${core.url}${path}`, { method, headers })
  asked.on('error', () => undefined)
  asked.write('{')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const { code } = (await json(answer)) as { code: string }
  asked.destroy()
  return [answer.statusCode, code]
}

it('large bodies of who is not signed in are refused at once, wherever they lead', () =>
  withServer(async (core) => {
    const large = 60 * 1024 * 1024
    for (const path of [
      '/login',
      '/login/link',
      '/login/accept',
      '/login/passkey',
      '/session',
      '/session/renew',
      '/hello',
    ])
      expect(await begin(core, 'POST', `/app${path}`, large), path).toEqual([413, 'request.tooLarge'])
    for (const path of ['/nothing', '/api/nothing', '/app/nothing', '/api/2022-06-09/nothing'])
      expect(await begin(core, 'POST', path, large), path).toEqual([404, 'route.notFound'])
    expect(await begin(core, 'PUT', '/health', large)).toEqual([405, 'request.method'])
    expect(await begin(core, 'POST', '/', large)).toEqual([405, 'request.method'])
    expect(await begin(core, 'POST', '/api/2022-06-09/collections', large)).toEqual([403, 'key.missing'])
    expect(await begin(core, 'POST', '/app/keys', large)).toEqual([401, 'session.missing'])
    const told = await outside(core)('POST', '/app/login', {
      name: 'anna',
      password: 'x'.repeat(70_000),
      code: '000000',
    })
    expect(told.json).toMatchObject({
      code: 'request.tooLarge',
      message: expect.stringContaining('larger than 64 KiB'),
    })
    // Who is signed in sends what is needed.
    const { call } = await signedIn(core, 'ben', 'admin')
    const message = 'x'.repeat(100_000)
    expect((await call('POST', '/app/signatures', { chain: 'polygon', message })).json.code).toBe('request.invalid')
  }))
