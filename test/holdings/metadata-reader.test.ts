import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataText, readForeign, withTokenId } from '../../src/core/holdings/foreign-metadata.ts'
import { foreignBounds, type MetadataReader, metadataReader } from '../../src/core/holdings/metadata-reader.ts'
import { fileCid } from '../../src/core/lib/cid.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from '../store/fresh-store.ts'

let folder: string
let store: OpenStore
let server: Server
let host: string
let reader: MetadataReader
let asked: string[]
let now: number
/** Null: it is held. */
let answers: Record<string, string | null>
let held: ServerResponse[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-foreign-'))
  store = await openFreshStore(join(folder, 'mintdesk.db'))
  asked = []
  answers = {}
  held = []
  now = Date.UTC(2026, 0, 1)
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers[url]
    if (answer === undefined) response.writeHead(404).end()
    else if (answer === null) held.push(response)
    else response.end(answer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  reader = open()
})
afterEach(async () => {
  await reader.close()
  server.closeAllConnections()
  server.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function open(patienceMs?: number): MetadataReader {
  const port = Number(host.split(':')[1])
  return metadataReader({
    db: store.db,
    content: { read: async (path) => (path === 'bafkept/1.json' ? Buffer.from('{"name":"Kept here"}') : undefined) },
    fetcher: createFetcher({ allowedHosts: [{ host: '127.0.0.1', port }], bounds: foreignBounds }),
    gateways: async () => [`http://${host}/first`, `http://${host}/second`],
    clock: () => now,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  })
}

const names = async (...uris: string[]) => (await reader.read(uris)).map((shown) => shown?.name ?? null)

it('asks gateways in turn, once for ever, and this machine first', async () => {
  answers['/second/ipfs/bafy/a%20b.json'] = '{"name":"From the second"}'
  const uris = ['ipfs://bafy/a b.json', 'ipfs://ipfs/bafkept/1.json', 'ipfs://bafnowhere']
  expect(await names(...uris)).toEqual(['From the second', 'Kept here', null])
  expect(asked.sort()).toEqual([
    '/first/ipfs/bafnowhere',
    '/first/ipfs/bafy/a%20b.json',
    '/second/ipfs/bafnowhere',
    '/second/ipfs/bafy/a%20b.json',
  ])
  now += 365 * 86_400_000
  expect(await names(...uris)).toEqual(['From the second', 'Kept here', null])
  // What failed is asked for again.
  expect(asked.slice(4)).toEqual(['/first/ipfs/bafnowhere', '/second/ipfs/bafnowhere'])
})

it('takes a web page of a gateway, or another file than the address names, for no answer: the next one is asked', async () => {
  const text = '{"name":"The true one"}'
  const { cid } = await fileCid(Buffer.from(text))
  answers['/first/ipfs/bafy/1.json'] = '<!doctype html><title>Too many requests</title>'
  answers['/second/ipfs/bafy/1.json'] = '{"name":"From the second"}'
  answers[`/first/ipfs/${cid}`] = '{"name":"A false one"}'
  answers[`/second/ipfs/${cid}`] = text
  expect(await names('ipfs://bafy/1.json', `ipfs://${cid}`)).toEqual(['From the second', 'The true one'])
})

it('asks a server again after an hour, and one that failed after five minutes', async () => {
  const uri = `http://${host}/1.json`
  expect(await names(uri)).toEqual([null])
  answers['/1.json'] = '{"name":"One"}'
  expect(await names(uri)).toEqual([null])
  now += 5 * 60_000 + 1
  expect(await names(uri)).toEqual(['One'])
  answers['/1.json'] = '{"name":"Another"}'
  expect(await names(uri)).toEqual(['One'])
  now += 3_600_001
  expect(await names(uri, uri)).toEqual(['Another', 'Another'])
  expect(asked).toHaveLength(3)
})

it('keeps a page waiting no longer than it may; what comes later is there the next time', async () => {
  await reader.close()
  reader = open(20)
  answers['/slow.json'] = null
  expect(await names(`http://${host}/slow.json`)).toEqual([null])
  await expect.poll(() => held.length).toBe(1)
  held[0]?.end('{"name":"Slow"}')
  await expect.poll(() => names(`http://${host}/slow.json`)).toEqual(['Slow'])
  expect(asked).toHaveLength(1)
})

it('fetches from public addresses alone', async () => {
  const others = [
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
  ]
  expect(await names(...others)).toEqual(others.map(() => null))
})

it.each([
  ['no JSON', 'not json', null],
  ['a list', '[1]', null],
  ['a text', '"a"', null],
  ['nothing', 'null', null],
  ['numbers and nulls', '{"name":1,"description":null,"image":{},"animation_url":[],"attributes":"a"}', {}],
  ['the older name of a picture', '{"image_url":"ipfs://x"}', { image: 'ipfs://x', image_url: 'ipfs://x' }],
  [
    'fields that change an object',
    '{"__proto__":{"name":"x"},"constructor":1,"prototype":2,"name":"y"}',
    { name: 'y' },
  ],
  ['the same deeper', '{"a":{"__proto__":{"b":1}},"name":"y"}', { name: 'y' }],
])('reads %s', (_name, text, expected) => {
  const empty = { name: '', description: '', image: '', animation_url: '', attributes: [] }
  const shown = readForeign(text)
  expect(shown).toEqual(expected === null ? null : { ...empty, ...(expected as object) })
  expect(({} as { name?: string }).name).toBeUndefined()
})

it('decodes data: addresses as contracts write them', () => {
  expect(dataText('data:application/json;base64,eyJhIjoxfQ==')).toBe('{"a":1}')
  expect(dataText('data:application/json;utf8,{"a":"100%"}')).toBe('{"a":"100%"}')
  expect(dataText('data:application/json,%7B%22a%22%3A1%7D')).toBe('{"a":1}')
  expect(dataText('data:nothing')).toBeNull()
  expect(dataText(`data:,${'x'.repeat(300_000)}`)).toBeNull()
})

it('puts the id of ERC-1155 in as it is specified', () => {
  expect(withTokenId('https://x/{id}.json', '314592')).toBe(`https://x/${'0'.repeat(59)}4cce0.json`)
})
