import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeFunctionData } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { encodeWork } from '../../src/core/chains/evm/contracts/calls.ts'
import { implementations } from '../../src/core/chains/evm/contracts/implementations.ts'
import { folderCidOf } from '../../src/core/lib/cid.ts'
import { contentPath, prefixOf } from '../../src/core/lib/uri-prefix.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { requireStorageForMints, requireStorageForRun } from '../../src/core/metadata/live-storage.ts'
import { createPinner } from '../../src/core/metadata/pinner.ts'
import { openStorage, type Storage } from '../../src/core/metadata/storage.ts'
import { mintMetadata } from '../../src/core/minting/compose/mint-metadata.ts'
import type { MintMetadata } from '../../src/core/minting/deps.ts'
import { listCollections, setContract } from '../../src/core/store/collections/collections.ts'
import { createProject } from '../../src/core/store/installation/projects.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { arweaveAccount } from '../../src/core/wallets/arweave-account.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { type KuboNode, openKuboNode } from './kubo-node.ts'
import { openS3Double, type S3Double } from './services/s3-double.ts'

const live = { id: 'p', kind: 'live', index: 0 } as const
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

let directory: string
let s3: S3Double
let node: KuboNode
let store: OpenStore
let storage: Storage
let metadata: MintMetadata

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-prefix-'))
  s3 = await openS3Double()
  node = await openKuboNode()
  store = await openFreshStore(join(directory, 'mintdesk.db'))
  const content = await openContentStore(join(directory, 'content'))
  storage = openStorage({ db: store.db, content, clock: Date.now, account: () => arweaveAccount(Buffer.alloc(64, 7)) })
  metadata = mintMetadata({
    store: content,
    items: storage.items,
    pinner: createPinner({
      db: store.db,
      service: storage.used,
      seen: storage.seen,
      clock: Date.now,
      patienceMs: 30_000,
    }),
    fetcher: createFetcher({ allowedHosts: [] }),
    mintsKey: () => new Uint8Array(32),
    mediaFolder: () => undefined,
  })
})
afterEach(async () => {
  await storage.close()
  await store.close()
  await s3.close()
  await node.close()
  await rm(directory, { recursive: true, force: true })
})

async function setBucket(uris: 'https' | 'ipfs' = 'https'): Promise<string> {
  const { accessKeyId, secretAccessKey, url, publicUrl } = s3
  const bucket = { bucket: 'nfts', region: 'auto', accessKeyId, secretAccessKey }
  await storage.set({ kind: 's3', url, publicUrl, uris, ...bucket })
  return publicUrl
}

it('collections that are made with a bucket name all of their content at its public address', async () => {
  const publicUrl = await setBucket()
  const contract = await metadata.storeContract(
    { ...live, anyAddress: false },
    { name: 'C', description: '', symbol: 'C', image: pixel },
    true,
  )
  expect(contract).toMatch(new RegExp(`^${publicUrl}baf`))
  expect(prefixOf(contract)).toBe(publicUrl)
  const scope = { id: 'run', importId: null, uriPrefix: prefixOf(contract) }
  const json = await metadata.resolve(scope, JSON.stringify({ name: 'A', image: pixel }), true)
  const { image } = JSON.parse(json) as { image: string }
  expect(image.startsWith(publicUrl)).toBe(true)
  const lone = await metadata.storeJson(json, scope.uriPrefix)
  const folder = await metadata.storeFolder(live, [{ identity: '1', json }])
  expect(await metadata.publish(live, [contract, lone, folder], scope.uriPrefix)).toBe(true)
  // What the world fetches: the picture, the contract's metadata, the lone token's, and the batch's by its place.
  for (const uri of [image, contract, lone, `${publicUrl}${folderCidOf(folder as `0x${string}`)}/0.json`])
    expect((await fetch(uri)).status).toBe(200)

  // The contract is made with the prefix, by which it makes the addresses of batches, and no digest stands for another address.
  const facts = { name: 'C', symbol: 'C', contractUri: contract, contractKind: 'standard', contractVersion: 1 }
  const made = { ...facts, projectIndex: 0, id: 'c', supplyLimit: 0, sale: null }
  const owner = '0x00000000000000000000000000000000000000aa'
  const call = implementations.standard?.initialization(made, owner)
  const { args } = decodeFunctionData({ abi: collection721.abi, data: call ?? '0x' })
  expect(args?.[0]).toMatchObject({ contractURI: contract, uriPrefix: publicUrl })
  const single = { kind: 'mint-single', contract: owner, jobId: `0x${'1'.repeat(64)}`, recipient: owner } as const
  const hosted = encodeWork({ ...single, uri: `ipfs://${cid}`, literal: true })
  expect(Buffer.from(hosted.data.slice(2), 'hex').toString()).toContain(`ipfs://${cid}`)
})

it('practice, and a bucket behind a gateway of IPFS, keep to ipfs://', async () => {
  await setBucket()
  const shown = { name: 'C', description: '', symbol: 'C', image: '' }
  expect(await metadata.storeContract({ kind: 'practice', anyAddress: false }, shown, true)).toMatch(/^ipfs:\/\/baf/)
  await setBucket('ipfs')
  const contract = await metadata.storeContract({ ...live, anyAddress: false }, shown, true)
  expect(contract).toMatch(/^ipfs:\/\/baf/)
  expect(await metadata.publish(live, [contract], 'ipfs://')).toBe(true)
})

it('a default collection that nothing was asked of follows the storage', async () => {
  const { db } = store
  const project = await createProject(db, { name: 'Shop', kind: 'live' }, 1)
  const [unasked, wanted] = await listCollections(db, project.id)
  for (const { pk } of [unasked, wanted].flatMap((one) => one ?? []))
    await setContract(db, pk, { uri: `ipfs://${cid}`, address: `0x${pk}` })
  await db
    .updateTable('collections')
    .set({ state: 'wanted' })
    .where('pk', '=', wanted?.pk ?? 0)
    .execute()
  const addresses = async () =>
    (await listCollections(db, project.id)).slice(0, 2).map(({ contract_address }) => contract_address !== null)
  await setBucket('ipfs')
  expect(await addresses()).toEqual([true, true])
  await setBucket()
  expect(await addresses()).toEqual([false, true])
})

it('a collection is refused, with the cure, while the storage serves content elsewhere than its NFTs say', async () => {
  async function* rows() {
    yield {}
  }
  const publicUrl = await setBucket()
  const onIpfs = { chain: 'polygon', contract_uri: `ipfs://${cid}` }
  const onBucket = { chain: 'polygon', contract_uri: `${publicUrl}${cid}` }
  const lone = await metadata.storeJson('{}', 'ipfs://')
  await expect(requireStorageForRun(storage, live, onIpfs, rows())).rejects.toThrow(
    /name their metadata by ipfs:\/\/, .* make a new collection for this storage, or set one that serves IPFS/,
  )
  await expect(metadata.publish(live, [lone], 'ipfs://')).rejects.toMatchObject({ code: 'storage.wrong' })
  expect(s3.objects.has(contentPath(lone) ?? '')).toBe(false)
  await requireStorageForRun(storage, live, onBucket, rows())
  await requireStorageForRun(storage, live, { chain: 'polygon', contract_uri: null }, rows())
  await storage.set({ kind: 'kubo', url: node.url })
  await expect(requireStorageForMints(storage, live, onBucket, [{ json: '{}' }])).rejects.toThrow(
    /set the storage of that address again, or make a new collection/,
  )
  await requireStorageForMints(storage, live, onIpfs, [{ json: '{}' }])
})
