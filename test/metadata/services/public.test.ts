import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/index-native.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIfThere } from '../../../src/core/lib/durable-file.ts'
import { type ContentStore, openContentStore } from '../../../src/core/metadata/content-store.ts'
import type { PinningService } from '../../../src/core/metadata/pinning.ts'
import { folderService } from '../../../src/core/metadata/services/folder-upload.ts'
import { publicBase } from '../../../src/core/metadata/services/public-files.ts'
import { s3Service } from '../../../src/core/metadata/services/s3.ts'
import { openS3Double, type S3Double } from './s3-double.ts'

let directory: string
let store: ContentStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-public-'))
  store = await openContentStore(join(directory, 'content'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const batchOf = (count: number) =>
  store.putFolder([
    ...Array.from({ length: count }, (_, at) => ({ name: `${at}.json`, bytes: Buffer.from(`{"name":"${at}"}`) })),
    { name: 'mints.json', bytes: Buffer.from('{}') },
  ])

describe('a bucket with a public address', () => {
  let s3: S3Double
  let service: PinningService

  beforeEach(async () => {
    s3 = await openS3Double()
    service = open({})
  })
  afterEach(async () => {
    await service.close()
    await s3.close()
  })

  function open(change: { bucket?: string; publicUrl?: string }): PinningService {
    const { accessKeyId, secretAccessKey, publicUrl } = s3
    const place = { endpoint: s3.url, bucket: 'nfts', region: 'auto', accessKeyId, secretAccessKey, publicUrl }
    return s3Service({ ...place, ...change }, store)
  }

  it('holds files under <cid> and <cid>/<name>, each with its type', async () => {
    const folder = await batchOf(3)
    const picture = await store.putStream([
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    ])
    await service.pin([picture.cid, folder.cid])
    // Those between the first and the last go side by side.
    expect([...s3.objects].map(([key, { type }]) => [key, type]).toSorted()).toEqual(
      [
        [picture.cid, 'image/gif'],
        [`${folder.cid}/0.json`, 'application/json'],
        ...[`${folder.cid}/1.json`, `${folder.cid}/2.json`, `${folder.cid}/mints.json`].map((key) => [
          key,
          'application/json',
        ]),
      ].toSorted(),
    )
    await service.pin([picture.cid, folder.cid])
    expect(s3.puts).toBe(5)
  })

  it('whose quota ends in the middle of a batch says so, and takes the rest when there is room', async () => {
    const folder = await batchOf(40)
    s3.quota = 20
    await expect(service.pin([folder.cid])).rejects.toMatchObject({
      code: 'storage.full',
      message: expect.stringMatching(/has no room left \(403: QuotaExceeded .*\): enlarge the quota of the bucket/),
    })
    s3.quota = null
    await service.pin([folder.cid])
    expect(s3.puts).toBe(41)
  })

  it('that is not public, or answers another file, is not used', async () => {
    s3.isPublic = false
    await expect(service.test()).rejects.toThrow(/^Nobody can fetch http\S+ \(403\): let everybody read the bucket/)
    s3.isPublic = true
    s3.answersOther = true
    await expect(service.test()).rejects.toThrow(/answers another file than the one that was uploaded/)
    s3.answersOther = false
    const elsewhere = open({ publicUrl: `${s3.url}/public/elsewhere/` })
    await expect(elsewhere.test()).rejects.toThrow(/\(404\): let everybody read the bucket/)
    await elsewhere.close()
    await service.test()
  })

  it('of another name, key or clock is told with the cure', async () => {
    const other = open({ bucket: 'wrong' })
    await expect(other.test()).rejects.toThrow(/There is no bucket wrong at http/)
    await other.close()
    s3.skewMs = 3_600_000
    await expect(service.test()).rejects.toThrow(/RequestTimeTooSkewed.*the clock of this computer/)
  })
})

describe('a folder that a person uploads', () => {
  let server: Server
  let service: PinningService
  let web: string
  let outbox: string

  beforeEach(async () => {
    web = join(directory, 'web')
    outbox = join(directory, 'outbox')
    server = createServer((request, response) => {
      void readIfThere(join(web, decodeURIComponent(request.url ?? ''))).then(
        (text) => (text === undefined ? response.writeHead(404).end() : response.end(text)),
        () => response.writeHead(404).end(),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    service = folderService({ path: outbox, publicUrl }, store)
  })
  afterEach(async () => {
    await service.close()
    server.closeAllConnections()
    server.close()
  })

  it('waits until every file is at its address, and is the same', async () => {
    const folder = await batchOf(4)
    await expect(service.pin([folder.cid])).rejects.toThrow(
      /^5 of 5 files that were looked for are not at http\S+ yet \(http\S+0\.json: 404\): upload the folder \S+outbox there/,
    )
    expect((await readdir(join(outbox, folder.cid))).sort()).toEqual([
      '0.json',
      '1.json',
      '2.json',
      '3.json',
      'mints.json',
    ])
    await cp(outbox, web, { recursive: true })
    await service.pin([folder.cid])
    await rm(join(web, folder.cid, '2.json'))
    await expect(service.pin([folder.cid])).rejects.toThrow(/^1 of 5 files .*2\.json: 404/)
    await cp(join(outbox, folder.cid, '1.json'), join(web, folder.cid, '2.json'))
    await expect(service.pin([folder.cid])).rejects.toThrow(/2\.json answers another file than the one/)
  })

  it('has a zip of what is not at the address yet, which is gone when it is', async () => {
    const folder = await batchOf(2)
    await expect(service.pin([folder.cid])).rejects.toThrow(/, or unpack \S+outbox\/upload-\w+\.zip there\.$/)
    const zips = async () => (await readdir(outbox)).filter((name) => name.includes('.zip'))
    const [name = ''] = await zips()
    const zip = new ZipReader(new Uint8ArrayReader(await readFile(join(outbox, name))))
    const unpacked = await zip.getEntries()
    expect(unpacked.map(({ filename }) => filename).sort()).toEqual(
      ['0.json', '1.json', 'mints.json'].map((one) => `${folder.cid}/${one}`),
    )
    for (const entry of unpacked) {
      if (entry.directory) throw new Error('a folder')
      const to = join(web, entry.filename)
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, await entry.getData(new Uint8ArrayWriter()))
    }
    await zip.close()
    await service.pin([folder.cid])
    expect(await zips()).toEqual([])
  })

  it('is refused where it holds files of somebody else, or is a link, before anything is written', async () => {
    await mkdir(outbox)
    await writeFile(join(outbox, 'letter.txt'), 'mine')
    await expect(service.test()).rejects.toThrow(/outbox cannot be used: it holds other files \(letter\.txt\)/)
    expect(await readdir(outbox)).toEqual(['letter.txt'])
    await rm(outbox, { recursive: true })
    await mkdir(join(directory, 'elsewhere'))
    await symlink(join(directory, 'elsewhere'), outbox)
    await expect(service.test()).rejects.toThrow(/it is a link to another place: name the folder that it leads to/)
    expect(await readdir(join(directory, 'elsewhere'))).toEqual([])
    await rm(outbox)
    const folder = await batchOf(1)
    await mkdir(outbox)
    await expect(service.test()).rejects.toThrow(/upload the folder .*, with its subfolders, then try again\.$/)
    await symlink(join(directory, 'elsewhere'), join(outbox, folder.cid))
    await expect(service.pin([folder.cid])).rejects.toThrow(/is a link to another place: remove it/)
    expect(await readdir(join(directory, 'elsewhere'))).toEqual([])
  })

  it('of many files is looked at in a hundred places', async () => {
    const folder = await batchOf(300)
    await expect(service.pin([folder.cid])).rejects.toThrow(/^100 of 100 files/)
    await cp(outbox, web, { recursive: true })
    await service.pin([folder.cid])
  })
})

it('a public address is written in the usual ways', () => {
  expect(publicBase(' https://nft.example.com ')).toBe('https://nft.example.com/')
  expect(publicBase('https://nft.example.com/a/')).toBe('https://nft.example.com/a/')
  for (const text of ['nft.example.com', 'ftp://x', 'https://ada:s3cret@x.example', 'https://x.example/?token=1'])
    expect(() => publicBase(text)).toThrow('is no public address')
})
