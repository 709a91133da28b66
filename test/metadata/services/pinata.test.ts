import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '../../../src/core/metadata/content-store.ts'
import type { PinningService } from '../../../src/core/metadata/pinning.ts'
import { pinataService } from '../../../src/core/metadata/services/pinata.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'
import { openPinataDouble, type PinataDouble } from './pinata-double.ts'

let directory: string
let store: ContentStore
let pinata: PinataDouble
let proxy: FaultyProxy
let opened: PinningService[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-pinata-'))
  store = await openContentStore(directory)
  pinata = await openPinataDouble()
  proxy = await openFaultyProxy(pinata.url, () => '')
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((service) => service.close()))
  await Promise.all([pinata.close(), proxy.close()])
  await rm(directory, { recursive: true, force: true })
})

function service(resumeAbove?: number): PinningService {
  const pieces = resumeAbove === undefined ? {} : { resumeAbove, pieceBytes: 1_000_000 }
  const made = pinataService({ token: pinata.token, url: proxy.url, ...pieces }, store)
  opened.push(made)
  return made
}

it('that keeps content under another address, or in its private network, is not taken', async () => {
  const { cid } = await store.putBytes(randomBytes(500))
  pinata.ailment = 'other-cid'
  await expect(service().pin([cid])).rejects.toThrow(`keeps the content ${cid} under another address, bafkreihdwd`)
  pinata.files.clear()
  pinata.ailment = 'private'
  await expect(service().pin([cid])).rejects.toThrow(`keeps ${cid} in its private network, where nobody sees it`)
  pinata.ailment = null
  await service().pin([cid])
  expect(pinata.files.get(cid)).toBe('public')
})

it('with a key that may only write is used; what is said of the network then counts alone', async () => {
  pinata.mayRead = false
  const { cid } = await store.putBytes(randomBytes(500))
  await service().pin([cid])
  pinata.ailment = 'silent'
  await expect(service().pin([cid])).rejects.toThrow('give it a key that may also read ("Files: Read")')
  pinata.mayRead = true
  await service().pin([cid])
})

it('that does not list as public what it took in pieces is told as such to a key that may read', async () => {
  const { cid } = await store.putStream(Array.from({ length: 3 }, () => randomBytes(900_000)))
  pinata.ailment = 'private'
  await expect(service(2_000_000).pin([cid])).rejects.toThrow(
    `Pinata took ${cid}, and does not list it among its public files`,
  )
})

it('is written to by the first test of a key, and only looked up by those before each price', async () => {
  const one = service()
  await one.test()
  await one.test()
  expect(pinata.uploads).toBe(1)
  // Another key of the account may lack the right to write, although the file is there.
  await service().test()
  expect(pinata.uploads).toBe(2)
})

it('gets a large upload in pieces, and after a cut only those that it lacks', async () => {
  const { cid } = await store.putStream(Array.from({ length: 5 }, () => randomBytes(900_000)))
  const one = service(2_000_000)
  pinata.onPiece = () => {
    proxy.fault = pinata.pieces === 2 ? 'cut' : null
  }
  await expect(one.pin([cid])).rejects.toThrow('it broke the connection off')
  expect(pinata.pieces).toBe(2)
  proxy.fault = null
  await one.pin([cid])
  expect(pinata.files.get(cid)).toBe('public')
  expect({ pieces: pinata.pieces, uploads: pinata.uploads }).toEqual({ pieces: 5, uploads: 1 })
})

// A real one where there is an account: `MINTDESK_TEST_PINATA_JWT=… npx vitest run test/metadata/services/pinata.test.ts`.
const jwt = process.env.MINTDESK_TEST_PINATA_JWT
it.skipIf(jwt === undefined)(
  'that is real takes a folder and files in one upload, again and again',
  {
    timeout: 120_000,
  },
  async () => {
    const folder = await store.putFolder([
      { name: '0.json', bytes: Buffer.from(`{"name":"${randomBytes(8).toString('hex')}"}`) },
    ])
    const { cid } = await store.putBytes(randomBytes(500))
    const real = pinataService({ token: jwt ?? '' }, store)
    opened.push(real)
    await real.test()
    for (let times = 0; times < 2; times++) await real.pin([cid, folder.cid])
  },
)
