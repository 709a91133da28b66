import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CoreError } from '../../../src/core/lib/errors.ts'
import { type ContentStore, openContentStore } from '../../../src/core/metadata/content-store.ts'
import { createFetcher } from '../../../src/core/metadata/fetch-file.ts'
import { requireStorageForMints } from '../../../src/core/metadata/live-storage.ts'
import { createPinner } from '../../../src/core/metadata/pinner.ts'
import { openStorage, type Storage } from '../../../src/core/metadata/storage.ts'
import { mintMetadata } from '../../../src/core/minting/compose/mint-metadata.ts'
import type { MintMetadata } from '../../../src/core/minting/deps.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import { seenFromOutside } from '../../../src/core/verification/outside.ts'
import { arweaveAccount } from '../../../src/core/wallets/arweave-account.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { openTurboDouble, type TurboDouble } from '../services/turbo-double.ts'

const live = { kind: 'live', id: 'p', index: 0 } as const
const solana = { kind: 'live', anyAddress: true } as const
const shown = { name: 'C', description: '', symbol: 'C', image: '' }
const scope = { id: 's', importId: null, uriPrefix: 'https://arweave.net/' }
const account = arweaveAccount(Buffer.alloc(64, 7))

let directory: string
let turbo: TurboDouble
let store: OpenStore
let content: ContentStore
let storage: Storage
let metadata: MintMetadata
let locked: boolean
let now: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-arweave-'))
  turbo = await openTurboDouble()
  turbo.accounts.add(account.address)
  store = await openFreshStore(join(directory, 'mintdesk.db'))
  content = await openContentStore(join(directory, 'content'))
  locked = false
  now = Date.now()
  open()
})
afterEach(async () => {
  await storage.close()
  await store.close()
  await turbo.close()
  await rm(directory, { recursive: true, force: true })
})

/** As a start of Mintdesk does. */
function open(): void {
  storage = openStorage({
    ...{ db: store.db, content, clock: () => now },
    account() {
      if (locked) throw new CoreError('vault.locked', 'The vault is locked: unlock it.')
      return account
    },
  })
  metadata = mintMetadata({
    ...{ store: content, items: storage.items },
    pinner: createPinner({
      db: store.db,
      service: storage.used,
      seen: storage.seen,
      clock: () => now,
      patienceMs: 30_000,
    }),
    fetcher: createFetcher({ allowedHosts: [] }),
    mintsKey: () => new Uint8Array(32),
    mediaFolder: () => undefined,
  })
}

const set = () => storage.set({ kind: 'arweave', url: turbo.url })
const picture = () => `data:image/png;base64,${Buffer.concat([png, randomBytes(400)]).toString('base64')}`
/** One pixel; what stands behind its end makes each picture another. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const at = (uri: string) => turbo.items.get(uri.replace('https://arweave.net/', ''))

/** A mint's metadata as it is signed for: its address, and what it says of its picture. */
async function composed(image = picture()): Promise<{ uri: string; picture: string }> {
  const json = await metadata.resolve(scope, JSON.stringify({ name: 'A', image }), true)
  return {
    uri: await metadata.storeJson(json, scope.uriPrefix),
    picture: (JSON.parse(json) as { image: string }).image,
  }
}

it('NFTs name metadata and pictures on Arweave, whose addresses are known before; both lie there before anything is signed', async () => {
  expect((await set()).service).toMatchObject({
    kind: 'arweave',
    auth: 'seed',
    version: `Turbo, account ${account.address}`,
  })
  const contract = await metadata.storeContract(solana, shown, true)
  expect(contract).toMatch(/^https:\/\/arweave\.net\/[\w-]{43}$/)
  const one = await composed()
  expect(at(one.uri)).toBeUndefined()
  expect(await metadata.publish(live, [contract, one.uri], scope.uriPrefix)).toBe(true)
  expect(at(contract)?.type).toMatch(/^application\/json/)
  expect(at(one.picture)?.type).toBe('image/png')
  expect(JSON.parse(at(one.uri)?.data.toString() ?? '')).toEqual({ name: 'A', image: one.picture })
})

it('an address stays what it was over a restart, and nothing is uploaded twice', async () => {
  await set()
  const image = picture()
  const one = await composed(image)
  expect(await metadata.publish(live, [one.uri], scope.uriPrefix)).toBe(true)
  const { uploads } = turbo
  await storage.close()
  open()
  expect(await composed(image)).toEqual(one)
  expect(await metadata.publish(live, [one.uri], scope.uriPrefix)).toBe(true)
  expect(turbo.uploads).toBe(uploads)
  // A database that knows nothing of it comes to the same address.
  await store.db.deleteFrom('arweave_items').execute()
  await store.db.deleteFrom('pins').execute()
  expect(await composed(image)).toEqual(one)
  expect(await metadata.publish(live, [one.uri], scope.uriPrefix)).toBe(true)
  expect(turbo.uploads).toBe(uploads)
})

it('credits that end in the middle of a run are a sentence with the account, and the run waits', async () => {
  await set()
  turbo.freeBytes = 300
  const one = await composed()
  const published = metadata.publish(live, [one.uri], scope.uriPrefix)
  await expect(published).rejects.toMatchObject({ code: 'storage.full' })
  await expect(published).rejects.toThrow(`buy credits for the account ${account.address}`)
  expect(at(one.uri)).toBeUndefined()
  turbo.freeBytes = 4_000_000
  now += 60_000
  expect(await metadata.publish(live, [one.uri], scope.uriPrefix)).toBe(true)
})

it.each([
  ['other-id', 'storage.wrong', 'it was signed as'],
  ['no-receipt', 'storage.wrong', 'without a receipt'],
  ['busy', 'storage.unreachable', 'is still taking an upload that broke off: wait a moment.'],
] as const)('an answer that proves nothing does not count (%s)', async (ailment, code, sentence) => {
  await set()
  turbo.ailment = ailment
  const { cid } = await content.putBytes(randomBytes(300))
  const pinned = (await storage.used())?.service.pin([cid])
  await expect(pinned).rejects.toMatchObject({ code })
  await expect(pinned).rejects.toThrow(sentence)
})

it('while the vault is locked nothing is set or named anew; what waits to be uploaded waits', async () => {
  await set()
  const one = await composed()
  locked = true
  await expect(composed()).rejects.toMatchObject({ code: 'storage.refused' })
  await expect(metadata.publish(live, [one.uri], scope.uriPrefix)).rejects.toThrow(/signs what goes to Arweave.*unlock/)
  await expect(set()).rejects.toThrow('unlock')
  locked = false
  now += 60_000
  expect(await metadata.publish(live, [one.uri], scope.uriPrefix)).toBe(true)
})

it('chains whose contracts hold the hash of content refuse it before the price, and their collections stay with ipfs://', async () => {
  await set()
  const contract = await metadata.storeContract({ kind: 'live', anyAddress: false }, shown, true)
  expect(contract).toMatch(/^ipfs:\/\//)
  const mints = [{ json: '{}' }]
  const asked = (chain: string, uri: string | null) =>
    requireStorageForMints(storage, live, { chain, contract_uri: uri }, mints)
  for (const chain of ['polygon', 'aptos'])
    await expect(asked(chain, null)).rejects.toThrow(
      /name metadata by the hash of its content.*set a storage that serves IPFS/,
    )
  await expect(asked('polygon', contract)).rejects.toMatchObject({ code: 'storage.wrong' })
  await asked('solana', null)
  await asked('solana', await metadata.storeContract(solana, shown, true))
  await expect(asked('solana', contract)).rejects.toThrow('name their metadata by ipfs://')
})

it('what a gateway answers is compared with our copy; the file that is asked for before a price is on Arweave', async () => {
  await set()
  expect(await storage.probe()).toMatch(/^https:\/\/arweave\.net\/[\w-]{43}$/)
  const { uri } = await composed()
  const answering = (bytes: Buffer) => ({
    ...{ content, items: storage.items, gateways: async () => [] },
    fetcher: {
      fetch: async <T>(_url: string, take: (pieces: AsyncIterable<Uint8Array>) => Promise<T>) =>
        take(
          (async function* () {
            yield bytes
          })(),
        ),
    },
  })
  expect(await seenFromOutside(uri, answering(Buffer.from('other')))).toMatchObject({ kind: 'other' })
  await metadata.publish(live, [uri], scope.uriPrefix)
  expect(await seenFromOutside(uri, answering(at(uri)?.data ?? Buffer.alloc(0)))).toMatchObject({ kind: 'seen' })
})
