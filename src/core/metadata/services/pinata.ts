import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { canonicalCid } from '../../lib/cid.ts'
import { type Archive, archiveOf } from '../car.ts'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { type Resumed, resumingUpload } from './pinata-resume.ts'
import { formOf, serviceCalls } from './service-call.ts'
import { checkHosted, hostedDown, parsed, type ServiceAnswer } from './service-faults.ts'
import { testArchive } from './test-content.ts'

/** A key for Pinata, and its addresses. */
export interface PinataOptions {
  /** The JWT of an API key. */
  token: string
  /** Replaces both of Pinata's own addresses. */
  url?: string
  patienceMs?: number
  /** A larger upload goes in pieces that can be resumed, bytes. */
  resumeAbove?: number
  /** Bytes of such a piece. */
  pieceBytes?: number
}

/** https://docs.pinata.cloud/api-reference/endpoint/upload-a-file, and `pinata` 2.5.6, src/core/functions/uploads/file.ts. */
const uploadsUrl = 'https://uploads.pinata.cloud/v3'
const apiUrl = 'https://api.pinata.cloud/v3'
/** As in Pinata's own package: TUS above this size, in pieces of 50 MiB. */
const resumeAboveBytes = 94_371_840
const pieceSize = 50 * 1024 * 1024

const name = 'Pinata'
const uploaded = z.object({ data: z.object({ cid: z.string(), network: z.string().nullish() }) })
const listed = z.object({ data: z.object({ files: z.array(z.object({ cid: z.string() })).nullable() }) })
const cures = {
  unknown: 'copy the JWT again, or make a new key (Pinata: API Keys) and give it here',
  rights:
    'make a key with the rights "Files: Write" and "Files: Read" of version 3 (or an admin key), and give its JWT here',
  room: 'take a larger plan there, or delete what you no longer need',
}

/**
 * Pinata, version 3: content is uploaded to its public IPFS network as CAR, with one root. Content that Pinata keeps already is not sent again,
 * where the key may look it up.
 */
export function pinataService(options: PinataOptions, store: ContentStore): PinningService {
  const { token, patienceMs, resumeAbove = resumeAboveBytes, pieceBytes = pieceSize } = options
  const uploads = options.url ?? uploadsUrl
  const api = options.url ?? apiUrl
  const authorization = { authorization: `Bearer ${token}` }
  const calls = serviceCalls(name, hostedDown, patienceMs)
  const resumed: Resumed = new Map()
  /** Whether this key has written. */
  let hasWritten = false

  /** Whether the public network of this account holds the content; null when the key may not look it up. */
  async function keeps(root: string): Promise<boolean | null> {
    const answer = await calls.call(`${api}/files/public?cid=${root}&limit=1`, {
      method: 'GET',
      headers: authorization,
    })
    if (answer.status === 403) return null
    checkHosted(name, answer, cures)
    const found = listed.safeParse(parsed(answer.text))
    return found.success && (found.data.data.files ?? []).some(({ cid }) => canonicalCid(cid) === root)
  }

  async function upload({ roots, bytes }: Archive, mayLook: boolean): Promise<void> {
    const [root = ''] = roots
    let size = 0
    for await (const piece of bytes()) size += piece.length
    if (size > resumeAbove) {
      const endpoint = { url: `${uploads}/files`, headers: authorization }
      const cid = await resumingUpload(calls, { name, cures, endpoint, root, size, bytes, pieceBytes, begun: resumed })
      seeSame(root, cid)
      return requirePublic(root, undefined, mayLook)
    }
    const boundary = `mintdesk-${randomUUID()}`
    const fields = { network: 'public', car: 'true', name: `mintdesk-${root}` }
    const { body, bytesBeside } = formOf(boundary, fields, bytes())
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await calls.call(`${uploads}/files`, {
      method: 'POST',
      headers: { ...authorization, ...type },
      body,
      bytes: size + bytesBeside,
    })
    checkHosted(name, answer, cures)
    const { cid, network } = uploadedOf(answer)
    seeSame(root, cid)
    await requirePublic(root, network ?? undefined, mayLook)
  }

  /** Requires that content is in Pinata's public network: nobody else can fetch from its private one. */
  async function requirePublic(root: string, network: string | undefined, mayLook: boolean): Promise<void> {
    if (network === 'public') return
    if (network === undefined && mayLook && (await keeps(root))) return
    throw new PinningError(
      'storage.wrong',
      network === undefined
        ? mayLook
          ? `Pinata took ${root}, and does not list it among its public files: look there whether it is public.`
          : 'Pinata does not say whether the content is public: give it a key that may also read ("Files: Read").'
        : `Pinata keeps ${root} in its ${network} network, where nobody sees it: use a key without a default network or group, and delete that file there.`,
    )
  }

  return {
    name,
    rootsPerUpload: 1,
    async pin(cids) {
      const archive = await archiveOf(store, cids, 1)
      const found = await keeps(archive.roots[0] ?? '')
      if (found !== true) await upload(archive, found !== null)
    },
    async test() {
      const start = performance.now()
      const archive = await testArchive()
      const found = await keeps(archive.roots[0] ?? '')
      const latencyMs = Math.round(performance.now() - start)
      // Each price runs a test, so for a key that has written the content is only looked up.
      if (!(hasWritten && found)) await upload(archive, found !== null)
      hasWritten = true
      return { version: 'Pinata v3', identity: null, latencyMs }
    },
    identity: async () => null,
    close: calls.close,
  }
}

function uploadedOf(answer: ServiceAnswer): { cid: string; network?: string | null | undefined } {
  const read = uploaded.safeParse(parsed(answer.text))
  if (read.success) return read.data.data
  throw new PinningError(
    'storage.wrong',
    'Pinata took an upload without saying which address it has: look whether its address is right.',
  )
}

function seeSame(root: string, cid: string): void {
  if (canonicalCid(cid) === root) return
  throw new PinningError(
    'storage.wrong',
    `Pinata keeps the content ${root} under another address, ${cid}: use another storage, since NFTs name the content by its address.`,
  )
}
