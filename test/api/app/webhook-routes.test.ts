import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvents, webhookTable } from '../../../src/cli/commands/webhooks.ts'
import { type Core, openCore } from '../../../src/core/index.ts'
import { createdWebhook, webhook } from '../../../src/shared/app-api.ts'
import { cli } from '../../cli/run-cli.ts'
import { type Caller, coreOptions, windowOf } from '../../core/trial-core.ts'

let core: Core
let call: Caller
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-webhooks-'))
  core = await openCore(coreOptions(home))
  call = (await windowOf(core)).call
})
afterAll(async () => {
  await core.close()
  await rm(home, { recursive: true, force: true })
})

const create = (url: string, more = {}) => call('POST', '/app/webhooks', { url, ...more })

describe('webhooks', () => {
  it('show their secret once, when they are made', async () => {
    const made = createdWebhook.parse((await create('http://127.0.0.1:9/hook#part')).json)
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toMatchObject({ url: 'http://127.0.0.1:9/hook', events: [], notice: null, waiting: 0, failed: 0 })
    const listed = await call('GET', '/app/webhooks')
    expect(listed.text).toContain(made.id)
    expect(listed.text).not.toContain('whsec_')
    expect((await call('POST', `/app/webhooks/${made.id}/enable`)).status).toBe(200)
    expect((await call('POST', `/app/webhooks/${made.id}/resend`, {})).json).toEqual({ resent: 0 })
    expect((await call('POST', `/app/webhooks/${made.id}/resend`, { id: 'msg_0' })).json).toMatchObject({
      code: 'delivery.notFound',
    })
    expect((await call('GET', `/app/webhooks/${made.id}/deliveries`)).json).toEqual({ deliveries: [], next: null })
    expect((await call('DELETE', `/app/webhooks/${made.id}`)).status).toBe(204)
    expect((await call('DELETE', `/app/webhooks/${made.id}`)).json).toMatchObject({ code: 'webhook.notFound' })
  })

  it.each([
    ['ftp://example.com/a', /begins with http:/],
    ['example.com', /begins with http:/],
    ['https://ada:secret@example.com/', /no user or password/],
    ['http://192.168.1.4/hook', /--allow-private/],
    ['http://[::ffff:10.0.0.1]/', /private network/],
    ['http://169.254.169.254/latest', /no address that a webhook may lead to/],
    ['http://0.0.0.0/', /no address that a webhook may lead to/],
  ])('do not lead to %s', async (url, reason) => {
    const { status, json } = await create(url)
    expect(status).toBe(400)
    expect(json.message).toMatch(reason)
    expect(json.details).toMatchObject([{ path: 'url' }])
  })

  it('lead into the private network where the person says so', async () => {
    const { status, json } = await create('http://192.168.1.4/hook', { allowPrivate: true })
    expect([status, json.allowPrivate]).toEqual([200, true])
    await call('DELETE', `/app/webhooks/${String(json.id)}`)
  })

  it('refuse events that there are not, and belong to one project', async () => {
    expect((await create('http://127.0.0.1:9/', { events: ['nfts.stolen'] })).status).toBe(400)
    const other = await call('POST', '/app/projects', { name: 'Other' })
    const { json } = await create('http://127.0.0.1:9/')
    const inOther = { 'x-mintdesk-project': String(other.json.id) }
    expect((await call('GET', '/app/webhooks', undefined, inOther)).json).toEqual([])
    expect((await call('DELETE', `/app/webhooks/${String(json.id)}`, undefined, inOther)).status).toBe(404)
    await call('DELETE', `/app/webhooks/${String(json.id)}`)
  })

  it('to which the last message was given up say that it must be sent again, unless others wait', async () => {
    const { json } = await create('http://127.0.0.1:9/')
    const notice = async () =>
      webhook
        .array()
        .parse((await call('GET', '/app/webhooks')).json)
        .find(({ id }) => id === json.id)?.notice
    const db = new SqliteDatabase(join(home, 'mintdesk.db'))
    db.prepare('update webhooks set failing_since = ? where id = ?').run(Date.now(), json.id)
    expect(await notice()).toMatch(/was given up: put its server right, then resend it\.$/)
    db.exec("insert into webhook_messages (id, type, body, created_at) values ('msg_1', 'nfts.create.failed', '{}', 1)")
    db.prepare(
      "insert into webhook_deliveries (webhook_id, message_pk, state, attempts, next_at) select ?, pk, 'waiting', 1, ? from webhook_messages",
    ).run(json.id, Date.now() + 3_600_000)
    db.close()
    expect(await notice()).toMatch(/it is tried again by itself\.$/)
    await call('DELETE', `/app/webhooks/${String(json.id)}`)
  })

  it('need the window’s session', async () => {
    expect((await fetch(`${core.url}/app/webhooks`)).status).toBe(401)
  })

  it('are made, listed and deleted on the command line', async () => {
    const made = await cli(home, 'webhooks', 'create', 'http://127.0.0.1:9/', '--events', 'nfts.create.succeeded')
    expect(made.stdout).toMatch(/^whsec_\S{44}\n$/)
    const listed = await cli(home, 'webhooks', '--json')
    const [one] = webhook.array().parse(JSON.parse(listed.stdout).webhooks)
    expect(one).toMatchObject({ url: 'http://127.0.0.1:9/', events: ['nfts.create.succeeded'] })
    const gone = await cli(home, 'webhooks', 'delete', one?.id.slice(0, 8) ?? '')
    expect(gone.stdout).toBe('The webhook to http://127.0.0.1:9/ is deleted: nothing is sent there any more.\n')
    expect((await call('GET', '/app/webhooks')).json).toEqual([])
  })
})

it('origins, limits and the audit log are on the command line', async () => {
  const made = JSON.parse((await cli(home, 'keys', 'create', '--name', 'cli', '--mints-per-day', '9', '--json')).stdout)
  expect(made).toMatchObject({ mintsPerDay: 9, requestsPerMinute: null })
  const limited = await cli(home, 'keys', 'limit', made.id, '--mints-per-day', 'none', '--requests-per-minute', '60')
  expect(limited.stdout).toBe(`The limits of the key ${made.id}: 60/min.\n`)
  expect((await cli(home, 'origins', 'allow', 'http://localhost:5173/')).stdout).toContain('may call the API now')
  const asked = await fetch(`${core.url}/health`, { headers: { origin: 'http://localhost:5173' } })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:5173'])
  // What a window allowed meanwhile stays, and is no longer there once that one alone is removed.
  const own = { name: 'http://localhost:4000', path: `/app/origins/${encodeURIComponent('http://localhost:4000')}` }
  expect((await call('PUT', own.path)).json).toEqual({ origins: ['http://localhost:5173', own.name] })
  expect((await call('PUT', '/app/origins/shop.example')).status).toBe(400)
  expect((await cli(home, 'origins', 'remove', 'http://localhost:5173')).stdout).toContain('any more')
  expect((await call('GET', '/app/origins')).json).toEqual({ origins: [own.name] })
  expect((await call('DELETE', own.path)).json).toEqual({ origins: [] })
  const { entries } = JSON.parse((await cli(home, 'audit', '--json')).stdout)
  expect(entries.slice(0, 4)).toMatchObject([
    { who: 'window', act: 'origins.delete', subject: own.name, outcome: 'done' },
    { who: 'command line', act: 'origins.delete', subject: 'http://localhost:5173', outcome: 'done' },
    { who: 'window', act: 'origins.set', outcome: 'refused' },
    { who: 'window', act: 'origins.set', subject: own.name, outcome: 'done' },
  ])
  expect(entries.slice(4, 7)).toMatchObject([
    { who: 'command line', act: 'origins.set', outcome: 'done' },
    { who: 'command line', act: 'keys.update', outcome: 'done' },
    { who: 'command line', act: 'keys.create', subject: 'cli', outcome: 'done' },
  ])
})

it('a key’s limits are set, changed and lifted by its person', async () => {
  const made = await call('POST', '/app/keys', { name: 'till', requestsPerMinute: 10 })
  expect(made.json).toMatchObject({ requestsPerMinute: 10, mintsPerDay: null })
  const path = `/app/keys/${String(made.json.id)}`
  expect((await call('PATCH', path, { mintsPerDay: 7 })).json).toMatchObject({ requestsPerMinute: 10, mintsPerDay: 7 })
  expect((await call('PATCH', path, { requestsPerMinute: null })).json).toMatchObject({
    requestsPerMinute: null,
    mintsPerDay: 7,
  })
  expect((await call('PATCH', path, { mintsPerDay: 0 })).status).toBe(400)
  expect((await call('PATCH', '/app/keys/none', {})).status).toBe(404)
})

it('events are read from a list, or are all', () => {
  expect(readEvents('nfts.create.failed, nfts.create.succeeded')).toEqual([
    'nfts.create.failed',
    'nfts.create.succeeded',
  ])
  expect(readEvents('all')).toEqual([])
  expect(() => readEvents('nfts.create')).toThrow('There is no event "nfts.create": use all, or some of')
})

it('the list of webhooks says how they do', () => {
  const one = {
    id: '01234567-89ab',
    url: 'https://example.com/hook',
    events: [],
    allowPrivate: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    disabledAt: null,
    failingSince: '2026-01-01T00:00:00.000Z',
    notice: null,
    waiting: 3,
    failed: 12,
  }
  expect(webhookTable([one, { ...one, failingSince: null, events: ['nfts.create.failed'] }], 100)).toEqual([
    'id        state    waiting  failed  events              url',
    '01234567  failing        3      12  all                 https://example.com/hook',
    '01234567  on             3      12  nfts.create.failed  https://example.com/hook',
  ])
})
