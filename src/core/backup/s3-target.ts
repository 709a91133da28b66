import { setTimeout as pause } from 'node:timers/promises'
import { CoreError } from '../lib/errors.ts'
import { PinningError } from '../metadata/pinning.ts'
import { openS3Bucket, type S3Place, type S3Request } from '../metadata/services/s3-bucket.ts'
import type { ServiceAnswer } from '../metadata/services/service-faults.ts'
import { readS3Listing, type S3Listing } from './s3-listing.ts'
import type { BackupTarget } from './target.ts'

/** Options that differ from the defaults. */
export interface S3TargetOptions {
  /** The longest time for an answer, ms. */
  patienceMs?: number
  /** The waits before a request is repeated, ms, where the service was not ready or did not answer. */
  retries?: readonly number[]
}

/** Ours, ms: a piece of a megabyte takes seconds. */
const patience = 60_000
const usualRetries: readonly number[] = [500, 2_000, 8_000]
/** Ours, ms: a service that asks for a longer wait fails the backup; the next backup continues. */
const waitedAtMost = 30_000
const rights = 'ListBucket, GetObject, PutObject, DeleteObject'

/**
 * Backups in a bucket that speaks S3. An object appears whole or not at all, so nothing is ever unfinished. No name is written twice: a condition
 * (`If-None-Match: *`) ensures it, where the service supports conditions.
 * @param label `s3://…`, as the person named it
 * @param root Mintdesk's own folder in the bucket, without slashes at its ends
 */
export function s3Target(
  label: string,
  place: S3Place,
  root: string,
  { patienceMs = patience, retries = usualRetries }: S3TargetOptions = {},
): BackupTarget {
  const bucket = openS3Bucket(place, rights, patienceMs)
  let takesConditions = true

  /** Returns the answer once the service is ready; throws for an error status unless it is among `awaited`. */
  async function ask(
    request: S3Request & { content?: Uint8Array },
    awaited: readonly number[],
  ): Promise<ServiceAnswer> {
    const { content, ...rest } = request
    for (let tried = 0; ; tried++) {
      try {
        const answer = await bucket.send(content ? { ...rest, body: bodyOf(content) } : rest)
        const noBucket = answer.status === 404 && answer.text.includes('NoSuchBucket')
        if (noBucket || !awaited.includes(answer.status)) bucket.check(answer)
        return answer
      } catch (error) {
        if (!(error instanceof PinningError)) throw error
        const wait = retries[tried]
        if (error.code !== 'storage.unreachable' || wait === undefined || error.retryAfterMs > waitedAtMost)
          throw new CoreError('backup.bucket', error.message)
        await pause(Math.max(wait, error.retryAfterMs))
      }
    }
  }

  async function* pages(prefix: string, delimiter: string): AsyncGenerator<S3Listing> {
    let from: string | null = null
    do {
      const query = {
        ...{ 'list-type': '2', 'encoding-type': 'url', prefix },
        ...(delimiter === '' ? {} : { delimiter }),
        ...(from === null ? {} : { 'continuation-token': from }),
      }
      const page = readS3Listing((await ask({ method: 'GET', key: '', query }, [])).text)
      if (page === null || (page.next !== null && page.next === from))
        throw new CoreError(
          'backup.bucket',
          `${label} does not answer as a service that speaks S3 does: give the address of its S3 API, not that of a web page.`,
        )
      yield page
      from = page.next
    } while (from !== null)
  }

  async function* namesBelow(prefix: string, delimiter: string): AsyncGenerator<string> {
    const whole = `${root}/${prefix}`
    for await (const { keys } of pages(whole, delimiter))
      for (const key of keys) if (key.startsWith(whole)) yield key.slice(root.length + 1)
  }

  const target: BackupTarget = {
    label,
    async check() {
      for await (const _page of pages(`${root}/`, '/')) return
    },
    top: () => namesBelow('', '/'),
    list: (prefix) => namesBelow(prefix, ''),
    async put(name, bytes) {
      const put = { method: 'PUT', key: `${root}/${name}`, content: bytes } as const
      const own = { 'content-type': 'application/octet-stream' }
      if (takesConditions) {
        const { status } = await ask({ ...put, headers: { ...own, 'if-none-match': '*' } }, [400, 409, 412, 501])
        // 412: the object exists already, with the same content, since names follow from the content or are random.
        if (status < 300 || status === 412) return
        if (status !== 409) takesConditions = false
      }
      await ask({ ...put, headers: own }, [])
    },
    async get(name) {
      const { status, content } = await ask({ method: 'GET', key: `${root}/${name}` }, [404])
      return status === 404 ? undefined : content
    },
    async writtenAt(name) {
      const { status, headers } = await ask({ method: 'HEAD', key: `${root}/${name}` }, [404])
      const at = Date.parse(headers['last-modified'] ?? '')
      return status === 404 || Number.isNaN(at) ? undefined : at
    },
    async move(from, to) {
      const content = await target.get(from)
      if (content === undefined) return
      await target.put(to, content)
      await target.remove(from)
    },
    async remove(name) {
      await ask({ method: 'DELETE', key: `${root}/${name}` }, [404])
    },
    close: () => bucket.close(),
  }
  return target
}

/** The names of the folders directly below a prefix of a bucket. @throws CoreError `backup.bucket` */
export async function foldersInBucket(label: string, place: S3Place, prefix: string): Promise<string[]> {
  const bucket = openS3Bucket(place, rights, patience)
  const within = prefix === '' ? '' : `${prefix}/`
  try {
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix: `${within}mintdesk-`, delimiter: '/' }
    const answer = await bucket.send({ method: 'GET', key: '', query })
    bucket.check(answer)
    return (readS3Listing(answer.text)?.folders ?? []).map((folder) => folder.slice(within.length).replace(/\/$/, ''))
  } catch (error) {
    throw error instanceof PinningError ? new CoreError('backup.bucket', `${label}: ${error.message}`) : error
  } finally {
    await bucket.close()
  }
}

function bodyOf(content: Uint8Array): { size: number; bytes: AsyncIterable<Uint8Array> } {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield content
  }
  return { size: content.length, bytes: bytes() }
}
