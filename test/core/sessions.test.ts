import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRunning } from '../../src/cli/connect.ts'
import { openSessions } from '../../src/core/api/app/sessions.ts'
import { readApiFile, writeApiFile } from '../../src/core/host/api-file.ts'
import { openCore } from '../../src/core/index.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { session } from '../../src/shared/app-api.ts'
import { createGreeter } from '../../src/shared/greeting.ts'
import { createHttpClient } from '../../src/shared/http-client.ts'
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
      expect(await sessions.isMedia(made.id, made.media)).toBe(false)
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

  test('keeps its key over a restart; what the browser keeps of it is good in one run alone', () =>
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
          const renewed = await call('POST', '/app/session/renew', undefined, { authorization: `Bearer ${made.token}` })
          expect(session.parse(renewed.json)).toMatchObject({ id: made.id, key: made.key, run: runs[0] })
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

/** A program that keeps every byte it is sent, and answers with `answer` or not at all. */
async function strangerOn(port: number, answer: (socket: Socket) => void) {
  const heard: Buffer[] = []
  const server = createTcp((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      heard.push(bytes)
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(heard).toString('latin1'),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const reply = (status: number, body: unknown): string => {
  const text = JSON.stringify(body)
  return `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`
}

describe('who asks before it speaks', () => {
  test.each([
    ['says yes to everything', reply(200, { proof: 'A'.repeat(43), run: 'r' })],
    ['says that it is the core of another form', reply(200, { ok: true })],
    ['sends it elsewhere', 'HTTP/1.1 307 X\r\nlocation: /app/state\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'],
    ['breaks off', ''],
  ])('tells nothing to a program that has the port and %s', async (_what, answer) => {
    await withFolder(async (folder) => {
      const core = await openCore(coreOptions(folder))
      const made = await opened(core)
      const port = portOf(core.url)
      await core.close()
      const stranger = await strangerOn(port, (socket) => socket.end(answer))
      try {
        const greeter = createGreeter({ base: core.url, session: made, port })
        const client = createHttpClient({ base: core.url, token: made.token, greeter, mismatch: '' })
        const tried = async (): Promise<string> => {
          await expect(client.send('/app/state')).rejects.toMatchObject({
            code: expect.stringMatching(/^core\.(stranger|unreachable)$/),
          })
          return stranger.heard()
        }
        // Connections to the core that is gone are used up first.
        await expect.poll(tried).toContain('POST /app/hello')
        for (const secret of [made.token, made.key, made.pass]) expect(stranger.heard()).not.toContain(secret)
        expect(stranger.heard().toLowerCase()).not.toContain('authorization')
      } finally {
        await stranger.close()
      }
    })
  })

  test('tells nothing to one that passes its questions on to the core on another port', () =>
    withFolder((folder) =>
      withCore(folder, async (core) => {
        const made = await opened(core)
        const heard: string[] = []
        // It puts its own port, or the core's, into the question: neither helps.
        for (const rewrite of [false, true]) {
          const relay = createServer((request, response) => {
            const pieces: Buffer[] = []
            request.on('data', (piece) => pieces.push(piece))
            request.on('end', async () => {
              heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(pieces)}`)
              const asked = JSON.parse(String(Buffer.concat(pieces)) || '{}')
              const body = rewrite ? { ...asked, port: portOf(core.url) } : asked
              const answer = await callerOf(core.url)('POST', '/app/hello', body)
              response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
            })
          })
          await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
          const { port } = relay.address() as AddressInfo
          const base = `http://127.0.0.1:${port}`
          const greeter = createGreeter({ base, session: made, port })
          const client = createHttpClient({ base, token: made.token, greeter, mismatch: '' })
          await expect(client.send('/app/state')).rejects.toMatchObject({ code: 'core.stranger' })
          relay.closeAllConnections()
          await new Promise((resolve) => relay.close(resolve))
        }
        expect(heard).toHaveLength(2)
        for (const secret of [made.token, made.key, made.pass]) expect(heard.join()).not.toContain(secret)
      }),
    ))

  test('asks again once a connection was lost, and a moment after it was sure', () =>
    withFolder((folder) =>
      withCore(folder, async (core) => {
        let now = 1_000_000
        let met = 0
        const greeter = createGreeter({
          base: core.url,
          session: await opened(core),
          port: portOf(core.url),
          onMet: async () => void met++,
          clock: () => now,
        })
        await Promise.all([greeter.sure(), greeter.sure()])
        now += 999
        await greeter.sure()
        expect(met).toBe(1)
        now += 1
        await greeter.sure()
        expect(met).toBe(2)
        greeter.doubt()
        await greeter.sure()
        expect(met).toBe(3)
      }),
    ))

  test('is the command line, too: a core that was killed has left its port to somebody', () =>
    withFolder(async (folder) => {
      const core = await openCore(coreOptions(folder))
      const left = readApiFile(folder)
      if (!left) throw new Error('no api.json')
      const connection = await findRunning(folder)
      expect(connection?.url).toBe(core.url)
      await core.close()
      writeApiFile(folder, left)
      const stranger = await strangerOn(portOf(left.url), (socket) => socket.end(reply(200, [])))
      try {
        const tried = async (): Promise<string> => {
          expect(await findRunning(folder)).toBeUndefined()
          return stranger.heard()
        }
        await expect.poll(tried).toContain('POST /app/hello')
        for (const secret of [left.token, left.key]) expect(stranger.heard()).not.toContain(secret)
      } finally {
        await stranger.close()
      }
    }))
})
