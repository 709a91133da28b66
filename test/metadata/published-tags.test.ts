import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder, folderCidOf } from '../../src/core/lib/cid.ts'
import { parseAllowedHosts } from '../../src/core/metadata/addresses.ts'
import { batchFiles, mintTag } from '../../src/core/metadata/batch-folder.ts'
import { openPublishedTags } from '../../src/core/metadata/published-tags.ts'

const mintsKey = Buffer.alloc(32, 3)
const members = [
  { mintId: 'a', json: '{"name":"A"}' },
  { mintId: 'b', json: '{"name":"B"}' },
]
const blocks = new Map<string, Uint8Array>()
/** Answers blocks as a trustless gateway does: `/good` what was asked for, `/lies` other bytes, `/empty` nothing. */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://gateway')
  if (url.pathname.startsWith('/files/')) {
    const bytes = files.get(url.pathname.slice('/files/'.length))
    return void response.writeHead(bytes ? 200 : 404).end(bytes)
  }
  const [, gateway, , cid = ''] = url.pathname.split('/')
  asked.push(`${gateway} ${cid}`)
  const bytes = url.searchParams.get('format') === 'raw' && gateway !== 'empty' ? blocks.get(cid) : undefined
  if (!bytes) response.writeHead(404).end()
  else response.writeHead(200).end(gateway === 'lies' ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes)
})
/** What lies at the public address of a storage, by path. */
const files = new Map<string, Uint8Array>()
const asked: string[] = []
let base: string
let digest: string

beforeAll(async () => {
  const files = batchFiles(members, mintsKey)
  const made = await folder(files)
  digest = made.digest
  for (const block of made.blocks) blocks.set(block.cid, block.bytes)
  for (const [at, entry] of made.entries.entries()) blocks.set(entry.cid, files[at]?.bytes ?? new Uint8Array())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function read(
  gateways: readonly string[],
  isSet = true,
  { isPublic = false, of = digest } = {},
): Promise<string[] | null> {
  const published = openPublishedTags({
    allowedHosts: parseAllowedHosts('127.0.0.1'),
    storage: {
      used: async () => (isSet ? {} : null),
      publicUrl: async () => (isPublic ? `${base}/files/` : null),
    },
    providers: { gateways: async () => gateways.map((name) => `${base}/${name}`) },
  })
  try {
    return await published.read(of)
  } finally {
    await published.close()
  }
}

it('reads whose mints a published batch holds, from the first gateway that has the very blocks', async () => {
  expect(await read(['empty', 'lies', 'good'])).toEqual(members.map(({ mintId }) => mintTag(mintsKey, mintId)))
  expect(asked[0]).toBe(`empty ${folderCidOf(digest as `0x${string}`)}`)
})

it('believes no gateway that answers other bytes, and asks none where nothing is published', async () => {
  expect(await read(['lies', 'empty'])).toBeNull()
  asked.length = 0
  expect(await read(['good'], false)).toBeNull()
  expect(asked).toEqual([])
})

it('reads them from the address of a bucket or web server, whose files must make the very folder', async () => {
  const tags = members.map(({ mintId }) => mintTag(mintsKey, mintId))
  const at = (name: string) => `${folderCidOf(digest as `0x${string}`)}/${name}`
  for (const { name, bytes } of batchFiles(members, mintsKey)) files.set(at(name), bytes)
  expect(await read([], true, { isPublic: true })).toEqual(tags)
  const list = files.get(at('mints.json')) ?? new Uint8Array()
  const others = batchFiles([...members].reverse(), mintsKey).find(({ name }) => name === 'mints.json')?.bytes
  for (const damage of [others, undefined, Buffer.from('<html>')]) {
    files.delete(at('mints.json'))
    if (damage) files.set(at('mints.json'), damage)
    expect(await read([], true, { isPublic: true })).toBeNull()
  }
  files.set(at('mints.json'), list)
  files.set(at('1.json'), Buffer.from('{"name":"C"}'))
  expect(await read([], true, { isPublic: true })).toBeNull()
  expect(await read(['good'], true, { isPublic: true }), 'a gateway is asked then').toEqual(tags)
  // Copies have a list alone.
  const alone = batchFiles(
    members.map(({ mintId }) => ({ mintId })),
    mintsKey,
  )
  const { digest: of } = await folder(alone)
  files.set(`${folderCidOf(of)}/mints.json`, alone[0]?.bytes ?? new Uint8Array())
  expect(await read([], true, { isPublic: true, of })).toEqual(tags)
})
