/** Backups in a bucket that speaks S3, under the faults that services have, against a double that checks each signature. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { makeBackup } from '../../src/core/backup/make-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { readS3Listing } from '../../src/core/backup/s3-listing.ts'
import { s3Target } from '../../src/core/backup/s3-target.ts'
import { withFolder } from '../core/trial-core.ts'
import { type Fault, type FaultyProxy, openFaultyProxy } from '../metadata/services/faulty-proxy.ts'
import { openS3Double, type S3Double } from '../metadata/services/s3-double.ts'
import { filesIn, key, type OwnData, ownData } from './own-data.ts'

let double: S3Double
let proxy: FaultyProxy
beforeEach(async () => {
  double = await openS3Double()
  proxy = await openFaultyProxy(double.url, (status) => `<Error><Code>Said${status}</Code></Error>`)
})
afterEach(async () => void (await Promise.all([double.close(), proxy.close().catch(() => undefined)])))

const withData = (use: (data: OwnData, root: string) => Promise<void>) =>
  withFolder(async (root) => {
    const data = await ownData(root)
    try {
      await use(data, root)
    } finally {
      await data.store.close()
    }
  })

/** A backup with little patience: `retries`, pauses in ms. */
async function backUp(
  dataDir: string,
  retries: readonly number[] = [],
  change: { bucket?: string; secret?: string } = {},
) {
  const { accessKeyId, secretAccessKey } = double
  const place = { endpoint: proxy.url, region: 'auto', bucket: change.bucket ?? 'nfts', accessKeyId }
  const s3 = { ...place, secretAccessKey: change.secret ?? secretAccessKey }
  const target = s3Target('s3://nfts', s3, `mintdesk-${key.fingerprint}`, {
    patienceMs: proxy.fault === 'slow' ? 300 : 60_000,
    retries,
  })
  try {
    return await makeBackup({ dataDir, target, key, by: 'test', keep: 2, clock: Date.now })
  } finally {
    await target.close()
  }
}

async function restored(to: string): Promise<Map<string, Buffer>> {
  const found = await findBackup({ place: 's3://nfts', access: access() }, key)
  await restoreBackup({ found, key, dataDir: to })
  await found.target.close()
  return filesIn(to)
}

const puts = () => double.puts

it('everything comes back over several pages of listings, and what lies there is not sent again', () =>
  withData(async (data, root) => {
    const media = randomBytes(12_000_000)
    const cid = await data.addContent(media)
    const first = await backUp(data.dataDir)
    expect(first.written).toBeGreaterThan(12_000_000)
    const sent = puts()
    await backUp(data.dataDir)
    expect(puts() - sent).toBeLessThan(8)
    const files = await restored(join(root, 'again'))
    expect(files.get(`content/files/${cid.slice(-3, -1)}/${cid}`)?.equals(media)).toBe(true)
  }))

it('only the last ones stay, with all they need, and objects that none of them names go', () =>
  withData(async (data, root) => {
    for (let n = 0; n < 4; n++) {
      await writeFile(join(data.dataDir, 'practice/polygon/record-0.log'), randomBytes(200_000))
      await backUp(data.dataDir)
      // As if an hour passed: what nobody needs is spared for a while.
      for (const object of double.objects.values()) object.at -= 3_600_000
    }
    await backUp(data.dataDir)
    const all = [...double.objects]
    expect(all.filter(([name]) => name.endsWith('.mintdesk'))).toHaveLength(2)
    expect(all.filter(([, { bytes }]) => bytes.length > 190_000).length).toBeLessThanOrEqual(2)
    await restored(join(root, 'again'))
  }))

it.each([true, false])(
  'a service that takes conditions (%s) or not: what is there is written over by none that takes them',
  (takes) =>
    withData(async (data, root) => {
      double.takesConditions = takes
      await backUp(data.dataDir)
      await restored(join(root, 'again'))
      const [path = '', before] = [...double.objects][0] ?? []
      const [ours = '', ...name] = path.split('/')
      const target = s3Target('s3://nfts', { ...access(), bucket: 'nfts' }, ours)
      await target.put(name.join('/'), Buffer.from('other'))
      await target.close()
      expect(double.objects.get(path) === before).toBe(takes)
    }),
)

const access = () => ({
  ...{ endpoint: double.url, region: 'auto' },
  ...{ accessKeyId: double.accessKeyId, secretAccessKey: double.secretAccessKey },
})

const faults: [Fault, RegExp][] = [
  ['slow', /does not answer \(it took too long\)/],
  ['cut', /does not answer \(it broke the connection off\)/],
  [401, /does not know the key \(401.*copy the access key and its secret again/],
  [403, /refuses the key \(403.*ListBucket, GetObject, PutObject, DeleteObject/],
  [429, /\(429\)/],
  ['429 later', /\(429\).*wait 45 s/],
  [507, /has no room left \(507.*enlarge the quota/],
]
it.each(faults)('the fault %s ends a backup with the cure; the next one goes on where it stopped', (fault, sentence) =>
  withData(async (data, root) => {
    await data.addContent(randomBytes(2_500_000))
    proxy.fault = fault
    await expect(backUp(data.dataDir)).rejects.toMatchObject({
      code: 'backup.bucket',
      message: expect.stringMatching(sentence),
    })
    expect([...double.objects.keys()].filter((name) => name.endsWith('.mintdesk'))).toEqual([])
    proxy.fault = null
    await backUp(data.dataDir)
    await restored(join(root, 'again'))
  }),
)

it('a service that is not ready for a moment is asked again, and an answer that was lost costs nothing twice', () =>
  withData(async (data, root) => {
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    proxy.fault = 503
    const faulty = async () => {
      await until(() => proxy.met > 0)
      proxy.fault = 'lost'
      await until(() => puts() > 0)
      proxy.fault = null
    }
    await Promise.all([backUp(data.dataDir, new Array(1_000).fill(10)), faulty()])
    expect(puts()).toBe(double.objects.size)
    await restored(join(root, 'again'))
  }))

it('a backup that was cut off in the middle is none, and what it sent is not sent again', () =>
  withData(async (data, root) => {
    await data.addContent(randomBytes(5_000_000))
    double.quota = 4
    await expect(backUp(data.dataDir)).rejects.toThrow(/has no room left \(403: QuotaExceeded/)
    await expect(restored(join(root, 'again'))).rejects.toMatchObject({ code: 'backup.missing' })
    double.quota = null
    const sent = puts()
    await backUp(data.dataDir)
    expect(puts()).toBe(double.objects.size)
    expect(sent).toBe(4)
    await restored(join(root, 'again'))
  }))

it('a bucket that is missing, another key and a clock that is wrong are told with the cure, without the key', () =>
  withData(async ({ dataDir }) => {
    await expect(backUp(dataDir, [], { bucket: 'other' })).rejects.toThrow(/There is no bucket other at http/)
    const wrong = await backUp(dataDir, [], { secret: 'wr0ng-secret' }).catch((error: Error) => error)
    expect(wrong).toMatchObject({ code: 'backup.bucket', message: expect.stringContaining('SignatureDoesNotMatch') })
    expect(String(wrong)).not.toContain('wr0ng-secret')
    double.skewMs = 3_600_000
    await expect(backUp(dataDir)).rejects.toThrow(/RequestTimeTooSkewed.*look whether the clock of this computer/)
    await proxy.close()
    await expect(backUp(dataDir)).rejects.toThrow(/does not answer \(nothing listens there\)/)
    await proxy.reopen()
  }))

it('a page that is no listing is none, whatever it holds', () => {
  expect(readS3Listing('<html><body>parked</body></html>')).toBeNull()
  expect(readS3Listing('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>')).toBeNull()
  fc.assert(fc.property(fc.string(), (text) => readS3Listing(text) === null))
})

it('a large file comes back in several pieces at a time, in their order', () =>
  withData(async (data, root) => {
    const media = randomBytes(12_000_000)
    const cid = await data.addContent(media)
    await backUp(data.dataDir)
    const found = await findBackup({ place: 's3://nfts', access: access() }, key)
    let [open, most] = [0, 0]
    const counted = {
      ...found.target,
      async get(path: string) {
        most = Math.max(most, ++open)
        return found.target.get(path).finally(() => open--)
      },
    }
    await restoreBackup({ found: { ...found, target: counted }, key, dataDir: join(root, 'again') })
    await found.target.close()
    expect(most).toBeGreaterThanOrEqual(8)
    const files = await filesIn(join(root, 'again'))
    expect(files.get(`content/files/${cid.slice(-3, -1)}/${cid}`)?.equals(media)).toBe(true)
  }))
