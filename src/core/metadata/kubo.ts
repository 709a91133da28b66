import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { fileCid } from '../lib/cid.ts'
import { carHeader, carOf, carSection } from './car.ts'
import type { ContentStore } from './content-store.ts'
import { checkAnswer, checkImport, type KuboAnswer, messageOf, parsed, unreachable } from './kubo-answers.ts'
import { PinningError, type PinningService } from './pinning.ts'

/** Where a node's RPC is, and what lets in to it. */
export interface KuboOptions {
  /** As {@link kuboUrl} gives it. */
  url: string
  /** As Kubo writes it in `API.Authorizations`: `bearer:<token>` or `basic:<user>:<password>`; null for none. */
  auth: string | null
}

/** Ours, ms: a node takes a connection at once, and seconds to pin what came. */
const connectMs = 5_000
const answerMs = 120_000
/** Ours: what a test stores; the same for everybody, so a node keeps it once. */
const testText = 'Mintdesk asks whether this is kept.\n'

const version = z.object({ Version: z.string() })
const identity = z.object({ ID: z.string() })

/**
 * The address of a node's RPC as it was typed, without `/api/v0` and the like.
 * @throws PinningError `storage.wrong` when it is no http address, or holds a password
 */
export function kuboUrl(text: string): string {
  const wrong = (what: string): PinningError =>
    new PinningError('storage.wrong', `${what}: write it like http://127.0.0.1:5001.`)
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw wrong(`${JSON.stringify(text)} is not the address of an IPFS node`)
  if (url.username !== '' || url.password !== '')
    throw new PinningError(
      'storage.wrong',
      'The address of an IPFS node holds no user and password: give them apart, as basic:<user>:<password>.',
    )
  const path = url.pathname.replace(/\/(api(\/v0)?\/?|webui\/?)?$/, '')
  return `${url.origin}${path}`
}

/**
 * A Kubo node, or any that speaks its RPC (`/api/v0`). Content goes there as CAR, piece by piece, and is pinned with all below it.
 */
export function kuboService({ url, auth }: KuboOptions, store: ContentStore): PinningService {
  const name = `the IPFS node at ${url}`
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: answerMs, bodyTimeout: answerMs })
  const authorization = auth === null ? {} : { authorization: authorizationOf(auth) }

  async function call(path: string, archive?: AsyncIterable<Uint8Array>): Promise<KuboAnswer> {
    const boundary = `mintdesk-${randomUUID()}`
    const type = archive ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}
    let own: { error: unknown } | undefined
    async function* parts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      try {
        yield* multipart(boundary, bytes)
      } catch (error) {
        own = { error }
        throw error
      }
    }
    try {
      const answer = await request(`${url}/api/v0/${path}`, {
        method: 'POST',
        dispatcher: agent,
        headers: { accept: 'application/json', 'user-agent': 'Mintdesk', ...authorization, ...type },
        ...(archive ? { body: Readable.from(parts(archive), { objectMode: false }) } : {}),
      })
      const text = await answer.body.text()
      return {
        status: answer.statusCode,
        contentType: String(answer.headers['content-type'] ?? ''),
        text,
        streamError: answer.trailers['x-stream-error'],
      }
    } catch (error) {
      // What our own disk said is not the node's fault.
      throw own ? own.error : unreachable(name, error)
    }
  }

  async function ask(path: string): Promise<string> {
    const answer = await call(path)
    checkAnswer(name, answer)
    return answer.text
  }

  async function read<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
    const found = schema.safeParse(parsed(await ask(path)))
    if (found.success) return found.data
    throw new PinningError('storage.wrong', `There is no IPFS node at ${url}: give the address of its RPC (port 5001).`)
  }

  async function upload(roots: readonly string[], archive: AsyncIterable<Uint8Array>): Promise<void> {
    const answer = await call('dag/import?pin-roots=true', archive)
    checkAnswer(name, answer)
    checkImport(name, answer.text, roots)
    const last = roots.at(-1)
    if (last !== undefined) await seePinned(last)
  }

  /** The node's own word, apart from the answer to an upload. */
  async function seePinned(cid: string): Promise<void> {
    const answer = await call(`pin/ls?arg=${cid}&type=recursive`)
    if (answer.status === 500 && /not pinned/.test(messageOf(answer.text) ?? ''))
      throw new PinningError(
        'storage.wrong',
        `The IPFS node at ${url} took ${cid}, and does not keep it: look at its log, or use another node.`,
      )
    checkAnswer(name, answer)
  }

  /** A token may let in to uploads alone; then the node's address stands for it. */
  async function identityOf(): Promise<string | null> {
    const answer = await call('id')
    if (answer.status === 401 || answer.status === 403) return null
    checkAnswer(name, answer)
    return identity.safeParse(parsed(answer.text)).data?.ID ?? null
  }

  return {
    name,
    pin: (cids) => upload(cids, carOf(store, cids)),
    async test() {
      const start = performance.now()
      const { Version } = await read(version, 'version')
      const latencyMs = Math.round(performance.now() - start)
      const bytes = new TextEncoder().encode(testText)
      const { cid } = await fileCid(bytes)
      await upload([cid], iterate([carHeader([cid]), carSection({ cid, bytes })]))
      return { version: `Kubo ${Version}`, identity: await identityOf(), latencyMs }
    },
    identity: identityOf,
    close: () => agent.destroy(),
  }
}

/** One part of a form, of which Kubo takes any name. */
async function* multipart(boundary: string, archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="mintdesk.car"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  yield* archive
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

async function* iterate(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

function authorizationOf(auth: string): string {
  const [, kind = '', secret = ''] = /^(bearer|basic):(.*)$/.exec(auth) ?? []
  return kind === 'basic' ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`
}
