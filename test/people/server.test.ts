/** A server: when it starts, who is answered, links, tries, sessions. */
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { openCore } from '../../src/core/index.ts'
import { openPeople } from '../../src/core/people/people.ts'
import { openSignIn } from '../../src/core/people/sign-in.ts'
import { countTries } from '../../src/core/people/tries.ts'
import { callerOf, coreOptions, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { codeOf, password } from './codes.ts'
import { accept, cheap, invite, naming, outside, publicUrl, secretOf, signedIn, withServer } from './server-core.ts'

const period = 30_000

test('it does not start for other machines without a public address over TLS, or without anybody who could sign in', () =>
  withFolder(async (folder) => {
    const refusal = (server: { host?: string; publicUrl?: string; proxies?: string[] }): Promise<unknown> =>
      openCore(coreOptions(folder, { server })).then(
        (core) => core.close().then(() => 'it started'),
        (error: Error) => error.message,
      )
    expect(await refusal({ host: '0.0.0.0' })).toMatch(/^--host 0\.0\.0\.0 lets other machines connect, .*--public-url/)
    expect(await refusal({ host: '0.0.0.0', publicUrl: 'http://mint.example' })).toMatch(/^--public-url takes .* https/)
    expect(await refusal({ publicUrl: 'https://mint.example/desk' })).toMatch(/without a path/)
    expect(await refusal({ host: 'mint.example', publicUrl })).toMatch(/^--host takes an address of this machine/)
    expect(await refusal({ publicUrl, proxies: ['172.18.0.0/99'] })).toMatch(/^--proxy takes the address/)
    for (const host of ['0.0.0.0', '127.0.0.1', undefined])
      expect(await refusal({ publicUrl, ...(host === undefined ? {} : { host }) })).toContain(
        '"mintdesk users add <name> --role admin',
      )
    await withCore(folder, (core) => invite(core, 'vera', 'viewer'))
    expect(await refusal({ host: '0.0.0.0', publicUrl })).toContain('mintdesk users add')
    await withCore(folder, (core) => invite(core, 'anna', 'admin'))
    expect(await refusal({ host: '192.0.2.1', publicUrl })).toMatch(/^Mintdesk cannot listen on 192\.0\.2\.1/)
    expect(await refusal({ host: '0.0.0.0', publicUrl })).toBe('it started')
    // Loopback without a login stays as it is, accounts or not.
    expect(await refusal({ host: '127.0.0.1' })).toBe('it started')
  }))

test('only its own names are answered: the public one through a proxy that is known, loopback’s from this computer', () =>
  withServer(
    async (core) => {
      const codeFor = async (headers: Record<string, string>, path = '/app/login') =>
        (await naming(core.url, headers)('GET', path)).json.code
      expect((await outside(core)('GET', '/app/login')).json).toEqual({ address: publicUrl, isHere: true })
      expect((await callerOf(core.url)('GET', '/app/login')).json).toEqual({ address: publicUrl, isHere: false })
      expect(await codeFor({ host: 'evil.example' })).toBe('request.host')
      expect(await codeFor({ host: 'mint.example', origin: 'https://evil.example' })).toBe('request.origin')
      expect(await codeFor({ host: 'mint.example', origin: 'http://mint.example' })).toBe('request.origin')
      expect(await codeFor({ host: 'mint.example', 'x-forwarded-proto': 'http' })).toBe('request.insecure')
      // A proxy that put its own target into Host.
      const changed = await callerOf(core.url, { 'x-forwarded-for': '198.51.100.7' })('GET', '/app/login')
      expect([changed.status, changed.json.message]).toEqual([
        421,
        expect.stringContaining('proxy_set_header Host $host'),
      ])
      expect((await callerOf(core.url, { origin: publicUrl })('POST', '/app/login', {})).status).toBe(421)
      expect((await naming(core.url, { host: 'anything' })('GET', '/health')).status).toBe(200)
      // From another machine: here the same one, by an address that is not loopback's and is told as the peer's.
      const address = Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4')?.address
      if (address === undefined) return
      const { port } = new URL(core.url)
      const there = `http://${address}:${port}`
      expect((await naming(there, { host: 'mint.example' })('GET', '/app/login')).json.code).toBe('request.proxy')
      expect((await naming(there, { host: `127.0.0.1:${port}` })('GET', '/app/login')).status).toBe(421)
    },
    { server: { host: '0.0.0.0', publicUrl } },
  ))

test('a link sets a password once, within a day; then name, password and code let in, and no code does twice', () =>
  withServer(async (core, link) => {
    const ask = outside(core)
    const offer = await ask('POST', '/app/login/link', { link })
    expect(offer.json).toMatchObject({ name: 'anna', role: 'admin' })
    expect(offer.json.totpUri).toContain('mint.example')
    const totp = String(offer.json.totpSecret)
    const accepting = { link, password, code: codeOf(totp) }
    expect((await ask('POST', '/app/login/accept', { ...accepting, password: 'short' })).status).toBe(400)
    const wrong = codeOf(totp, -3_600_000)
    expect((await ask('POST', '/app/login/accept', { ...accepting, code: wrong })).status).toBe(401)
    const both = await Promise.all([1, 2].map(() => ask('POST', '/app/login/accept', accepting)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await ask('POST', '/app/login/link', { link })).json.code).toBe('login.link')
    expect((await ask('POST', '/app/login', { name: 'anna', password, code: accepting.code })).json.code).toBe(
      'login.wrong',
    )
    const next = codeOf(totp, period)
    expect((await ask('POST', '/app/login', { name: 'anna', password: `${password}!`, code: next })).status).toBe(401)
    const entered = await ask('POST', '/app/login', { name: 'Anna', password, code: next })
    expect(entered.status).toBe(200)
    expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict; .*; Secure$/)
    // Nobody signs in past the proxy: at this computer a ticket lets in.
    expect((await callerOf(core.url)('POST', '/app/login', { name: 'anna', password, code: next })).status).toBe(403)
  }))

test('a link that is a day old sets no password, and whoever holds nothing else cannot sign in', () =>
  withFolder(async (folder) => {
    let now = Date.now()
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    const clock = () => now
    const people = openPeople(db, clock)
    const signIn = openSignIn({ db, clock, tries: countTries(clock), host: 'mint.example', cost: cheap })
    const { secret } = await people.add('anna', 'admin')
    const offer = await signIn.offer(secret)
    now += 24 * 3_600_000
    expect(await people.hasAdmin()).toBe(false)
    expect(await signIn.offer(secret)).toBeUndefined()
    const code = codeOf(offer?.totpSecret ?? '', 24 * 3_600_000)
    expect(await signIn.accept({ link: secret, password, code }, '198.51.100.7')).toEqual({ refused: 'link' })
    // A code of an hour ago is what a clock that is an hour off shows.
    const { secret: anew } = await people.relink('anna')
    const late = codeOf((await signIn.offer(anew))?.totpSecret ?? '', 23 * 3_600_000)
    expect(await signIn.accept({ link: anew, password, code: late }, '198.51.100.7')).toEqual({ refused: 'wrong' })
    await store.close()
  }))

test('a thousand tries do not get in, are told to wait, and cost the core nothing; who can sign in elsewhere still does', () =>
  withServer(async (core, link) => {
    const { totp } = await accept(core, link)
    const code = codeOf(totp, period)
    const statuses = new Map<number, number>()
    const guess = async (at: number): Promise<void> => {
      const { status } = await outside(core, {}, '203.0.113.9')('POST', '/app/login', {
        ...{ name: at % 2 ? 'anna' : `name${at}`, password: `guess ${at}`, code },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let at = 0; at < 1_000; at += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => guess(at + n)))
    expect(statuses.get(200)).toBeUndefined()
    expect(statuses.get(401) ?? 0).toBeLessThanOrEqual(30)
    expect((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0)).toBe(1_000)
    const refused = await outside(core, {}, '203.0.113.9')('POST', '/app/login', { name: 'bob', password, code })
    expect(refused.json.message).toMatch(/^Too many tries to sign in: wait 1\d minutes, or sign in with a passkey\.$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
    // Those of another address are not kept out by them.
    const bob = await signedIn(core, 'bob', 'viewer')
    expect((await bob.call('GET', '/app/state')).json).toMatchObject({ person: { name: 'bob', role: 'viewer' } })
  }))

test('sessions of this computer are worth nothing at the public address, and keys of programs are', () =>
  withServer(async (core, _link, folder) => {
    const token = readApiFile(folder)?.token
    const { token: mine, pass, call } = await windowOf(core)
    for (const one of [token, mine]) {
      const came = outside(core, { authorization: `Bearer ${one}` })
      expect((await came('GET', '/app/state')).status).toBe(401)
      expect((await came('GET', '/api/2022-06-09/collections')).json.code).toBe('session.unknown')
    }
    expect((await outside(core)('POST', '/app/session', { ticket: core.ticket() })).status).toBe(401)
    expect((await outside(core)('POST', '/app/session', { pass })).status).toBe(401)
    const { key } = (await call('POST', '/app/keys', { name: 'till' })).json
    const collections = await outside(core, { 'x-api-key': String(key) })('GET', '/api/2022-06-09/collections')
    expect(collections.status).toBe(200)
  }))

test('sign-out ends one session, removal and a new link all of a person, and a change of the vault’s passphrase all there are', () =>
  withServer(async (core, link) => {
    const anna = await accept(core, link)
    const bob = await signedIn(core, 'bob', 'minter')
    const state = async (who: typeof anna) => (await who.call('GET', '/app/state')).status
    expect((await bob.call('DELETE', '/app/session')).status).toBe(204)
    expect([await state(bob), await state(anna)]).toEqual([401, 200])
    const again = secretOf((await anna.call('POST', '/app/people/bob/link', {})).json.link)
    const renewed = await accept(core, again)
    expect(await state(renewed)).toBe(200)
    const stream = renewed.call('GET', '/app/events')
    await expect.poll(() => state(renewed)).toBe(200)
    expect((await anna.call('DELETE', '/app/people/bob')).status).toBe(204)
    await stream
    expect(await state(renewed)).toBe(401)
    expect((await anna.call('DELETE', '/app/people/anna')).status).toBe(204)
    expect(await state(anna)).toBe(401)
    const carl = await signedIn(core, 'carl', 'admin')
    const dora = await signedIn(core, 'dora', 'viewer')
    expect((await carl.call('PATCH', '/app/people/carl', { role: 'viewer' })).json.code).toBe('people.lastAdmin')
    // Others end their own alone.
    expect((await dora.call('DELETE', '/app/sessions')).status).toBe(204)
    expect([await state(dora), await state(carl)]).toEqual([401, 200])
    await carl.call('POST', '/app/vault', { passphrase: 'one passphrase', keychain: false })
    const changed = await carl.call('POST', '/app/vault/passphrase', {
      passphrase: 'one passphrase',
      next: 'another passphrase',
    })
    expect(changed.status).toBe(200)
    expect(await state(carl)).toBe(401)
    // Who changed it goes on, as the same person.
    const back = await outside(core)('POST', '/app/session', { ticket: changed.json.ticket })
    const call = outside(core, { authorization: `Bearer ${back.json.token}` })
    expect((await call('GET', '/app/state')).json.person).toEqual({ name: 'carl', role: 'admin' })
  }))
