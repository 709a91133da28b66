import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { requireStorageForRun } from '../../src/core/metadata/live-storage.ts'
import { createPinner } from '../../src/core/metadata/pinner.ts'
import { openStorage, type Storage } from '../../src/core/metadata/storage.ts'
import { mintMetadata } from '../../src/core/minting/compose/mint-metadata.ts'
import type { MintMetadata } from '../../src/core/minting/deps.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { arweaveAccount } from '../../src/core/wallets/arweave-account.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { type KuboNode, openKuboNode } from './kubo-node.ts'
import { openFaultyProxy } from './services/faulty-proxy.ts'

const live = { id: 'p', kind: 'live', index: 0 } as const
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

let directory: string
let node: KuboNode
let store: OpenStore
let content: ContentStore
let storage: Storage
let metadata: MintMetadata
let now: number

async function open(): Promise<void> {
  store = await openFreshStore(join(directory, 'mintdesk.db'))
  content = await openContentStore(join(directory, 'content'))
  storage = openStorage({ db: store.db, content, clock: () => now, account: () => arweaveAccount(Buffer.alloc(64, 7)) })
  metadata = mintMetadata({
    store: content,
    items: storage.items,
    pinner: createPinner({
      db: store.db,
      service: storage.used,
      seen: storage.seen,
      clock: () => now,
      patienceMs: 60_000,
    }),
    fetcher: createFetcher({ allowedHosts: [] }),
    mintsKey: () => new Uint8Array(32),
    mediaFolder: () => undefined,
  })
}

async function close(): Promise<void> {
  await storage.close()
  await store.close()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-pins-'))
  now = 1_000_000
  node = await openKuboNode()
  await open()
})
afterEach(async () => {
  await close()
  await node.close()
  await rm(directory, { recursive: true, force: true })
})

/** A batch of two with an image, as the engine makes it; the digest of its folder. */
async function batch(name = 'A'): Promise<string> {
  const scope = { id: 'run', importId: null }
  const json = await metadata.resolve(scope, JSON.stringify({ name, image: pixel }), true)
  return await metadata.storeFolder(live, [
    { identity: `${name} 1`, json },
    { identity: `${name} 2`, json },
  ])
}

describe('content of a live project', () => {
  it('is kept by the service before it counts as published: folder, metadata and linked files', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    node.pins.clear()
    const digest = await batch()
    expect(await metadata.publish(live, [digest], 'ipfs://')).toBe(true)
    const image = await content.putBytes(Buffer.from(pixel.split(',')[1] ?? '', 'base64'))
    expect(node.pins).toContain(image.cid)
    expect(node.pins.size).toBe(2)
    const lone = await metadata.storeJson('{"name":"alone"}', 'ipfs://')
    const contract = await metadata.storeContract(
      { ...live, anyAddress: false },
      { name: 'C', description: '', symbol: 'C', image: '' },
      true,
    )
    expect(await metadata.publish(live, [lone, contract], 'ipfs://')).toBe(true)
    expect(node.pins).toContain(lone.replace('ipfs://', ''))
    expect(node.pins).toContain(contract.replace('ipfs://', ''))
    expect((await storage.state()).service?.pinned).toBe(4)
  })

  it('is sent once, also over a restart, and anew to a node that was set up anew', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const digest = await batch()
    await metadata.publish(live, [digest], 'ipfs://')
    const { uploads } = node
    await close()
    await open()
    expect(await metadata.publish(live, [digest], 'ipfs://')).toBe(true)
    expect(node.uploads).toBe(uploads)
    node.identity = '12D3KooWAnother'
    node.pins.clear()
    await storage.test()
    expect(await metadata.publish(live, [digest], 'ipfs://')).toBe(true)
    expect(node.pins.size).toBe(3)
  })

  it('is sent anew to a node that was set up anew, also where nobody has asked for a price since', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const digest = await batch()
    const lone = await metadata.storeJson('{"name":"alone"}', 'ipfs://')
    expect(await metadata.publish(live, [digest, lone], 'ipfs://')).toBe(true)
    await close()
    node.identity = '12D3KooWAnother'
    node.pins.clear()
    // What was restored elsewhere, or went on after the node’s disk was lost: runs go on by themselves, and programs ask for no price.
    await open()
    expect(await metadata.publish(live, [lone], 'ipfs://')).toBe(true)
    expect(node.pins).toContain(lone.replace('ipfs://', ''))
    const next = await batch('B')
    expect(await metadata.publish(live, [next], 'ipfs://')).toBe(true)
    const image = await content.putBytes(Buffer.from(pixel.split(',')[1] ?? '', 'base64'))
    expect(node.pins).toContain(image.cid)
    // While the core runs, too.
    node.identity = '12D3KooWThird'
    node.pins.clear()
    now += 60_000
    expect(await metadata.publish(live, [next], 'ipfs://')).toBe(true)
    expect(node.pins).toContain(image.cid)
  })

  it('brings its own files along, also where other metadata that links to it was published first', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const scope = { id: 'run', importId: null }
    const second = await metadata.resolve(scope, JSON.stringify({ name: 'Level 2', image: pixel }), true)
    const next = await metadata.storeJson(second, 'ipfs://')
    const first = await metadata.resolve(scope, JSON.stringify({ name: 'Level 1', next_level: next }), true)
    const [one, two] = [await metadata.storeJson(first, 'ipfs://'), await metadata.storeJson(second, 'ipfs://')]
    expect(await metadata.publish(live, [one], 'ipfs://')).toBe(true)
    expect(await metadata.publish(live, [two], 'ipfs://')).toBe(true)
    const image = await content.putBytes(Buffer.from(pixel.split(',')[1] ?? '', 'base64'))
    for (const cid of [one.slice(7), two.slice(7), image.cid]) expect(node.pins).toContain(cid)
  })

  it('that the service refuses holds up no other content', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const kept = await batch('kept')
    await metadata.publish(live, [kept], 'ipfs://')
    const [refused, other] = [await batch('refused'), await batch('other')]
    node.ailment = 'pin-error'
    await expect(metadata.publish(live, [refused], 'ipfs://')).rejects.toThrow('pin: cannot lock')
    node.ailment = null
    expect(await metadata.publish(live, [kept], 'ipfs://')).toBe(true)
    expect(await metadata.publish(live, [other], 'ipfs://')).toBe(true)
    await expect(metadata.publish(live, [refused], 'ipfs://')).rejects.toThrow('pin: cannot lock')
    now += 500
    expect(await metadata.publish(live, [refused], 'ipfs://')).toBe(true)
  })

  it('that nothing depends on is not waited for where it was kept: hosted rows go on while the node is silent', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const [contract, next] = [await batch('contract'), await batch('next')]
    expect(await metadata.publish(live, [contract], 'ipfs://')).toBe(true)
    now += 60_000
    let speak: () => void = () => undefined
    const silence = new Promise<void>((resolve) => {
      speak = resolve
    })
    node.beforeId = () => silence
    expect(await metadata.publish(live, [contract], 'ipfs://', false)).toBe(true)
    expect(await metadata.publish(live, [contract], 'ipfs://', false)).toBe(true)
    const needed = metadata.publish(live, [contract, next], 'ipfs://')
    // It is asked all the same, and may be another one.
    node.identity = '12D3KooWAnother'
    node.pins.clear()
    speak()
    expect(await needed).toBe(true)
    expect(node.pins.size).toBe(3)
  })

  it('waits while the node is down, tries again less and less often, and goes on', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const digest = await batch()
    await node.close()
    await expect(metadata.publish(live, [digest], 'ipfs://')).rejects.toThrow('does not answer (nothing listens there)')
    await node.reopen()
    // Not yet time for another try: the reason of the last one stands.
    await expect(metadata.publish(live, [digest], 'ipfs://')).rejects.toThrow('does not answer')
    now += 500
    expect(await metadata.publish(live, [digest], 'ipfs://')).toBe(true)
  })

  it('waits for as long as a service asks for', async () => {
    const proxy = await openFaultyProxy(node.url, () => 'too many')
    await storage.set({ kind: 'kubo', url: proxy.url })
    const digest = await batch()
    proxy.fault = '429 later'
    await expect(metadata.publish(live, [digest], 'ipfs://')).rejects.toMatchObject({ retryAfterMs: 45_000 })
    proxy.fault = null
    now += 44_000
    await expect(metadata.publish(live, [digest], 'ipfs://')).rejects.toThrow('is not ready (429)')
    now += 1_000
    expect(await metadata.publish(live, [digest], 'ipfs://')).toBe(true)
    await proxy.close()
  })

  it('needs no service where it is hosted elsewhere, or on a practice project', async () => {
    expect(
      await metadata.publish(
        live,
        ['https://example.com/1.json', '', 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
        'ipfs://',
      ),
    ).toBe(true)
    const digest = await batch()
    expect(await metadata.publish({ ...live, kind: 'practice' }, [digest], 'ipfs://')).toBe(true)
    await expect(metadata.publish(live, [digest], 'ipfs://')).rejects.toMatchObject({ code: 'storage.missing' })
  })
})

describe('the storage setting', () => {
  it('is taken only when it works, and shows no secret', async () => {
    node.authorization = 'Bearer s3cret'
    await expect(storage.set({ kind: 'kubo', url: node.url })).rejects.toThrow('refuses the request')
    expect(await storage.state()).toEqual({ service: null })
    const state = await storage.set({ kind: 'kubo', url: `${node.url}/api/v0/`, auth: 's3cret' })
    expect(state.service).toMatchObject({ url: node.url, auth: 'bearer', version: 'Kubo 0.39.0' })
    expect(JSON.stringify(await storage.state())).not.toContain('s3cret')
    // The secret stays when the same address is set again without one; '' takes it away.
    await storage.set({ kind: 'kubo', url: node.url })
    await expect(storage.set({ kind: 'kubo', url: node.url, auth: '' })).rejects.toThrow('refuses the request')
    await expect(storage.set({ kind: 'kubo', url: node.url, auth: 'basic:ada' })).rejects.toThrow(
      'basic:<user>:<password>',
    )
    await close()
    await open()
    await storage.test()
    expect(await storage.off()).toEqual({ service: null })
    await expect(storage.test()).rejects.toMatchObject({ code: 'storage.missing' })
  })

  it('is not put back by a test of the one before, whose answer came later', async () => {
    await storage.set({ kind: 'kubo', url: node.url })
    const other = await openKuboNode()
    node.identity = '12D3KooWAnother'
    // Another one is set while the first says which node it is.
    node.beforeId = async () => void (await storage.set({ kind: 'kubo', url: other.url }))
    await storage.test()
    expect((await storage.state()).service?.url).toBe(other.url)
    await other.close()
  })

  it('tells before a price whether it works now', async () => {
    await expect(storage.requireWorking()).rejects.toThrow('no storage is set: set one in Settings')
    await storage.set({ kind: 'kubo', url: node.url })
    await storage.requireWorking()
    await node.close()
    // A test that was just passed counts for a while.
    await storage.requireWorking()
    now += 60_000
    await expect(storage.requireWorking()).rejects.toMatchObject({ code: 'storage.unreachable' })
    // What programs ask for is taken, and waits.
    await storage.requireSet()
    await node.reopen()
    await storage.requireWorking()
  })

  it('lets a live run in without it when every row names hosted metadata', async () => {
    const made = {
      chain: 'polygon',
      contract_uri: 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    }
    async function* rows(...uris: (string | undefined)[]) {
      for (const metadataUri of uris) yield { metadataUri }
    }
    await requireStorageForRun(storage, live, made, rows('https://example.com/1', 'ar://2'))
    await requireStorageForRun(storage, { kind: 'practice' }, made, rows(undefined))
    const refusal = requireStorageForRun(storage, live, made, rows('https://example.com/1', undefined))
    await expect(refusal).rejects.toMatchObject({ code: 'storage.missing' })
    await storage.set({ kind: 'kubo', url: node.url })
    await requireStorageForRun(storage, live, made, rows(undefined))
    await node.close()
    now += 60_000
    await expect(requireStorageForRun(storage, live, made, rows(undefined))).rejects.toMatchObject({
      code: 'storage.unreachable',
    })
    await requireStorageForRun(storage, live, made, rows('https://example.com/1'))
    await node.reopen()
  })
})
