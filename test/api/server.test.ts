import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '../../src/core/api/http/api-keys.ts'
import { findKey } from '../../src/core/store/installation/keys.ts'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { type OpenApi, openApi } from './open-api.ts'

let api: OpenApi
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'mintdesk-window-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(
    join(webRoot, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><b nonce="__CSP_NONCE__">',
  )
  await writeFile(join(webRoot, 'assets', 'main-1a2b.js'), 'export {}')
  api = await openApi({ webRoot })
})
afterAll(async () => {
  await api.close()
  await rm(webRoot, { recursive: true })
})

describe('the window', () => {
  it.each(['/', '/runs/17', '/index.html', '/?ticket=x'])(
    '%s answers index.html with a nonce of its own',
    async (path) => {
      const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
      const [one, two] = await Promise.all([1, 2].map(() => api.call('GET', path, undefined, browser)))
      if (!one || !two) throw new Error('no answers')
      const nonce = /content="([\w-]{20,})"/.exec(one.text)?.[1]
      expect(one.text).toContain(`nonce="${nonce}"`)
      expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(one.headers['content-security-policy']).not.toContain('unsafe')
      expect(one.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(one.headers['cache-control']).toBe('no-store')
      expect(two.text).not.toBe(one.text)
    },
  )

  it('programs are never answered with it: a wrong base address is told so', async () => {
    for (const accept of ['application/json', '*/*', 'application/json, text/plain, */*', 'text/html;q=0, */*'])
      expect(await api.call('GET', '/2022-06-09/collections', undefined, { accept })).toMatchObject({
        status: 404,
        body: { code: 'route.notFound', message: expect.stringMatching(/no such route; the API is under \/api/) },
      })
    expect((await api.call('GET', '/', undefined, { accept: 'application/json' })).status).toBe(404)
    expect((await api.call('GET', '/', undefined, { accept: '*/*' })).text).toContain('csp-nonce')
    expect((await api.call('GET', '/api/x', undefined, { accept: 'text/html' })).body.code).toBe('route.notFound')
  })

  it('its files are served by name, for good, and never guessed', async () => {
    const file = await api.call('GET', '/assets/main-1a2b.js')
    expect([file.status, file.text]).toEqual([200, 'export {}'])
    expect(file.headers['content-type']).toMatch(/javascript/)
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.headers['cache-control']).toMatch(/immutable/)
    expect((await api.call('GET', '/assets/other.js')).status).toBe(404)
    expect((await api.call('GET', '/..%2f..%2fetc%2fpasswd')).text).not.toContain('root:')
  })
})

describe('what needs no key', () => {
  it('/health', async () => {
    const { status, body } = await api.call('GET', '/health', undefined, { 'x-api-key': '' })
    expect([status, body.status, body.version]).toEqual([200, 'ok', '0.0.0-test'])
    const of = (chain: string) => body.networks.find((network: { chain: string }) => network.chain === chain)
    expect(of('polygon')).toEqual({ chain: 'polygon', kind: 'practice', available: true })
    expect(of('solana')).toEqual({ chain: 'solana', kind: 'practice', available: false, reason: expect.any(String) })
  })

  it('/openapi.json is OpenAPI 3.1, in terms that resolve; conformance/ has its routes', async () => {
    const { body, text } = await api.call('GET', '/openapi.json', undefined, { 'x-api-key': '' })
    expect(body.openapi).toBe('3.1.0')
    expect(body.servers).toEqual([{ url: 'http://localhost:80' }])
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect(referred.length).toBeGreaterThan(5)
    for (const name of referred) expect(Object.keys(body.components.schemas)).toContain(name)
  })

  it('/openapi.json gives examples that need no other machine: images are whole in their addresses', async () => {
    const { text } = await api.call('GET', '/openapi.json')
    const images = [...text.matchAll(/"(?:image|imageUrl)":(?:"|\{[^}]*"example":")([^"]*)"/g)].map(([, url]) => url)
    expect(images.length).toBeGreaterThan(1)
    for (const url of images) expect(url).toMatch(/^data:image\//)
  })

  it('/docs runs no script of the page itself', async () => {
    const { status, text, headers } = await api.call('GET', '/docs')
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script(?![^>]*src=)/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect((await api.call('GET', '/docs/static/swagger-ui-bundle.js')).status).toBe(200)
  })

  it('/ipfs serves what practice networks refer to', async () => {
    const { cid } = await api.context.content.putBytes(Buffer.from('{"name":"x"}'))
    const found = await api.call('GET', `/ipfs/${cid}`, undefined, { 'x-api-key': '' })
    expect([found.status, found.body]).toEqual([200, { name: 'x' }])
    expect(found.headers['content-security-policy']).toContain('sandbox')
    const missing = await api.call('GET', '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
    expect([missing.status, missing.body.code]).toEqual([404, 'content.notFound'])
  })
})

describe('who calls', () => {
  it('the window’s session is let in, for the project it means', async () => {
    const { token } = api.sessions.owner
    const other = await createProject(api.context.db, { name: 'Other', kind: 'practice' }, Date.now())
    const ask = (headers: Record<string, string>) =>
      api.call(
        'PUT',
        '/api/2022-06-09/collections/seen',
        { chain: 'polygon', metadata: { name: 'S' } },
        { 'x-api-key': '', authorization: `Bearer ${token}`, ...headers },
      )
    const first = await ask({})
    expect(first.status).toBe(200)
    expect((await ask({})).headers['idempotent-replay']).toBe('true')
    expect((await ask({ 'x-mintdesk-project': other.id })).headers['idempotent-replay']).toBeUndefined()
    expect((await ask({ 'x-mintdesk-project': 'none' })).body.code).toBe('project.notFound')
  })

  it('a key is stored as its hash, and its use is noted', async () => {
    const { key } = await api.newKey()
    expect(key).toMatch(/^sk_practice_[1-9A-HJ-NP-Za-km-z]{48,50}$/)
    await api.call('GET', '/api/2022-06-09/collections', undefined, { 'x-api-key': key })
    await expect.poll(() => findKey(api.context.reads, secretHash(key))?.lastUsedAt).toBeGreaterThan(0)
    const dump = JSON.stringify(await api.context.db.selectFrom('api_keys').selectAll().execute())
    expect(dump).not.toContain(key.slice(12))
  })

  it('actions are read with any scope of their kind', async () => {
    const read = async (scopes: Parameters<OpenApi['newKey']>[0]) =>
      (
        await api.call('GET', '/api/2022-06-09/actions/default-polygon', undefined, {
          'x-api-key': (await api.newKey(scopes)).key,
        })
      ).status
    expect(await read(['collections.create'])).toBe(200)
    expect(await read(['nfts.create'])).toBe(200)
    expect(await read(['nfts.update'])).toBe(403)
  })
})
