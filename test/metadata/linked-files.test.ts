import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { legacyFileCid } from '../../src/core/lib/cid.ts'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher, type Fetcher } from '../../src/core/metadata/fetch-file.ts'
import {
  type JsonObject,
  LinkedFilesError,
  type LinkedFilesOptions,
  linkCache,
  resolveLinked,
} from '../../src/core/metadata/linked-files.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

let directory: string
let media: string
let store: ContentStore
let server: Server
let base: string
let fetcher: Fetcher
let asked: string[]
let options: LinkedFilesOptions

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-linked-'))
  media = join(directory, 'media')
  await mkdir(join(media, 'sub'), { recursive: true })
  store = await openContentStore(join(directory, 'ipfs'))
  asked = []
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const again = asked.filter((one) => one === path).length > 1
    if (path.endsWith('.png') || (path === '/late' && again)) response.end(png)
    else if (path === '/turns') response.end(`picture ${asked.length}`)
    else if (path === '/page') response.end('<!doctype html><title>x</title>')
    else if (path.startsWith('/ipfs/')) response.end('hello world')
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  fetcher = createFetcher({ allowedHosts: [{ host: '127.0.0.1', port }], bounds: { retryDelays: [] } })
  options = { store, fetcher, cache: linkCache(30_000), reupload: true }
})
afterEach(async () => {
  await fetcher.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await rm(directory, { recursive: true, force: true })
})

async function faultsOf(metadata: JsonObject, given = options): Promise<string[]> {
  const error = await resolveLinked(metadata, given).catch((thrown: unknown) => thrown)
  if (!(error instanceof LinkedFilesError)) throw new Error(`It was not refused: ${JSON.stringify(error)}`)
  return error.faults.map(({ path, code }) => `${path} ${code}`)
}

describe('linked files', () => {
  it('are asked for again a while after they could not be had, however often they are named meanwhile', async () => {
    const given = { ...options, cache: linkCache(50) }
    const image = `${base}/late`
    expect(await faultsOf({ image }, given)).toEqual(['image metadata.media'])
    await vi.waitFor(async () => expect((await resolveLinked({ image }, given)).files).toHaveLength(1), {
      interval: 5,
      timeout: 60_000,
    })
  })

  it('are what lies at their address now, where mints come without end', async () => {
    const given = { ...options, cache: linkCache(30_000, 50) }
    const image = `${base}/turns`
    const [first] = (await resolveLinked({ image }, given)).files
    // Each use is within a moment of the one before.
    await vi.waitFor(async () => expect((await resolveLinked({ image }, given)).files).not.toEqual([first]), {
      interval: 5,
      timeout: 60_000,
    })
    const run = { ...options, cache: linkCache(30_000) }
    const once = (await resolveLinked({ image }, run)).files
    expect((await resolveLinked({ image }, run)).files).toEqual(once)
  })

  it('that take longer than they count as had are fetched once: their time begins when they are there', async () => {
    const cache = linkCache(30_000, 20)
    let end: (stored: null) => void = () => undefined
    const film = new Promise<null>((resolve) => {
      end = resolve
    })
    const began = performance.now()
    cache.set('film', film)
    await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(60), 60_000)
    expect(cache.get('film')).toBe(film)
    end(null)
    await vi.waitFor(() => expect(cache.get('film')).toBeUndefined(), 60_000)
  })

  it('that are written into the metadata fill no cache', async () => {
    const held: string[] = []
    const cache = { get: () => undefined, set: (link: string) => held.push(link) }
    const image = `data:image/png;base64,${png.toString('base64')}`
    expect((await resolveLinked({ image }, { ...options, cache })).files).toHaveLength(1)
    expect(held).toEqual([])
  })

  it('are stored, and each link of whatever field becomes the content’s own', async () => {
    const cid = (await store.putBytes(png)).cid
    const given = {
      name: 'https://example.com is my name',
      image: `${base}/1.png`,
      animation_url: `${base}/page`,
      external_url: 'https://example.com/me',
      description: 'https://example.com',
      properties: { files: [{ uri: `${base}/2.png`, type: 'image/png' }] },
      preview_url: ` ${base}/1.png `,
      forum: `${base}/page`,
      note: 'ar: see below',
      attributes: [{ trait_type: 'Link', value: 'https://example.com' }],
      __proto__x: 1,
    }
    const { metadata, files } = await resolveLinked(given, options)
    expect(metadata).toEqual({
      ...given,
      image: `ipfs://${cid}`,
      animation_url: `ipfs://${files[1]}`,
      properties: { files: [{ uri: `ipfs://${cid}`, type: 'image/png' }] },
      preview_url: `ipfs://${cid}`,
    })
    expect(files).toHaveLength(2)
    expect(Buffer.from((await store.read(files[0] ?? '')) ?? [])).toEqual(png)
    expect(given.image).toBe(`${base}/1.png`)
  })

  it('are fetched once for all mints of a run', async () => {
    const mints = Array.from({ length: 30 }, () => resolveLinked({ name: 'x', image: `${base}/1.png` }, options))
    expect(new Set((await Promise.all(mints)).map(({ metadata }) => metadata.image)).size).toBe(1)
    expect(asked).toEqual(['/1.png'])
    expect(await faultsOf({ image: `${base}/none` })).toEqual(['image metadata.media'])
    expect(await faultsOf({ image: `${base}/none` })).toEqual(['image metadata.media'])
    expect(asked).toEqual(['/1.png', '/none'])
  })

  it('fail their NFT with all faults at once when they cannot be had', async () => {
    const metadata = { image: `${base}/none`, animation_url: 'http://127.0.0.1:1/x', files: ['http://10.0.0.1/x'] }
    expect(await faultsOf(metadata)).toEqual([
      'image metadata.media',
      'animation_url metadata.url',
      'files[0] metadata.url',
    ])
    expect(await faultsOf({ image: `${base}/page` })).toEqual(['image metadata.media'])
    for (const image of [
      'picture.png',
      'ftp://x/y.png',
      'file:///etc/passwd',
      '//x/y.png',
      'data:,',
      'data:image/png;base64,@',
    ]) {
      expect(await faultsOf({ image })).toEqual(['image metadata.url'])
    }
  })

  it('stay as they are when they need not be stored', async () => {
    const given = { image: `${base}/1.png`, animation_url: 'ipfs://x' }
    expect(await resolveLinked(given, { ...options, reupload: false })).toEqual({ metadata: given, files: [] })
    expect(asked).toEqual([])
  })

  it('are read out of data: addresses', async () => {
    const image = `data:image/png;base64,${png.toString('base64')}`
    const { metadata } = await resolveLinked({ image, image_data: 'data:image/svg+xml,%3Csvg%2F%3E' }, options)
    expect(metadata.image).toBe(`ipfs://${(await store.putBytes(png)).cid}`)
    expect(metadata.image_data).toBe(`ipfs://${(await store.putBytes(utf8('<svg/>'))).cid}`)
  })

  it('keep keys that have a meaning in JavaScript', async () => {
    const given: JsonObject = JSON.parse(
      `{"__proto__":{"a":1},"constructor":{"url":"${base}/1.png"},"image":"${base}/1.png"}`,
    )
    const { metadata } = await resolveLinked(given, options)
    expect(Object.keys(metadata)).toEqual(['__proto__', 'constructor', 'image'])
    expect(JSON.stringify(metadata)).toContain('"__proto__":{"a":1},"constructor":{"url":"ipfs://')
  })
})

describe('ipfs:// and ar:// links', () => {
  it('are served from the own store first, from a file or out of a folder', async () => {
    const { cid } = await store.putBytes(png)
    const folder = await store.putFolder([{ name: 'a b.png', bytes: png }])
    for (const image of [
      `ipfs://${cid}`,
      `ipfs://ipfs/${cid}`,
      `ipfs://${folder.cid}/a%20b.png`,
      `ipfs://${folder.cid}/a b.png`,
    ]) {
      const { metadata, files } = await resolveLinked({ image }, options)
      expect([metadata.image, files]).toEqual([`ipfs://${cid}`, [cid]])
    }
    expect(asked).toEqual([])
  })

  it('are kept when their content cannot be had', async () => {
    for (const image of [
      'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
      'ipfs://QmNothing/1.png',
      'ipfs://',
    ]) {
      expect((await resolveLinked({ image }, options)).metadata.image).toBe(image)
    }
  })

  it('are taken from a gateway only when the bytes prove to be the content named', async () => {
    const given = { ...options, ipfsGateways: ['http://127.0.0.1:1', base] }
    const cid = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    const other = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
    const legacy = await legacyFileCid(utf8('hello world'))
    expect((await resolveLinked({ image: `ipfs://${cid}` }, given)).files).toEqual([cid])
    await rm(join(directory, 'ipfs'), { recursive: true })
    const emptied = { ...given, store: await openContentStore(join(directory, 'ipfs')), cache: linkCache(30_000) }
    expect((await resolveLinked({ image: `ipfs://${legacy}` }, emptied)).metadata.image).toBe(`ipfs://${cid}`)
    expect((await resolveLinked({ image: `ipfs://${other}` }, emptied)).metadata.image).toBe(`ipfs://${other}`)
  })

  it('lead to Arweave’s gateways in turn', async () => {
    const given = { ...options, arweaveGateways: ['http://127.0.0.1:1', base] }
    expect((await resolveLinked({ image: 'ar://id/1.png' }, given)).files).toHaveLength(1)
    expect(asked).toEqual(['/id/1.png'])
    expect(await faultsOf({ image: 'ar://id' }, given)).toEqual(['image metadata.media'])
    expect(await faultsOf({ image: 'ar://other' }, { ...given, arweaveGateways: [] })).toEqual(['image metadata.media'])
  })
})

describe('files of the dropped folder', () => {
  beforeEach(async () => {
    options = { ...options, mediaFolder: media }
    await writeFile(join(media, '1.png'), png)
    await writeFile(join(media, 'sub', 'é.png'), png)
    await writeFile(join(media, 'empty.png'), '')
    await writeFile(join(media, 'wrong.png'), 'not a picture')
    await writeFile(join(media, 'notes.xyz'), 'whatever')
    await writeFile(join(directory, 'secret.png'), png)
  })

  it('are stored by name, even when addresses stay as they are', async () => {
    const { cid } = await store.putBytes(png)
    for (const image of ['1.png', './1.png', 'sub/é.png', 'sub\\é.png', 'sub/e\u0301.png']) {
      const { metadata } = await resolveLinked({ image }, { ...options, reupload: false })
      expect(metadata.image).toBe(`ipfs://${cid}`)
    }
    expect((await resolveLinked({ image: '1.png', animation_url: 'notes.xyz' }, options)).files).toHaveLength(2)
  })

  it('are refused when they are missing, empty, or not what their ending says', async () => {
    for (const image of ['2.png', 'empty.png', 'wrong.png', 'sub', '.']) {
      expect(await faultsOf({ image })).toEqual(['image metadata.media'])
    }
  })

  it.skipIf(process.platform === 'win32')('never lead out of it', async () => {
    await symlink(join(directory, 'secret.png'), join(media, 'link.png'))
    await symlink(directory, join(media, 'up'))
    await symlink(join(media, '1.png'), join(media, 'inside.png'))
    const outside = [
      '../secret.png',
      'sub/../../secret.png',
      join(directory, 'secret.png'),
      'C:\\secret.png',
      '..\\secret.png',
    ]
    for (const image of [...outside, 'link.png', 'up/secret.png', '1.png\u0000']) {
      await expect(resolveLinked({ image }, options)).rejects.toMatchObject({
        faults: [{ code: 'metadata.media', message: expect.stringContaining('leads out of the folder') }],
      })
    }
    expect((await resolveLinked({ image: 'inside.png' }, options)).files).toHaveLength(1)
  })

  it('are asked for where none was given along', async () => {
    await expect(resolveLinked({ image: '1.png' }, { ...options, mediaFolder: undefined })).rejects.toThrow(
      '"1.png" is not an address of a file: use http, https, ipfs, ar or data, or give the folder of files along.',
    )
  })
})
