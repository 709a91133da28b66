import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTable } from '../../src/cli/commands/audit.ts'
import { createApiKey } from '../../src/core/api/http/api-keys.ts'
import { actOf } from '../../src/core/api/http/audit.ts'
import { openRequestLog } from '../../src/core/api/http/request-log.ts'
import { createServer } from '../../src/core/api/server.ts'
import { excerpt, maskSecrets } from '../../src/core/lib/secrets.ts'
import { listAudit } from '../../src/core/store/outbox/audit.ts'
import { addRequests, listRequests } from '../../src/core/store/outbox/requests.ts'
import { log } from '../events/open-hooks.ts'
import { listAppRoutes } from './app-routes.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const nfts = `${base}/collections/default/nfts`
const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }

let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

describe('the log of requests', () => {
  const logged = (more = {}) => listRequests(api.context.db, api.project.id, { limit: 1_000, failed: false, ...more })

  async function withLog(use: (app: Awaited<ReturnType<typeof createServer>>) => Promise<void>): Promise<number> {
    const written: (string | null)[] = []
    const requestLog = openRequestLog(api.context.db, (ids) => written.push(...ids), log)
    const app = await createServer(api.context, { webRoot: '/none', requestLog })
    await use(app)
    await app.close()
    await requestLog.close()
    expect(written).toContain(api.project.id)
    return requestLog.dropped()
  }

  it('holds body and answer, who asked and how it ended, refusals too', async () => {
    await withLog(async (app) => {
      const headers = { 'x-api-key': api.key, 'content-type': 'application/json' }
      await app.inject({ method: 'POST', url: nfts, headers, payload: JSON.stringify(mint) })
      await app.inject({ method: 'GET', url: `${base}/actions/none?token=hush-hush-hush`, headers })
      await app.inject({ method: 'GET', url: `${base}/nowhere`, headers })
      await app.inject({ method: 'POST', url: nfts, payload: '{"a":', headers: { ...headers, 'x-api-key': '' } })
      await app.inject({ method: 'GET', url: '/health' })
    })
    const rows = (await logged()).reverse()
    expect(rows.map(({ method, url, status, caller }) => [method, url, status, caller])).toEqual([
      ['POST', nfts, 200, 'test'],
      ['GET', `${base}/actions/none?token=[hidden]`, 404, 'test'],
      ['GET', `${base}/nowhere`, 404, 'unknown'],
      ['POST', nfts, 403, 'unknown'],
    ])
    expect(JSON.parse(rows[0]?.request ?? '')).toEqual(mint)
    expect(JSON.parse(rows[0]?.answer ?? '')).toMatchObject({ id: expect.any(String), onChain: { status: 'pending' } })
    expect(JSON.parse(rows[1]?.answer ?? '')).toMatchObject({ code: 'action.notFound' })
    expect(rows[1]?.request).toBeNull()
    expect(await logged({ failed: true })).toHaveLength(3)
    const [newest] = await logged()
    expect(await logged({ before: newest?.pk })).toHaveLength(3)
  })

  it('is bounded: a storm leaves its newest, and a large batch its beginning', async () => {
    const dropped = await withLog(async (app) => {
      const headers = { 'x-api-key': api.key, 'content-type': 'application/json' }
      const batch = JSON.stringify({ nfts: Array.from({ length: 1_500 }, () => mint) })
      await app.inject({ method: 'POST', url: nfts, headers, payload: batch })
      for (let n = 0; n < 300; n++) await app.inject({ method: 'GET', url: `${base}/collections?n=${n}`, headers })
    })
    const rows = await logged()
    expect(rows[0]?.url).toContain('n=299')
    // However the machine's speed cuts it into moments, nothing is unaccounted for.
    expect(rows.filter(({ url }) => url.includes('?n=')).length + dropped).toBeGreaterThanOrEqual(300)
    for (const { request, answer } of rows) expect((request ?? '').length + (answer ?? '').length).toBeLessThan(20_000)
  })

  it('keeps the newest two thousand', async () => {
    const row = { projectId: api.project.id, at: 1, ms: 1, caller: 'a', method: 'GET', url: '/', status: 200 }
    const rows = Array.from({ length: 2_500 }, () => ({ ...row, request: null, answer: null }))
    await addRequests(api.context.db, rows, 2_000)
    expect(await api.context.db.selectFrom('requests').select('pk').execute()).toHaveLength(2_000)
  })
})

describe('secrets', () => {
  it('are told by their form in any text', () => {
    const key = 'sk_live_3Jd9sHkqv8zR4kq2cXyTnb1Lw5pQmE7uYtR9aBcDeFgH'
    expect(maskSecrets(`${key} whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`)).toBe('sk_live_[hidden] whsec_[hidden]')
    expect(maskSecrets('Authorization: Bearer abcdefghijkl /?ticket=abc&x=1')).toBe(
      'Authorization: Bearer [hidden] /?ticket=[hidden]&x=1',
    )
  })

  it('are told by their name in JSON; the rest is shown, cut where it is long', () => {
    const body = { name: 'x', apiKey: 'k', nested: [{ password: 'p', tokenId: '7', seed: null }], list: [1, 2] }
    expect(JSON.parse(excerpt(body, 4_000))).toEqual({
      name: 'x',
      apiKey: '[hidden]',
      nested: [{ password: '[hidden]', tokenId: '7', seed: null }],
      list: [1, 2],
    })
    const cut = JSON.parse(
      excerpt({ text: 'y'.repeat(9_000), many: Array.from({ length: 9_000 }, () => 'zzzz') }, 1_000),
    )
    expect(cut.text).toMatch(/^y{900,1000}… \(9000 characters\)$/)
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(() => JSON.parse(excerpt(deep, 1_000))).not.toThrow()
  })
})

describe('the audit log', () => {
  const entries = () => listAudit(api.context.db, api.project.id, undefined, 1_000)

  it('knows every route of the API that can move money', async () => {
    const { body } = await api.call('GET', '/openapi.json')
    const free: string[] = []
    for (const [path, methods] of Object.entries<object>(body.paths))
      for (const method of Object.keys(methods).filter((one) => one !== 'get'))
        if (actOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')) === undefined)
          free.push(`${method} ${path}`)
    expect(free).toEqual(['post /api/v1-alpha1/wallets'])
    expect(actOf('GET', '/api/2022-06-09/collections')).toBeUndefined()
  })

  it('knows every route of the window and the command line that can, or lets somebody', async () => {
    const acts: string[] = []
    const free: string[] = []
    for (const { method, path } of await listAppRoutes(api)) {
      if (method === 'GET') continue
      const act = actOf(method, path)
      if (act === undefined) free.push(`${method} ${path}`)
      else acts.push(`${act}: ${method} ${path}`)
    }
    expect(acts).toEqual([
      'handOvers.create: POST /app/hand-overs',
      'handOvers.order: POST /app/hand-overs/:id/start',
      'handOvers.set: PATCH /app/hand-overs/:id',
      ...['pause', 'resume', 'cancel', 'retry'].map((order) => `handOvers.order: POST /app/hand-overs/:id/${order}`),
      'projects: POST /app/projects',
      'projects: PATCH /app/projects/:id',
      'networks.add: POST /app/networks',
      'networks.remove: DELETE /app/networks/:chain',
      'networks.rpcs: PUT /app/networks/:chain/rpcs',
      'networks.free: POST /app/networks/:chain/free',
      'collections.resume: POST /app/collections/:id/resume',
      'collections.takeOver: POST /app/collections/:id/take-over',
      'collections.update: PATCH /app/collections/:id/metadata',
      'runs.start: POST /app/runs',
      'runs.set: PATCH /app/runs/:id',
      ...['pause', 'resume', 'cancel', 'retry'].map((order) => `runs.order: POST /app/runs/:id/${order}`),
      'runs.correct: POST /app/runs/:id/corrections',
      'keys: POST /app/keys',
      'keys: PATCH /app/keys/:id',
      'keys: DELETE /app/keys/:id',
      ...['', '/words', '/restore', '/unlock', '/lock', '/backup', '/passphrase'].map(
        (more) => `treasury: POST /app/vault${more}`,
      ),
      'treasury: PUT /app/vault/keychain',
      ...['POST', 'PUT', 'DELETE'].map((method) => `backups: ${method} /app/backups`),
      'practice.reset: POST /app/practice/:chain/reset',
      'practice.fund: POST /app/practice/:chain/fund',
      'caps.set: PUT /app/caps/:chain',
      'withdrawals: POST /app/withdrawals',
      'withdrawals: DELETE /app/withdrawals/:id',
      'collections.handOver: PUT /app/collections/:id/ownership',
      'collections.handOver: DELETE /app/collections/:id/ownership',
      'collections.handOver: POST /app/collections/:id/ownership/complete',
      'signatures.create: POST /app/signatures',
      ...['PUT', 'DELETE'].map((method) => `origins: ${method} /app/origins/:origin`),
      'sessions.end: DELETE /app/sessions',
      'people: POST /app/people',
      'people.link: POST /app/people/:name/link',
      ...['PATCH', 'DELETE'].map((method) => `people: ${method} /app/people/:name`),
      'passkeys: POST /app/me/passkeys',
      'passkeys: DELETE /app/me/passkeys/:id',
    ])
    // What is left sends nothing, and lets nobody in: whoever adds a route says here that it does not either.
    expect(free.map((one) => one.replace('/app/', ''))).toEqual([
      ...['POST session', 'POST session/renew', 'POST hello', 'POST tickets', 'POST pages'],
      // Who signs in is written down by these themselves.
      ...['POST login', 'POST login/passkey/options', 'POST login/passkey', 'POST login/link', 'POST login/accept'],
      ...['POST imports', 'PATCH imports/:id', 'DELETE imports/:id', 'PUT imports/:id/media'],
      ...['PATCH imports/:id/rows/:row', 'POST imports/:id/cure', 'POST imports/:id/links', 'POST imports/:id/undo'],
      ...['DELETE hand-overs/:id', 'POST pictures', 'PATCH projects/:id/checklist', 'POST projects/:id/checklist/test'],
      ...['POST networks/ask', 'POST networks/:chain/test', 'POST networks/solana/programs', 'POST quotes'],
      ...['POST runs/:id/corrections/check', 'POST recovery'],
      ...['POST webhooks', 'DELETE webhooks/:id', 'POST webhooks/:id/enable', 'POST webhooks/:id/resend'],
      ...['PUT saved-wallets/:locator', 'DELETE saved-wallets/:locator'],
      ...['POST wallets/:locator/scan', 'POST wallets/:locator/scan/pause', 'DELETE wallets/:locator/scan'],
      ...['PUT providers/:scope', 'DELETE providers/:scope', 'POST providers/:scope/test', 'PUT gateways'],
      // What goes to explorers is Mintdesk's own source, which is public.
      ...['POST contracts/verify', 'PUT contracts/etherscan-key'],
      ...['PUT storage', 'DELETE storage', 'POST storage/seen', 'POST storage/test'],
      // A rate changes what is shown beside an amount, and nothing that is paid.
      ...['POST withdrawals/check', 'PUT rates', 'DELETE session', 'POST me/passkeys/options', 'DELETE requests'],
    ])
  })

  it('has who did what, whether it was refused, and mints with their number, replays not', async () => {
    const { key } = await createApiKey(api.context.db, api.project, { name: 'till' }, Date.now())
    const headers = { 'x-api-key': key }
    await api.call('PUT', `${nfts}/audited`, mint, headers)
    await api.call('PUT', `${nfts}/audited`, mint, headers)
    await api.call('POST', nfts, { nfts: [mint, mint, mint] }, headers)
    await api.call('POST', nfts, { nfts: [mint, {}] }, headers)
    await api.call('DELETE', `${nfts}/nothing`, undefined, headers)
    await api.call(
      'POST',
      `${base}/collections`,
      {
        chain: 'polygon',
        metadata: { name: 'New', symbol: 'NEW', description: '', imageUrl: badge.image },
        secret: 'x',
      },
      headers,
    )
    const who = `key till (sk_practice_…${key.slice(-4)})`
    const found = (await entries()).filter((entry) => entry.who === who).reverse()
    expect(found).toMatchObject([
      { act: 'nfts.create', subject: 'default-polygon on polygon', amount: '1 NFT', detail: '{"first":"audited"}' },
      { act: 'nfts.create', subject: 'default-polygon on polygon', amount: '3 NFTs' },
      { act: 'nfts.delete', subject: 'default / nothing', status: 404, code: 'nft.notFound' },
      { act: 'collections.create', detail: '{"chain":"polygon"}', status: 200, code: null },
    ])
    expect(found).toHaveLength(4)
  })

  it('is only ever added to', async () => {
    for (const statement of [
      api.context.db.deleteFrom('audit'),
      api.context.db.updateTable('audit').set({ who: 'nobody' }),
      api.context.db.deleteFrom('audit_ends'),
      api.context.db.updateTable('audit_ends').set({ status: 200 }),
    ])
      await expect(statement.execute()).rejects.toThrow('the audit log is only ever added to')
  })

  it('is a table on the command line', () => {
    const entry = {
      id: 1,
      at: '2026-01-01T00:00:00.000Z',
      who: 'key till (sk_practice_…1a2b)',
      act: 'nfts.create',
      subject: 'default-polygon on polygon',
      amount: '3 NFTs',
      detail: {},
      outcome: 'done' as const,
      code: null,
    }
    const lines = auditTable(
      [entry, { ...entry, act: 'nfts.delete', amount: null, outcome: 'refused', code: 'nft.notFound' }],
      160,
    )
    expect(lines[1]).toMatch(/key till \(sk_practice_…1a2b\) {2}nfts\.create {2,}3 NFTs {2}default-polygon on polygon$/)
    expect(lines[2]).toContain('nfts.delete (refused: nft.notFound)  -')
  })
})
