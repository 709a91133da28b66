import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Archive, archiveOf } from '../car.ts'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { checkAnswer, checkImport, messageOf } from './kubo-answers.ts'
import { formOf, serviceCalls } from './service-call.ts'
import { capital, checkHosted, hostedDown, type KeyCures, parsed, type ServiceAnswer } from './service-faults.ts'
import { testArchive } from './test-content.ts'

/** A node's RPC and its authorisation. */
export interface KuboOptions {
  /** As {@link kuboUrl} returns it. */
  url: string
  /** As Kubo writes it in `API.Authorizations`: `bearer:<token>` or `basic:<user>:<password>`; null for none. */
  auth: string | null
  /** A hosted service that speaks a node's RPC: its name, the roots that one upload may have, and cures. It has no identity of its own. */
  hosted?: { name: string; rootsPerUpload: number; cures: KeyCures }
  /** How long an answer may take, ms. */
  patienceMs?: number
}

/** Ours: a node takes any number of roots; this is what the pinner uploads together. */
const rootsOfNode = 200

/** Statuses of a hosted service that concern the key, not the node. */
const keyFaults: ReadonlySet<number> = new Set([401, 402, 403, 429, 507])

const version = z.object({ Version: z.string() })
const identity = z.object({ ID: z.string() })
const pinList = z.object({ Keys: z.record(z.string(), z.unknown()) })

/**
 * Normalises the address of a node's RPC as the person typed it: removes `/api/v0` and the like.
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
 * A Kubo node, or any node that speaks its RPC (`/api/v0`). Content is uploaded as CAR, streamed, and pinned with everything below it.
 */
export function kuboService({ url, auth, hosted, patienceMs }: KuboOptions, store: ContentStore): PinningService {
  // The path may hold a provider's key, and everybody who may read why a run waits sees this name.
  const host = new URL(url).origin
  const name = hosted?.name ?? `the IPFS node at ${host}`
  const rootsPerUpload = hosted?.rootsPerUpload ?? rootsOfNode
  const calls = serviceCalls(name, hosted ? hostedDown : 'start it, or correct its address in Settings', patienceMs)
  const common: Readonly<Record<string, string>> = {
    accept: 'application/json',
    ...(auth === null ? {} : { authorization: authorizationOf(auth) }),
  }

  function call(path: string, archive?: AsyncIterable<Uint8Array>): Promise<ServiceAnswer> {
    const boundary = `mintdesk-${randomUUID()}`
    const at = `${url}/api/v0/${path}`
    if (archive === undefined) return calls.call(at, { method: 'POST', headers: common })
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return calls.call(at, { method: 'POST', headers: { ...common, ...type }, body: formOf(boundary, {}, archive).body })
  }

  function check(answer: ServiceAnswer): void {
    if (hosted && keyFaults.has(answer.status)) checkHosted(name, answer, hosted.cures)
    checkAnswer(name, answer)
  }

  async function ask(path: string): Promise<string> {
    const answer = await call(path)
    check(answer)
    return answer.text
  }

  async function read<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
    const found = schema.safeParse(parsed(await ask(path)))
    if (found.success) return found.data
    throw new PinningError(
      'storage.wrong',
      `There is no IPFS node at ${host}: give the address of its RPC (port 5001).`,
    )
  }

  async function upload({ roots, bytes }: Archive): Promise<void> {
    const answer = await call('dag/import?pin-roots=true', bytes())
    check(answer)
    checkImport(name, answer.text, roots)
    const last = roots.at(-1)
    if (last !== undefined) await seePinned(last)
  }

  /** Whether the node already keeps an archive of one root: if the answer to an upload was lost, it is not sent again. */
  async function keeps([root, ...others]: readonly string[]): Promise<boolean> {
    if (root === undefined || others.length > 0) return false
    const answer = await call(`pin/ls?arg=${root}&type=recursive`)
    return answer.status === 200 && root in (pinList.safeParse(parsed(answer.text)).data?.Keys ?? {})
  }

  /** Asks the node whether it pins the content, apart from its answer to the upload. */
  async function seePinned(cid: string): Promise<void> {
    const answer = await call(`pin/ls?arg=${cid}&type=recursive`)
    if (answer.status === 500 && /not pinned/.test(messageOf(answer.text) ?? ''))
      throw new PinningError(
        'storage.wrong',
        `${capital(name)} took ${cid}, and does not keep it: look at its log, or use another node.`,
      )
    check(answer)
  }

  /** The node's identity; null where the token allows uploads alone, and then the node's address stands for it. */
  async function identityOf(): Promise<string | null> {
    if (hosted) return null
    const answer = await call('id')
    if (answer.status === 401 || answer.status === 403) return null
    check(answer)
    return identity.safeParse(parsed(answer.text)).data?.ID ?? null
  }

  return {
    name,
    rootsPerUpload,
    async pin(cids) {
      const archive = await archiveOf(store, cids, rootsPerUpload)
      if (!(await keeps(archive.roots))) await upload(archive)
    },
    async test() {
      const start = performance.now()
      const { Version } = await read(version, 'version')
      const latencyMs = Math.round(performance.now() - start)
      await upload(await testArchive())
      return { version: `Kubo ${Version}`, identity: await identityOf(), latencyMs }
    },
    identity: identityOf,
    close: calls.close,
  }
}

function authorizationOf(auth: string): string {
  const [, kind = '', secret = ''] = /^(bearer|basic):(.*)$/.exec(auth) ?? []
  return kind === 'basic' ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`
}
