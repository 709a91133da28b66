import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { openCore } from '../../src/core/index.ts'
import { hello } from '../../src/shared/app-api.ts'
import { sessionToken } from '../../src/shared/greeting.ts'
import { callerOf, coreOptions, windowOf, withCore, withFolder } from './trial-core.ts'

const rejected = async (opening: Promise<unknown>): Promise<{ code: string; message: string }> => {
  try {
    await opening
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('it opened')
}

describe('the data folder', () => {
  test('is made, for this user alone', async () => {
    await withFolder(async (folder) => {
      const dataDir = join(folder, 'a/b')
      await withCore(dataDir, async () => undefined)
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    })
  })

  test('that cannot be made is refused with one sentence', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '')
      const fault = await rejected(openCore(coreOptions(join(folder, 'file/data'))))
      expect(fault.code).toBe('data.unusable')
      expect(fault.message).toMatch(/cannot be used, because a part of its path is a file: .*choose another one/)
    })
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written is refused with one sentence', async () => {
    await withFolder(async (folder) => {
      const dataDir = join(folder, 'data')
      await mkdir(dataDir)
      await chmod(dataDir, 0o500)
      expect((await rejected(openCore(coreOptions(dataDir)))).code).toBe('data.unusable')
    })
  })

  test('is held by one core at a time, and the other is named', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const fault = await rejected(openCore(coreOptions(folder)))
        expect(fault.code).toBe('data.locked')
        expect(fault.message).toBe(
          `Another Mintdesk (process ${process.pid}, at ${core.url}) is using the data folder ${folder}: close it first, or choose another data folder.`,
        )
        expect((await callerOf(core.url)('GET', '/health')).status).toBe(200)
      }),
    )
  })

  test('of a core that was killed opens again at once', async () => {
    await withFolder(async (folder) => {
      const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-core.ts'), folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(holder.stdout, 'data')
      expect((await rejected(openCore(coreOptions(folder)))).message).toContain(`process ${holder.pid}`)
      const left = readApiFile(folder)?.token
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      await withCore(folder, async (core) => {
        const call = callerOf(core.url, { authorization: `Bearer ${left}` })
        expect((await call('GET', '/app/state')).status).toBe(401)
      })
    })
  })

  test.each([
    ['of a newer version', 999, 'store.newer', 'written by a newer Mintdesk'],
    ['from before the first release', 28, 'store.older', 'run "mintdesk recover"'],
  ])('with a database %s is left alone', async (_which, format, code, told) => {
    await withFolder(async (folder) => {
      await withCore(folder, async () => undefined)
      const file = join(folder, 'mintdesk.db')
      const database = new SqliteDatabase(file)
      database.pragma(`user_version = ${format}`)
      database.close()
      const before = await readFile(file)
      const fault = await rejected(openCore(coreOptions(folder)))
      expect(fault.code).toBe(code)
      expect(fault.message).toContain(told)
      // As a whole: `toEqual` takes seconds for so many bytes.
      expect(before.equals(await readFile(file)), 'not a byte of it is changed').toBe(true)
    })
  })

  test('says where the core is as long as it runs, to this user alone', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'api.json')
      await withCore(folder, async (core) => {
        expect((await stat(file)).mode & 0o777).toBe(0o600)
        const { url, pid, token } = JSON.parse(await readFile(file, 'utf8'))
        expect({ url, pid }).toEqual({ url: core.url, pid: process.pid })
        const call = callerOf(url, { authorization: `Bearer ${token}` })
        expect((await call('GET', '/app/state')).status).toBe(200)
        expect((await call('POST', '/app/tickets')).json.ticket).toMatch(/^[\w-]{40,}$/)
      })
      expect(readApiFile(folder)).toBeUndefined()
    })
  })
})

describe('the port', () => {
  const taking = async (port: number, use: (port: number) => Promise<void>): Promise<void> => {
    const server: Server = createServer()
    const isOurs = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true))
    })
    const address = server.address()
    try {
      await use(isOurs && typeof address === 'object' && address !== null ? address.port : port)
    } finally {
      if (isOurs) await new Promise((resolve) => server.close(resolve))
    }
  }

  test('that was asked for and is taken is refused', async () => {
    await withFolder((folder) =>
      taking(0, async (port) => {
        const fault = await rejected(openCore(coreOptions(folder, { port })))
        expect(fault.code).toBe('port.taken')
        expect(fault.message).toBe(
          `Port ${port} is in use by another program: close that one, or choose another port (--port, MINTDESK_PORT).`,
        )
        // It let go of the folder.
        await withCore(folder, async () => undefined)
      }),
    )
  })

  test('3000 that is taken gives way to the next one, and says so', async () => {
    await withFolder(async (folder) => {
      let seen: { port: number; notice: string | undefined } | undefined
      // Another program may hold it in place of this test, and let it go in between: then it is not taken, and once more.
      for (let isTaken = false; !isTaken; )
        await taking(3_000, () =>
          withCore(
            folder,
            async (core) => {
              seen = { port: Number(new URL(core.url).port), notice: core.notice }
              isTaken = seen.port !== 3_000
            },
            { port: undefined },
          ),
        )
      expect(seen?.port).toBeGreaterThan(3_000)
      expect(seen?.notice).toMatch(/^Port 3000 is in use by another program, so Mintdesk listens on \d+\.$/)
    })
  })

  test('answers on ::1 as on 127.0.0.1', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const six = core.url.replace('127.0.0.1', '[::1]')
        expect((await callerOf(six)('GET', '/health')).status).toBe(200)
      }),
    )
  })
})

describe('a session', () => {
  test('is opened by a ticket once', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const call = callerOf(core.url)
        const ticket = core.ticket()
        expect((await call('POST', '/app/session', { ticket })).status).toBe(200)
        const again = await call('POST', '/app/session', { ticket })
        expect(again.status).toBe(401)
        expect(again.json).toMatchObject({ error: true, code: 'session.ticket' })
        expect((await call('GET', '/app/state')).status).toBe(401)
      }),
    )
  })

  test('outlives a restart of the core', async () => {
    await withFolder(async (folder) => {
      const made = await withCore(folder, windowOf)
      await withCore(folder, async (core) => {
        const asked = { session: made.id, nonce: 'n'.repeat(32), port: Number(new URL(core.url).port) }
        const { run } = hello.parse((await callerOf(core.url)('POST', '/app/hello', asked)).json)
        const call = callerOf(core.url, { authorization: `Bearer ${sessionToken(made, run)}` })
        expect((await call('GET', '/app/state')).json).toMatchObject({
          dataDir: folder,
          project: { name: 'Practice', kind: 'practice', index: 0 },
        })
        // The window's token also opens what programs use, and makes no tickets.
        expect((await call('GET', '/api/2022-06-09/collections')).status).toBe(200)
        expect((await call('POST', '/app/tickets')).status).toBe(401)
      })
    })
  })

  test('has a cookie that is good for media and nothing else', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { cookie, media } = await windowOf(core)
        expect(cookie).toMatch(
          /^mintdesk-media-\d+=[\w-]+; HttpOnly; SameSite=Strict; Path=\/app\/media\/[\w-]+; Max-Age=(2592000|25919\d\d)$/,
        )
        const [pair = ''] = cookie.split(';')
        const call = callerOf(core.url)
        expect((await call('GET', '/app/state', undefined, { cookie: pair })).status).toBe(401)
        const value = pair.split('=')[1]
        expect((await call('GET', '/app/state', undefined, { authorization: `Bearer ${value}` })).status).toBe(401)
        const path = `${media}?url=http://127.0.0.1:9/x.png`
        expect((await call('GET', path)).status).toBe(401)
        // Let in, but this machine's own addresses are nobody's media.
        const refused = await call('GET', path, undefined, { cookie: pair })
        expect(refused.status).toBe(422)
        expect(refused.json.code).toBe('media.unavailable')
      }),
    )
  })

  test('is for pages of our own host alone', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const foreign = await call('GET', '/app/state', undefined, { origin: 'http://evil.example' })
        expect(foreign.status).toBe(403)
        expect(foreign.json.code).toBe('request.origin')
        expect((await call('GET', '/app/state', undefined, { origin: core.url })).status).toBe(200)
      }),
    )
  })
})

test('closing twice is closing once, and ends open event streams', async () => {
  await withFolder(async (folder) => {
    const core = await openCore(coreOptions(folder))
    const { token } = await windowOf(core)
    const stream = await fetch(`${core.url}/app/events`, { headers: { authorization: `Bearer ${token}` } })
    const reading = stream.text()
    await Promise.all([core.close(), core.close()])
    expect(await reading).toContain('event: reset')
  })
})
