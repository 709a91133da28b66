import { AwsV4Signer } from 'aws4fetch'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { filesOf, type PublicFile, publicError, publicFiles } from './public-files.ts'
import { serviceCalls } from './service-call.ts'
import { checkHosted, hostedDown, type ServiceAnswer } from './service-faults.ts'
import { testContent } from './test-content.ts'

/** A bucket, its key, and where the world sees it. */
export interface S3Options {
  /** `https://<account>.r2.cloudflarestorage.com`, `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Ends with a slash; a file lies at `<publicUrl><cid>/<name>`. */
  publicUrl: string
  patienceMs?: number
}

/** Ours: requests at a time. */
const atATime = 16
const cures = {
  unknown: 'copy the access key and its secret again',
  rights:
    'copy the key and its secret again, let it read and write objects of this bucket (GetObject, PutObject), and look whether the clock of this computer is right',
  room: 'enlarge the quota of the bucket, or delete what you no longer need',
}
const publicCure =
  'let everybody read the bucket (Cloudflare R2: a custom domain or r2.dev; AWS: a bucket policy; MinIO: anonymous download), or correct its public address'

/**
 * A bucket that speaks S3, with a public address. Files lie under `<cid>` and `<cid>/<name>`. What is there already is not sent again, and
 * what was sent is fetched once from the public address, and compared.
 */
export function s3Service(options: S3Options, store: ContentStore): PinningService {
  const { endpoint, bucket, publicUrl, patienceMs } = options
  const name = `the bucket ${bucket} at ${new URL(endpoint).host}`
  const calls = serviceCalls(name, hostedDown, patienceMs)
  const seen = publicFiles(publicUrl, patienceMs)

  async function call(
    method: 'HEAD' | 'PUT',
    path: string,
    file?: { type: string; size: number; bytes: AsyncIterable<Uint8Array> },
  ) {
    const { region, accessKeyId, secretAccessKey } = options
    const url = `${endpoint}/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
    const own: Readonly<Record<string, string>> = file
      ? { 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable' }
      : {}
    const signer = new AwsV4Signer({
      ...{ method, url, region, accessKeyId, secretAccessKey, service: 's3' },
      // The body is streamed; TLS keeps it whole, and it is fetched back.
      headers: { ...own, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    })
    const { headers } = await signer.sign()
    const sent = { ...own, ...Object.fromEntries(headers) }
    return calls.call(url, { method, headers: sent, ...(file ? { body: file.bytes, bytes: file.size } : {}) })
  }

  function check(answer: ServiceAnswer): void {
    if (answer.status === 404)
      throw new PinningError(
        'storage.wrong',
        `There is no bucket ${bucket} at ${endpoint} (404): correct its name, its region or the address.`,
      )
    checkHosted(name, answer, cures)
  }

  async function isThere({ path, file }: PublicFile): Promise<boolean> {
    const { status, headers } = await call('HEAD', path)
    return status === 200 && Number(headers['content-length']) === file.size
  }

  async function put({ path, file }: PublicFile): Promise<void> {
    const type = await store.contentType(file)
    check(await call('PUT', path, { type, size: file.size, bytes: file.open() }))
  }

  async function see(file: PublicFile): Promise<void> {
    const fault = await seen.fault(file)
    if (fault) throw publicError(fault, publicCure)
  }

  async function keep(files: readonly PublicFile[]): Promise<void> {
    const last = files.at(-1)
    if (last === undefined) return
    // The first goes alone and the last when all others are there: so two questions tell an upload that was cut off from none, and from a whole one.
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
    name,
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
      return { version: `S3 bucket ${bucket}`, identity: null, latencyMs }
    },
    identity: async () => null,
    async close() {
      await Promise.all([calls.close(), seen.close()])
    },
  }
}
