import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { PinningError } from '../pinning.ts'
import { capital, type ServiceAnswer, unreachable } from './service-faults.ts'

/** One request to a service. `body` is streamed; `bytes` is its length, where known. */
export interface ServiceCall {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: AsyncIterable<Uint8Array>
  bytes?: number
}

/** Requests to one service, over connections of its own. */
export interface ServiceCalls {
  /** @throws PinningError `storage.unreachable` without an answer, `storage.wrong` for one that is too long; our own disk's error when that failed */
  call(url: string, what: ServiceCall): Promise<ServiceAnswer>
  close(): Promise<void>
}

/** Ours, ms: a service accepts a connection at once, and needs seconds to store an upload. */
const connectMs = 5_000
const answerMs = 120_000
/** Ours: longer than any answer; the longest are pieces of a backup. */
const answerAtMost = 64 * 1024 * 1024

/**
 * @param name the service's name in sentences
 * @param cure what the person does when it does not answer
 * @param patienceMs the longest time for an answer
 */
export function serviceCalls(name: string, cure: string, patienceMs = answerMs): ServiceCalls {
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: patienceMs, bodyTimeout: patienceMs })
  return {
    async call(url, { method, headers, body, bytes }) {
      let own: { error: unknown } | undefined
      async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        try {
          yield* pieces
        } catch (error) {
          own = { error }
          throw error
        }
      }
      const length = bytes === undefined ? {} : { 'content-length': String(bytes) }
      try {
        const answer = await request(url, {
          method,
          dispatcher: agent,
          headers: { 'user-agent': 'Mintdesk', ...length, ...headers },
          ...(body ? { body: Readable.from(watched(body), { objectMode: false }) } : {}),
        })
        const content = await contentOf(answer.body, name)
        const entries = Object.entries(answer.headers).map(([key, value]) => [key, String(value ?? '')])
        return {
          status: answer.statusCode,
          headers: Object.fromEntries(entries),
          content,
          get text() {
            return content.toString('utf8')
          },
          streamError: answer.trailers['x-stream-error'],
        }
      } catch (error) {
        if (error instanceof PinningError) throw error
        // An error of our own disk is not the service's fault.
        throw own ? own.error : unreachable(name, error, cure)
      }
    },
    close: () => agent.destroy(),
  }
}

async function contentOf(body: AsyncIterable<Uint8Array>, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > answerAtMost)
      throw new PinningError(
        'storage.wrong',
        `${capital(name)} answers with more than 64 MiB, not as expected: look whether its address is right.`,
      )
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A form whose last part is a file, and how many bytes it has beside the file's. */
export function formOf(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  file: AsyncIterable<Uint8Array>,
): { body: AsyncIterable<Uint8Array>; bytesBeside: number } {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const before = Buffer.from(
    `${texts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="mintdesk.car"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body(): AsyncGenerator<Uint8Array> {
    yield before
    yield* file
    yield after
  }
  return { body: body(), bytesBeside: before.length + after.length }
}
