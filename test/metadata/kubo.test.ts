import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import type { PinningService } from '../../src/core/metadata/pinning.ts'
import { kuboService, kuboUrl } from '../../src/core/metadata/services/kubo.ts'
import { type Ailment, type KuboNode, openKuboNode } from './kubo-node.ts'
import { lacking } from './read-car.ts'

let directory: string
let store: ContentStore
let node: KuboNode
let opened: PinningService[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-kubo-'))
  store = await openContentStore(directory)
  node = await openKuboNode()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((service) => service.close()))
  await node.close()
  await rm(directory, { recursive: true, force: true })
})

function service(auth: string | null = null, url = node.url): PinningService {
  const made = kuboService({ url, auth }, store)
  opened.push(made)
  return made
}

describe('an IPFS node', () => {
  it('gets folders and files of any size in one upload, whole, and pins each', async () => {
    const large = await store.putStream([randomBytes(3_000_000)])
    const folder = await store.putFolder([
      { name: '0.json', bytes: Buffer.from('{"name":"A"}') },
      { name: 'mints.json', bytes: Buffer.from('{}') },
    ])
    await service().pin([large.cid, folder.cid])
    expect([...node.pins].sort()).toEqual([large.cid, folder.cid].sort())
    for (const cid of node.pins) expect(lacking(cid, node.blocks)).toBeUndefined()
    expect(node.uploads).toBe(1)
    // Again is harmless.
    await service().pin([large.cid])
    expect(node.pins.size).toBe(2)
  })

  // A real one where there is one: `MINTDESK_TEST_KUBO=http://127.0.0.1:5001 npx vitest run test/metadata/kubo.test.ts`.
  it.skipIf(process.env.MINTDESK_TEST_KUBO === undefined)('that is real takes the same, again and again', async () => {
    const url = kuboUrl(process.env.MINTDESK_TEST_KUBO ?? '')
    const auth = process.env.MINTDESK_TEST_KUBO_AUTH ?? null
    const large = await store.putStream([randomBytes(3_000_000)])
    const folder = await store.putFolder([
      { name: '0.json', bytes: Buffer.from('{"name":"A"}') },
      { name: 'mints.json', bytes: Buffer.from('{}') },
    ])
    // It fails unless the node itself says that it keeps what was sent, under the same addresses.
    for (let times = 0; times < 2; times++) await service(auth, url).pin([large.cid, folder.cid])
    expect((await service(auth, url).test()).version).toMatch(/^Kubo \d/)
  })

  it('is tested with a few bytes, and says its version and who it is', async () => {
    const { version, identity, latencyMs } = await service().test()
    expect({ version, identity }).toEqual({ version: 'Kubo 0.39.0', identity: node.identity })
    expect(latencyMs).toBeGreaterThanOrEqual(0)
    expect(node.pins.size).toBe(1)
  })

  it('lets in by token and by user and password', async () => {
    node.authorization = 'Bearer myToken'
    await service('bearer:myToken').test()
    node.authorization = 'Basic dXNlcjpwYXNz'
    await service('basic:user:pass').test()
    const refusal = service('bearer:top-secret').test()
    await expect(refusal).rejects.toThrow(/refuses the request \(403\): give the token/)
    await expect(refusal).rejects.not.toThrow(/top-secret/)
  })

  it('that refuses a large upload at its beginning is told as such, not as one that broke off', async () => {
    const { cid } = await store.putStream(Array.from({ length: 16 }, () => randomBytes(1024 * 1024)))
    node.authorization = 'Bearer myToken'
    await expect(service('bearer:another').pin([cid])).rejects.toMatchObject({ code: 'storage.refused' })
  })

  const ailments: [Ailment, string, RegExp][] = [
    ['full', 'storage.full', /has no room left \(.*no space left on device\): free some space there\.$/],
    ['full-late', 'storage.full', /has no room left \(.*no space left on device\): free some space there\.$/],
    ['pin-error', 'storage.refused', /could not keep the content: pin: cannot lock\.$/],
    ['mid-way', 'storage.refused', /could not keep the content: context canceled\.$/],
    ['other-cid', 'storage.wrong', /keeps the content bafk\w+ under another address, bafkreihdwd\w+: use another node/],
    ['silent-root', 'storage.wrong', /took an upload without saying that it keeps bafk\w+: look at its log/],
    ['forgets', 'storage.wrong', /took bafk\w+, and does not keep it: look at its log/],
    [
      'html',
      'storage.wrong',
      /answers with a web page, not as an IPFS node does: give the address of its RPC \(port 5001\)/,
    ],
    ['busy', 'storage.unreachable', /is not ready \(503\): look whether it is running\.$/],
    ['breaks-off', 'storage.unreachable', /does not answer \(it broke the connection off\): start it/],
  ]
  it.each(ailments)('that is ill (%s) is told by %s', async (ailment, code, sentence) => {
    const { cid } = await store.putStream([randomBytes(300_000)])
    node.ailment = ailment
    const refusal = service().pin([cid])
    await expect(refusal).rejects.toThrow(sentence)
    await expect(refusal).rejects.toMatchObject({ code })
    node.ailment = null
    await service().pin([cid])
    expect(node.pins.has(cid)).toBe(true)
  })

  it('that is not there is told by its address', async () => {
    await node.close()
    await expect(service().test()).rejects.toThrow(
      `The IPFS node at ${node.url} does not answer (nothing listens there): start it, or correct its address in Settings.`,
    )
    await node.reopen()
    await service().test()
  })

  it('is named by an address of its RPC, written in the usual ways', () => {
    for (const text of [
      'http://127.0.0.1:5001',
      ' http://127.0.0.1:5001/ ',
      'http://127.0.0.1:5001/api/v0',
      'http://127.0.0.1:5001/api/v0/',
      'http://127.0.0.1:5001/webui',
    ])
      expect(kuboUrl(text)).toBe('http://127.0.0.1:5001')
    expect(kuboUrl('https://node.example/ipfs-rpc/api/v0')).toBe('https://node.example/ipfs-rpc')
    expect(() => kuboUrl('127.0.0.1:5001')).toThrow(
      'is not the address of an IPFS node: write it like http://127.0.0.1:5001.',
    )
    expect(() => kuboUrl('ftp://x')).toThrow('is not the address of an IPFS node')
    expect(() => kuboUrl('http://ada:secret@127.0.0.1:5001')).toThrow('holds no user and password')
  })
})
