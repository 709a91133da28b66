import type { ContentStore } from '../content-store.ts'
import type { PinningService } from '../pinning.ts'
import { filesOf, type PublicFile, publicError, publicFiles } from './public-files.ts'
import { openS3Bucket, type S3Place } from './s3-bucket.ts'
import { testContent } from './test-content.ts'

/** A bucket, its key, and its public address. */
export interface S3Options extends S3Place {
  /** Ends with a slash; a file lies at `<publicUrl><cid>/<name>`. */
  publicUrl: string
  patienceMs?: number
}

/** Ours: requests at a time. */
const atATime = 16
const publicCure =
  'let everybody read the bucket (Cloudflare R2: a custom domain or r2.dev; AWS: a bucket policy; MinIO: anonymous download), or correct its public address'

/**
 * A bucket of an S3 service, with a public address. Files lie under `<cid>` and `<cid>/<name>`. Files that are there already are not sent again;
 * of each CID the first and the last file are then fetched from the public address and compared, sent just now or before.
 */
export function s3Service(options: S3Options, store: ContentStore): PinningService {
  const { bucket: name, publicUrl, patienceMs } = options
  const bucket = openS3Bucket(options, 'GetObject, PutObject', patienceMs)
  const seen = publicFiles(publicUrl, patienceMs)

  async function isThere({ path, file }: PublicFile): Promise<boolean> {
    const { status, headers } = await bucket.send({ method: 'HEAD', key: path })
    return status === 200 && Number(headers['content-length']) === file.size
  }

  async function put({ path, file }: PublicFile): Promise<void> {
    const type = await store.contentType(file)
    bucket.check(
      await bucket.send({
        ...{ method: 'PUT', key: path, body: { size: file.size, bytes: file.open() } },
        headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
      }),
    )
  }

  async function see(file: PublicFile): Promise<void> {
    const fault = await seen.fault(file)
    if (fault) throw publicError(fault, publicCure)
  }

  async function keep(files: readonly PublicFile[]): Promise<void> {
    const last = files.at(-1)
    if (last === undefined) return
    // The first file goes alone, the last after all others: so two requests show whether an earlier upload never began, was cut off, or is complete.
    if (!(await isThere(last))) {
      const [first = last, ...others] = files.slice(0, -1)
      const wasBegun = first !== last && (await isThere(first))
      if (first !== last && !wasBegun) await put(first)
      for (let at = 0; at < others.length; at += atATime)
        await Promise.all(
          others.slice(at, at + atATime).map(async (file) => {
            if (!wasBegun || !(await isThere(file))) await put(file)
          }),
        )
      await put(last)
    }
    for (const file of new Set([files[0] ?? last, last])) await see(file)
  }

  return {
    name: bucket.name,
    rootsPerUpload: Number.POSITIVE_INFINITY,
    async pin(cids) {
      for (const cid of cids) await keep(await filesOf(store, cid))
    },
    async test() {
      const { bytes } = await testContent()
      const { cid } = await store.putBytes(bytes)
      const start = performance.now()
      const [file] = await filesOf(store, cid)
      if (file === undefined) throw new Error('the bytes of a test were stored, and are not there')
      await put(file)
      const latencyMs = Math.round(performance.now() - start)
      await see(file)
      return { version: `S3 bucket ${name}`, identity: null, latencyMs }
    },
    identity: async () => null,
    async close() {
      await Promise.all([bucket.close(), seen.close()])
    },
  }
}
