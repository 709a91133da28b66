import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lookup } from '../../src/core/metadata/addresses.ts'
import { createFetcher, type FetchBounds, type Fetcher } from '../../src/core/metadata/fetch-file.ts'
import { LinkedFileError } from '../../src/core/metadata/linked-file-error.ts'

let server: Server
let port: number
let fetcher: Fetcher
let answer: RequestListener
let asked: string[]

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  await fetcher.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/** Every name but the allowed ones leads to what `addresses` says. */
function lookupTo(...addresses: string[]): Lookup {
  return (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}

function open(bounds: Partial<FetchBounds> = {}, allowed = true, lookup = lookupTo('127.0.0.1')): void {
  const allowedHosts = allowed ? [{ host: '127.0.0.1', port }] : []
  fetcher = createFetcher({ allowedHosts, lookup, bounds: { retryDelays: [], ...bounds } })
}

async function text(path: string, host = `127.0.0.1:${port}`): Promise<string> {
  return fetcher.fetch(`http://${host}${path}`, async (bytes) => {
    const parts: Uint8Array[] = []
    for await (const part of bytes) parts.push(part)
    return Buffer.concat(parts).toString()
  })
}

function latch(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open: () => open() }
}

async function failure(path: string, host?: string): Promise<string> {
  const error = await text(path, host).catch((thrown: unknown) => thrown)
  return error instanceof LinkedFileError ? `${error.code}: ${error.message}` : `not refused: ${String(error)}`
}

describe('fetching a linked file', () => {
  it('gives its bytes, packed or not', async () => {
    open()
    answer = (request, response) => {
      if (request.url === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync('unpacked'))
      else response.end('plain')
    }
    expect(await text('/plain')).toBe('plain')
    expect(await text('/packed')).toBe('unpacked')
  })

  it.each(['gzip', 'deflate', 'br'])(
    'tells who begins to read later, and nobody else, of %s that it is not',
    async (encoding) => {
      open()
      answer = (_request, response) => response.setHeader('content-encoding', encoding).end('not packed at all')
      const uncaught: unknown[] = []
      const note = (error: unknown): void => void uncaught.push(error)
      process.on('uncaughtException', note)
      try {
        const [begun, go] = [latch(), latch()]
        const late = fetcher.fetch(`http://127.0.0.1:${port}/late`, async (bytes) => {
          begun.open()
          await go.opened
          for await (const _ of bytes);
        })
        await begun.opened
        // By then the first has failed, too.
        for (let at = 0; at < 5; at++) expect(await failure(`/${at}`)).toContain('its server does not answer properly')
        go.open()
        await expect(late).rejects.toThrow('its server does not answer properly')
        expect(uncaught).toEqual([])
      } finally {
        process.off('uncaughtException', note)
      }
    },
  )

  it('refuses addresses of this machine and its network, before a byte is sent', async () => {
    open({}, false)
    answer = (_request, response) => response.end('secret')
    for (const host of [
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `0:${port}`,
      `2130706433:${port}`,
    ]) {
      expect(await failure('/', host)).toMatch(/^metadata\.url: .* is an address of this machine or its network/)
    }
    expect(asked).toEqual([])
  })

  it('refuses names that lead there, whatever else they lead to', async () => {
    answer = (_request, response) => response.end('secret')
    for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1']) {
      open({}, false, lookupTo(address))
      expect(await failure('/', `innocent.example:${port}`)).toContain('metadata.url: http://innocent.example')
      await fetcher.close()
    }
    open({}, false, lookupTo())
    expect(await failure('/', `innocent.example:${port}`)).toContain('metadata.url')
    expect(asked).toEqual([])
  })

  it('follows redirects to allowed hosts only', async () => {
    open()
    answer = (request, response) => {
      const to = { '/a': '/b', '/out': `http://localhost:${port}/secret`, '/file': 'file:///etc/passwd' }[
        request.url ?? ''
      ]
      if (to !== undefined) response.writeHead(302, { location: to })
      response.end(request.url)
    }
    expect(await text('/a')).toBe('/b')
    expect(await failure('/out')).toContain('metadata.url')
    expect(await failure('/file')).toContain('it leads to file:, which is not followed')
    expect(asked).not.toContain('/secret')
  })

  it('follows five redirects and no more', async () => {
    open()
    answer = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(301, { location: `/${left - 1}` })
      response.end('there')
    }
    expect(await text('/5')).toBe('there')
    expect(await failure('/6')).toContain('it is redirected too often')
  })

  it('refuses what is too large, empty, or not there', async () => {
    open({ bytes: 1024 * 1024 })
    answer = (request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(1024 * 1024 + 1))
      else if (request.url === '/bomb')
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000)))
      else response.writeHead(request.url === '/empty' ? 200 : 404).end()
    }
    expect(await failure('/large')).toContain('it is larger than 1 MiB')
    expect(await failure('/bomb')).toContain('it is larger than 1 MiB')
    expect(await failure('/empty')).toContain('it is empty')
    expect(await failure('/none?token=secret')).toMatch(
      /^metadata\.media: http:\/\/127\.0\.0\.1:\d+\/none cannot be fetched: its server answers 404/,
    )
  })

  it('gives up on a server that takes too long, at any point', async () => {
    open({ milliseconds: 100 })
    answer = (request, response) => {
      if (request.url === '/body') response.write('a beginning')
    }
    expect(await failure('/headers')).toContain('it takes longer than 0.1 seconds')
    expect(await failure('/body')).toContain('it takes longer than 0.1 seconds')
  })

  it('tries again while a server is busy or breaks off', async () => {
    open({ retryDelays: [1, 1] })
    answer = (request, response) => {
      const times = asked.filter((path) => path === request.url).length
      if (request.url === '/busy' && times < 3) response.writeHead(503).end()
      else if (request.url === '/broken' && times < 2) response.destroy()
      else if (request.url === '/never') response.writeHead(429).end()
      else response.end('at last')
    }
    expect(await text('/busy')).toBe('at last')
    expect(await text('/broken')).toBe('at last')
    expect(await failure('/never')).toContain('its server answers 429')
    expect(asked.filter((path) => path === '/never')).toHaveLength(3)
  })

  it('asks one host for four files at a time', async () => {
    open()
    let running = 0
    let most = 0
    answer = (_request, response) => {
      running++
      most = Math.max(most, running)
      setImmediate(() => {
        running--
        response.end('x')
      })
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => text(`/${at}`)))
    expect(most).toBeLessThanOrEqual(4)
  })

  it('leaves what its user throws as it is', async () => {
    open()
    answer = (_request, response) => response.end('x')
    const fault = new Error('the disk is full')
    await expect(fetcher.fetch(`http://127.0.0.1:${port}/`, () => Promise.reject(fault))).rejects.toBe(fault)
  })

  it('says when nobody is there', async () => {
    open()
    answer = (_request, response) => response.end()
    fetcher = createFetcher({ allowedHosts: [{ host: '127.0.0.1' }], bounds: { retryDelays: [] } })
    expect(await failure('/', '127.0.0.1:9')).toContain('its server refuses the connection')
  })
})
