import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSessions } from '../../src/core/api/app/sessions/sessions.ts'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { openCore } from '../../src/core/index.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { session } from '../../src/shared/app-api.ts'
import { createGreeter, sessionToken } from '../../src/shared/greeting.ts'
import { callerOf, coreOptions, windowOf, withCore, withFolder } from './trial-core.ts'

const portOf = (url: string): number => Number(new URL(url).port)
const pagesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('open-'))

async function opened(core: { url: string; ticket(): string }) {
  const answer = await callerOf(core.url)('POST', '/app/session', { ticket: core.ticket() })
  return session.parse(answer.json)
}

describe('the page that leads on with a ticket', () => {
  test('is for this user alone, is made for the command line alone, lets in once, and goes with that', () =>
    withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        expect((await call('POST', '/app/pages')).json).toMatchObject({ code: 'session.owner' })
        const owner = callerOf(core.url, { authorization: `Bearer ${readApiFile(folder)?.token}` })
        const { file } = (await owner('POST', '/app/pages')).json as { file: string }
        expect((await stat(file)).mode & 0o777).toBe(0o600)
        const page = await readFile(file, 'utf8')
        const ticket = /url=http:\/\/127\.0\.0\.1:\d+\/\?ticket=([\w-]+)"/.exec(page)?.[1]
        expect(page).toContain('<meta name="referrer" content="no-referrer">')
        // Its address, which is in the browser's arguments and in its history, has nothing of it.
        expect(file).not.toContain(ticket)
        expect((await callerOf(core.url)('POST', '/app/session', { ticket })).status).toBe(200)
        await expect.poll(() => existsSync(file)).toBe(false)
        expect((await callerOf(core.url)('POST', '/app/session', { ticket })).status).toBe(401)
      }),
    ))

  test('goes when its ticket is too old, when the core closes, and at the next start of one that was killed', () =>
    withFolder(async (folder) => {
      let now = Date.now()
      const store = openStore(join(folder, 'mintdesk.db'))
      const sessions = await openSessions(
        store.db,
        folder,
        () => now,
        () => 'http://127.0.0.1:1',
      )
      const first = await sessions.tickets.page()
      now += 61_000
      const ticket = /ticket=([\w-]+)/.exec(await readFile(first, 'utf8'))?.[1] ?? ''
      expect(await sessions.exchange(ticket)).toBeUndefined()
      await expect.poll(() => pagesIn(folder)).toEqual([])
      await sessions.tickets.page()
      // As after a kill: nobody closed the first.
      const next = await openSessions(
        store.db,
        folder,
        () => now,
        () => 'http://127.0.0.1:1',
      )
      expect(pagesIn(folder)).toEqual([])
      await next.tickets.page()
      await next.close()
      expect(pagesIn(folder)).toEqual([])
      await sessions.close()
      await store.close()
    }))
})

describe('a session', () => {
  test('ends after 30 days', () =>
    withFolder(async (folder) => {
      let now = Date.now()
      const store = openStore(join(folder, 'mintdesk.db'))
      const sessions = await openSessions(
        store.db,
        folder,
        () => now,
        () => '',
      )
      const made = await sessions.exchange(sessions.tickets.make())
      if (!made) throw new Error('no session')
      now += 30 * 86_400_000 - 1
      expect(await sessions.renew(made.token)).toMatchObject({ id: made.id })
      now += 1
      expect(await sessions.renew(made.token)).toBeUndefined()
      expect(await sessions.resume(made.pass)).toBeUndefined()
      expect(await sessions.greet(made.id, 'n'.repeat(32), 1)).toBeUndefined()
      expect(await sessions.ofMedia(made.id, made.media)).toBeUndefined()
      await sessions.close()
      await store.close()
    }))

  test('ends with all others when a window or the command line signs out everywhere, and its event stream with it', () =>
    withFolder((folder) =>
      withCore(folder, async (core) => {
        const [one, other] = [await windowOf(core), await windowOf(core)]
        const stream = await fetch(`${core.url}/app/events`, { headers: { authorization: `Bearer ${other.token}` } })
        const pending = core.ticket()
        expect((await one.call('DELETE', '/app/sessions')).status).toBe(204)
        await stream.text()
        for (const { call } of [one, other])
          expect((await call('GET', '/app/state')).json).toMatchObject({ code: 'session.unknown' })
        expect((await callerOf(core.url)('POST', '/app/session', { ticket: pending })).status).toBe(401)
        const owner = callerOf(core.url, { authorization: `Bearer ${readApiFile(folder)?.token}` })
        expect((await owner('GET', '/app/state')).status).toBe(200)
        const third = await windowOf(core)
        expect((await owner('DELETE', '/app/sessions')).status).toBe(204)
        expect((await third.call('GET', '/app/state')).status).toBe(401)
      }),
    ))

  test('ends with all others when the passphrase of the vault is changed; who changed it comes in again', () =>
    withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const [one, other] = [await windowOf(core), await windowOf(core)]
          await one.call('POST', '/app/vault', { passphrase: 'a long passphrase' })
          const change = { passphrase: 'a long passphrase', next: 'another long passphrase' }
          const { json } = await one.call('POST', '/app/vault/passphrase', change)
          for (const { call } of [one, other]) expect((await call('GET', '/app/state')).status).toBe(401)
          const again = await callerOf(core.url)('POST', '/app/session', { ticket: json.ticket })
          expect(again.status).toBe(200)
          const owner = callerOf(core.url, { authorization: `Bearer ${readApiFile(folder)?.token}` })
          const back = { passphrase: change.next, next: change.passphrase }
          expect((await owner('POST', '/app/vault/passphrase', back)).json.ticket).toBeNull()
          const { token } = session.parse(again.json)
          expect((await callerOf(core.url, { authorization: `Bearer ${token}` })('GET', '/app/state')).status).toBe(401)
        },
        { trial: { vaultCost: { N: 1_024, r: 8, p: 1 } } },
      ),
    ))

  test('keeps its key over a restart; its token and what the browser keeps of it are good in one run alone', () =>
    withFolder(async (folder) => {
      const first = await openCore(coreOptions(folder))
      const made = await opened(first)
      const resumed = await callerOf(first.url)('POST', '/app/session', { pass: made.pass })
      expect(session.parse(resumed.json)).toEqual(made)
      const cookie = resumed.headers.get('set-cookie')?.split(';')[0] ?? ''
      const { port } = new URL(first.url)
      await first.close()
      await withCore(
        folder,
        async (core) => {
          const media = `/app/media/${made.id}?ipfs=bafy`
          const call = callerOf(core.url)
          expect((await call('POST', '/app/session', { pass: made.pass })).json).toMatchObject({
            code: 'session.unknown',
          })
          expect((await call('GET', media, undefined, { cookie })).status).toBe(401)
          const runs: string[] = []
          const greeter = createGreeter({
            base: core.url,
            session: made,
            port: portOf(core.url),
            onMet: async (run) => void runs.push(run),
          })
          await greeter.sure()
          expect(runs).toEqual([expect.not.stringMatching(made.run)])
          // What a stranger on the port heard between the two runs opens nothing; only who has the key makes the next token.
          const renew = (token: string) =>
            call('POST', '/app/session/renew', undefined, { authorization: `Bearer ${token}` })
          for (const path of ['/app/state', '/api/2022-06-09/collections'])
            expect((await call('GET', path, undefined, { authorization: `Bearer ${made.token}` })).status).toBeOneOf([
              401, 403,
            ])
          expect((await renew(made.token)).status).toBe(401)
          const token = sessionToken(made, runs[0] ?? '')
          const renewed = await renew(token)
          expect(session.parse(renewed.json)).toMatchObject({ id: made.id, key: made.key, token, run: runs[0] })
          const fresh = renewed.headers.get('set-cookie')?.split(';')[0] ?? ''
          expect((await call('GET', media, undefined, { cookie: fresh })).status).not.toBe(401)
          // Another session's media are not its.
          const other = await opened(core)
          const theirs = `/app/media/${other.id}?ipfs=bafy`
          expect((await call('GET', theirs, undefined, { cookie: fresh })).status).toBe(401)
        },
        { port: Number(port) },
      )
    }))
})
