import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { findRunning } from '../../src/cli/connect.ts'
import { readApiFile, writeApiFile } from '../../src/core/host/api-file.ts'
import { openCore } from '../../src/core/index.ts'
import { session } from '../../src/shared/app-api.ts'
import { createGreeter } from '../../src/shared/greeting.ts'
import { createHttpClient } from '../../src/shared/http-client.ts'
import { callerOf, coreOptions, withCore, withFolder } from './trial-core.ts'

const portOf = (url: string): number => Number(new URL(url).port)

async function opened(core: { url: string; ticket(): string }) {
  const answer = await callerOf(core.url)('POST', '/app/session', { ticket: core.ticket() })
  return session.parse(answer.json)
}

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
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(heard).toString('latin1'),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** A core that has ended, its session, and a program that has its port. */
async function strangerInPlace(folder: string, answer: string) {
  for (;;) {
    const core = await openCore(coreOptions(folder))
    const made = await opened(core)
    await core.close()
    try {
      const stranger = await strangerOn(portOf(core.url), (socket) => socket.end(answer))
      return { base: core.url, made, stranger }
    } catch (error) {
      // Another test was given the port meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
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
      const { base, made, stranger } = await strangerInPlace(folder, answer)
      try {
        const greeter = createGreeter({ base, session: made, port: stranger.port })
        const client = createHttpClient({ base, token: () => made.token, greeter, mismatch: '' })
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
          const client = createHttpClient({ base, token: () => made.token, greeter, mismatch: '' })
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
