import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher, type Fetcher } from '../../src/core/metadata/fetch-file.ts'
import { type OutsideDeps, seenFromOutside } from '../../src/core/verification/outside.ts'
import { storageSeenFromOutside } from '../../src/core/verification/storage-seen.ts'

let directory: string
let content: ContentStore
let fetcher: Fetcher
let servers: Server[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-outside-'))
  content = await openContentStore(directory)
  fetcher = createFetcher({ allowedHosts: [{ host: '127.0.0.1' }], bounds: { retryDelays: [] } })
  servers = []
})
afterEach(async () => {
  await fetcher.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(directory, { recursive: true, force: true })
})

/** A gateway that answers every path so; null: with nothing, ever. */
async function gateway(status: number | null, text: string): Promise<string> {
  const server = createServer((_, response) => void (status !== null && response.writeHead(status).end(text)))
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const deps = (gateways: string[], patienceMs = 30_000): OutsideDeps => ({
  ...{ fetcher, content, patienceMs, items: { cidOf: async () => undefined } },
  gateways: async () => gateways,
})

it('content is seen when one public gateway answers it, whatever the others do', async () => {
  const { cid } = await content.putBytes(Buffer.from('ours'))
  const right = await gateway(200, 'ours')
  const gateways = [await gateway(504, ''), await gateway(200, '<html>parked</html>'), await gateway(null, ''), right]
  const seen = await seenFromOutside(`ipfs://${cid}`, deps(gateways))
  expect(seen).toMatchObject({ kind: 'seen', url: `${right}/ipfs/${cid}` })
})

it('is not seen when none has it in time, or when another file is answered', async () => {
  const { cid } = await content.putBytes(Buffer.from('ours'))
  const silent = await gateway(null, '')
  expect(await seenFromOutside(`ipfs://${cid}`, deps([silent], 100))).toMatchObject({
    ...{ kind: 'unseen', reason: 'no answer in time' },
  })
  const other = await gateway(200, 'theirs')
  expect(await seenFromOutside(`ipfs://${cid}`, deps([await gateway(404, ''), other]))).toMatchObject({
    ...{ kind: 'other', url: `${other}/ipfs/${cid}` },
  })
  const { seen, said } = await storageSeenFromOutside(`ipfs://${cid}`, deps([await gateway(404, '')]))
  expect({ seen, said }).toMatchObject({
    seen: false,
    said: expect.stringMatching(
      /^What the storage keeps is not seen from outside \(asked: 127\.0\.0\.1:\d+; .*If this stays/,
    ),
  })
})

it('an address of this machine alone is not seen by the world', async () => {
  const local = await gateway(200, 'ours')
  const strict = createFetcher({ allowedHosts: [], bounds: { retryDelays: [] } })
  const found = await seenFromOutside(`${local}/a`, { ...deps([]), fetcher: strict })
  expect(found).toMatchObject({ kind: 'unseen', reason: expect.stringContaining('of this machine or its network') })
  await strict.close()
})
