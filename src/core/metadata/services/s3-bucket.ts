import { AwsV4Signer } from 'aws4fetch'
import { PinningError } from '../pinning.ts'
import { type ServiceCall, serviceCalls } from './service-call.ts'
import { checkHosted, hostedDown, type KeyCures, type ServiceAnswer } from './service-faults.ts'

/** A bucket of a service that speaks S3, and the key to it. */
export interface S3Place {
  /** `https://<account>.r2.cloudflarestorage.com`, `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** One request about an object, or, with an empty key, about the bucket. */
export interface S3Request {
  method: ServiceCall['method']
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: { size: number; bytes: AsyncIterable<Uint8Array> }
}

/** Signed requests to one bucket. */
export interface S3Bucket {
  /** For people: "the bucket nfts at s3.example.com". */
  readonly name: string
  /** @returns the answer, whatever its status. @throws PinningError `storage.unreachable` when there is none */
  send(request: S3Request): Promise<ServiceAnswer>
  /** @throws PinningError where the answer is not a success, with the fault and the cure */
  check(answer: ServiceAnswer): void
  close(): Promise<void>
}

/**
 * Opens a bucket; sends no request yet. Requests are signed with version 4 (`aws4fetch`), but their bodies are not: they are streamed, TLS
 * protects them, and the caller reads back what was sent.
 * @param rights the rights that the key needs, for sentences: "GetObject, PutObject"
 */
export function openS3Bucket(place: S3Place, rights: string, patienceMs?: number): S3Bucket {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = place
  const name = `the bucket ${bucket} at ${new URL(endpoint).host}`
  const calls = serviceCalls(name, hostedDown, patienceMs)
  const cures: KeyCures = {
    unknown: 'copy the access key and its secret again',
    rights: `copy the key and its secret again, let it use this bucket (${rights}), and look whether the clock of this computer is right`,
    room: 'enlarge the quota of the bucket, or delete what you no longer need',
  }

  return {
    name,
    async send({ method, key, query = {}, headers: own = {}, body }) {
      const path = [bucket, ...(key === '' ? [] : key.split('/'))].map(encodeURIComponent).join('/')
      const search = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='))
      const url = `${endpoint}/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
      const signer = new AwsV4Signer({
        ...{ method, url, region, accessKeyId, secretAccessKey, service: 's3' },
        headers: { ...own, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      })
      const { headers } = await signer.sign()
      const sent = { ...own, ...Object.fromEntries(headers) }
      return calls.call(url, { method, headers: sent, ...(body ? { body: body.bytes, bytes: body.size } : {}) })
    },
    check(answer) {
      if (answer.status === 404)
        throw new PinningError(
          'storage.wrong',
          `There is no bucket ${bucket} at ${endpoint} (404): correct its name, its region or the address.`,
        )
      checkHosted(name, answer, cures)
    },
    close: () => calls.close(),
  }
}
