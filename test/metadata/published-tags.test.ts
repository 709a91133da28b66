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
  const [, gateway, , cid = ''] = url.pathname.split('/')
  asked.push(`${gateway} ${cid}`)
  const bytes = url.searchParams.get('format') === 'raw' && gateway !== 'empty' ? blocks.get(cid) : undefined
  if (!bytes) response.writeHead(404).end()
  else response.writeHead(200).end(gateway === 'lies' ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes)
})
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

async function read(gateways: readonly string[], isSet = true): Promise<string[] | null> {
  const published = openPublishedTags({
    allowedHosts: parseAllowedHosts('127.0.0.1'),
    storage: { used: async () => (isSet ? {} : null) },
    providers: { gateways: async () => gateways.map((name) => `${base}/${name}`) },
  })
  try {
    return await published.read(digest)
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
