/** What each role may do, over every route of `/app`, and over the API with a person's session. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { rightOf, routesWithRight } from '../../src/core/api/app/rights.ts'
import { mayDo, type Right, roles, scopes } from '../../src/shared/app-api.ts'
import { listAppRoutes } from '../api/app-routes.ts'
import { openApi } from '../api/open-api.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { accept, invite, outside, publicUrl, signedIn, streamOf, trial, withServer } from './server-core.ts'

async function registered(): Promise<{ method: string; path: string }[]> {
  const api = await openApi()
  try {
    return await listAppRoutes(api)
  } finally {
    await api.close()
  }
}

test('every route of /app names the right that it needs, and no right is for a route that is not there', async () => {
  const there = (await registered()).map(({ method, path }) => `${method} ${path}`)
  expect(there.filter((route) => !routesWithRight.includes(route))).toEqual([])
  expect(routesWithRight.filter((route) => !there.includes(route))).toEqual([])
  expect(new Set(routesWithRight).size).toBe(routesWithRight.length)
})

test('a person is refused by every route of /app that asks for more than the role has, and by no other; without a session all are shut', () =>
  withServer(async (core) => {
    const routes = (await registered()).flatMap(({ method, path }) => {
      const right = rightOf(method, path)
      // A stream never ends, and these end the session that asks.
      const isLeftOut = ['GET /app/events', 'DELETE /app/sessions', 'DELETE /app/session'].includes(`${method} ${path}`)
      return right === undefined || right === 'open' || isLeftOut ? [] : [{ method, path, right }]
    })
    const asked = (path: string): string => path.replaceAll(/:\w+/g, 'none')
    const refused = async (who: Awaited<ReturnType<typeof signedIn>>, allowed: (right: Right) => boolean) => {
      const wrong: string[] = []
      for (const { method, path, right } of routes) {
        if (allowed(right) && method !== 'GET') continue
        const { status, json, text } = await who.call(method, asked(path), method === 'GET' ? undefined : {})
        const isRefused = status === 403 && json?.code === 'role.forbidden'
        if (isRefused === allowed(right)) wrong.push(`${method} ${path}: ${status} ${text}`)
      }
      return wrong
    }
    for (const role of roles.filter((one) => one !== 'admin')) {
      const who = await signedIn(core, `some.${role}`, role)
      expect(await refused(who, (right) => mayDo(role, right))).toEqual([])
    }
    const open: string[] = []
    for (const { method, path } of routes) {
      const { status } = await outside(core)(method, asked(path), method === 'GET' ? undefined : {})
      if (status !== 401) open.push(`${method} ${path}: ${status}`)
    }
    expect(open).toEqual([])
  }))

test('a viewer reads by the API and mints nothing; a minter makes a collection; a role that is changed holds at once', () =>
  withServer(async (core) => {
    const viewer = await signedIn(core, 'vera', 'viewer')
    const collection = { chain: 'polygon', metadata: { name: 'Badges', imageUrl: 'https://example.com/a.png' } }
    const make = () => viewer.call('POST', '/api/2022-06-09/collections', collection)
    expect((await viewer.call('GET', '/api/2022-06-09/collections')).status).toBe(200)
    const refusal = await make()
    expect([refusal.status, refusal.json.message]).toEqual([
      403,
      'vera is signed in as viewer, and only a minter or an admin may do this: ask an admin for that role.',
    ])
    const admin = await signedIn(core, 'adam', 'admin')
    expect((await admin.call('PATCH', '/app/people/vera', { role: 'minter' })).status).toBe(200)
    expect((await make()).status).toBe(200)
    expect((await viewer.call('GET', '/app/people')).json).toMatchObject({
      code: 'role.forbidden',
      message: 'vera is signed in as minter, and only an admin may do this: ask an admin for that role.',
    })
    const { json } = await admin.call('GET', '/app/audit')
    expect(json.entries).toMatchObject([
      { who: 'person vera', act: 'collections.create', outcome: 'done' },
      { who: 'person adam', act: 'people.update', subject: 'vera', detail: { role: 'minter' } },
      { who: 'person adam', act: 'people.accept' },
      { who: 'window', act: 'people.create', subject: 'adam' },
      { who: 'person vera', act: 'people.accept' },
      { who: 'window', act: 'people.create', subject: 'vera' },
      { who: 'window', act: 'people.create', subject: 'anna' },
    ])
  }))

test('what a viewer reads of settings holds no key, wherever it stands in an address; an API key opens none of them', () =>
  withFolder(async (folder) => {
    const withKey = (host: string) => `https://${host}/v2/s3cret-in-path`
    await withCore(folder, (core) => invite(core, 'anna', 'admin'), { trial })
    const known = { identity: null, version: '' }
    const settings = {
      storage: { kind: 'kubo', url: withKey('node.example'), auth: 'bearer:s3cret', ...known },
      'holdings.providers': { cardano: { kind: 'koios', key: 'longs3cret', url: withKey('koios.example') } },
    }
    const database = new Database(join(folder, 'mintdesk.db'))
    for (const [key, value] of Object.entries(settings))
      database.prepare('INSERT INTO settings VALUES (?, ?)').run(key, JSON.stringify(value))
    const rpcs = JSON.stringify([`${withKey('rpc.example')}?key=s3cret`])
    database.prepare('INSERT INTO rpc_lists VALUES (?, ?, 0)').run('base', rpcs)
    database.close()
    const paths = ['/app/storage', '/app/backups', '/app/providers', '/app/networks?kind=live', '/app/state']
    await withCore(
      folder,
      async (core) => {
        const viewer = await signedIn(core, 'vera', 'viewer')
        const seen = await Promise.all(paths.map((path) => viewer.call('GET', path)))
        expect(seen.map(({ status }) => status)).toEqual(paths.map(() => 200))
        const text = seen.map((one) => one.text).join()
        expect(text).toContain('https://node.example')
        expect(text).toContain('https://koios.example')
        expect(text).not.toContain('cret')
        const { json } = await (await windowOf(core)).call('POST', '/app/keys', { name: 'All', scopes: [...scopes] })
        const byKey = outside(core, { 'x-api-key': String(json.key) })
        for (const path of paths) expect((await byKey('GET', path)).status).toBe(401)
      },
      { trial, server: { publicUrl } },
    )
  }))

test('where backups go stands in the audit log for admins alone', () =>
  withServer(async (core, link) => {
    const [anna, vera] = [await accept(core, link), await signedIn(core, 'vera', 'viewer')]
    const mona = await signedIn(core, 'mona', 'minter')
    const refused = await anna.call('POST', '/app/backups', { place: '/dev/null/s3cret' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const entriesFor = async ({ call }: typeof anna) => (await call('GET', '/app/audit')).json.entries
    expect(await entriesFor(anna)).toContainEqual(expect.objectContaining({ detail: { place: '/dev/null/s3cret' } }))
    for (const who of [vera, mona]) {
      const entries = await entriesFor(who)
      expect(entries).toContainEqual(expect.objectContaining({ act: 'backups.create', detail: { place: '…' } }))
      expect(JSON.stringify(entries)).not.toContain('s3cret')
    }
  }))

test('the event stream of somebody ends when the role is changed, and when they are removed; nobody else’s does', () =>
  withServer(async (core, link) => {
    const [anna, bob] = [await accept(core, link), await signedIn(core, 'bob', 'admin')]
    const [one, other] = [await streamOf(core, bob.token), await streamOf(core, anna.token)]
    expect((await anna.call('PATCH', '/app/people/bob', { role: 'viewer' })).status).toBe(200)
    await one.ended
    const again = await streamOf(core, bob.token)
    expect(other.hasEnded()).toBe(false)
    expect((await anna.call('DELETE', '/app/people/bob')).status).toBe(204)
    await again.ended
    other.leave()
  }))
