import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFetcher, type Fetcher } from '../../src/core/metadata/fetch-file.ts'
import { linkTrier, type TryLink } from '../../src/core/metadata/try-link.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

let server: Server
let base: string
let fetcher: Fetcher
let answer: RequestListener
let tryLink: TryLink

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  open(port, 60_000)
})

/** Tries links for so long, ms. */
function open(port: number, milliseconds: number): void {
  fetcher = createFetcher({
    allowedHosts: [{ host: '127.0.0.1', port }],
    bounds: { milliseconds, retryDelays: [], redirects: 2 },
  })
  tryLink = linkTrier({
    fetcher,
    isKept: async (link) => link === 'ipfs://kept',
    ipfsAddresses: async (link) => [`${base}/none`, `${base}/${link.slice('ipfs://'.length)}`],
  })
}
afterEach(async () => {
  await fetcher.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const tried = (path: string, role: 'image' | 'animation' = 'image') =>
  tryLink(path.includes(':') ? path : `${base}${path}`, role, new AbortController().signal)

test('a link to a picture is tried by its first bytes, and no more of it is loaded', async () => {
  let sent = 0
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(png)
    const more = () => {
      sent += 65_536
      if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  }
  expect(await tried('/endless.png')).toBeNull()
  expect(sent, 'what lies in the buffers of a connection, at most').toBeLessThan(20 * 1024 * 1024)
})

test.each<[string, RequestListener, RegExp]>([
  ['is gone', (_, response) => response.writeHead(404).end(), /its server answers 404\. Correct the address/],
  ['is empty', (_, response) => response.end(), /it is empty/],
  ['is a page', (_, response) => response.end('<!doctype html><p>Not found'), /leads to a web page/],
  [
    'says that it is huge',
    (_, response) => response.writeHead(200, { 'content-length': 200 * 1024 ** 2 }).write(png),
    /larger than 100 MiB/,
  ],
  [
    'leads into this machine',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x.png' }).end(),
    /an address of this machine or its network/,
  ],
  ['leads round', (_, response) => response.writeHead(302, { location: '/again' }).end(), /redirected too often/],
])('what %s is told of', async (_what, listener, message) => {
  answer = listener
  expect(await tried('/1.png')).toMatch(message)
})

test('what never comes is told of', async () => {
  answer = () => undefined
  await fetcher.close()
  open(Number(new URL(base).port), 300)
  expect(await tried('/1.png')).toMatch(/takes longer than 0\.3 seconds/)
})

test.each([
  'http://10.0.0.1/1.png',
  'http://[::1]/1.png',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:1/1',
])('%s is refused', async (address) => {
  expect(await tried(address)).toMatch(/an address of this machine or its network/)
})

test('a page is what an animation may be; IPFS is asked here first, then by each gateway', async () => {
  const paths: (string | undefined)[] = []
  answer = ({ url }, response) => {
    paths.push(url)
    if (url === '/none') response.writeHead(504).end()
    else response.end('<!doctype html><canvas>')
  }
  expect(await tried('/game.html', 'animation')).toBeNull()
  expect(await tried('ipfs://kept')).toBeNull()
  expect(paths).toEqual(['/game.html'])
  expect(await tried('ipfs://bafkpage')).toMatch(/leads to a web page/)
  expect(paths).toEqual(['/game.html', '/none', '/bafkpage'])
})

test('what is given up is given up at once', async () => {
  answer = () => undefined
  const stop = new AbortController()
  const running = tryLink(`${base}/1.png`, 'image', stop.signal)
  stop.abort(new Error('the file is closed'))
  await expect(running).rejects.toThrow('the file is closed')
})
