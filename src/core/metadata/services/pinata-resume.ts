import { PinningError } from '../pinning.ts'
import type { ServiceCalls } from './service-call.ts'
import { checkHosted, type KeyCures } from './service-faults.ts'

/** The URLs of unfinished uploads, by their root. */
export type Resumed = Map<string, string>

/** One large upload. */
export interface ResumingUpload {
  name: string
  cures: KeyCures
  endpoint: { url: string; headers: Readonly<Record<string, string>> }
  root: string
  size: number
  bytes(): AsyncIterable<Uint8Array>
  pieceBytes: number
  begun: Resumed
}

/**
 * Uploads an archive by TUS (https://tus.io/protocols/resumable-upload): in pieces, and after an interruption from the offset that the
 * service reports.
 * @returns the CID that the service reports
 * @throws PinningError
 */
export async function resumingUpload(calls: ServiceCalls, upload: ResumingUpload): Promise<string> {
  const { name, cures, endpoint, root, size, bytes, pieceBytes, begun } = upload
  const headers = { ...endpoint.headers, 'tus-resumable': '1.0.0' }

  async function create(): Promise<string> {
    const answer = await calls.call(endpoint.url, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(size), 'upload-metadata': metadataOf(root) },
    })
    checkHosted(name, answer, cures)
    const at = URL.parse(answer.headers.location ?? '', endpoint.url)
    if (at === null)
      throw new PinningError('storage.wrong', `${name} does not say where a large upload goes: try again later.`)
    begun.set(root, at.href)
    return at.href
  }

  /** The offset of an unfinished upload in bytes; null when the service does not know it any more. */
  async function offsetOf(url: string): Promise<number | null> {
    const { status, headers: answerHeaders } = await calls.call(url, { method: 'HEAD', headers })
    const offset = Number(answerHeaders['upload-offset'] ?? Number.NaN)
    return status < 300 && Number.isSafeInteger(offset) && offset < size ? offset : null
  }

  const before = begun.get(root)
  const found = before === undefined ? null : await offsetOf(before)
  const url = before !== undefined && found !== null ? before : await create()
  let offset = found ?? 0
  let cid = ''
  for await (const piece of piecesOf(bytes(), pieceBytes, offset)) {
    const answer = await calls.call(url, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: once(piece),
      bytes: piece.length,
    })
    checkHosted(name, answer, cures)
    offset += piece.length
    cid = answer.headers['upload-cid'] ?? cid
  }
  begun.delete(root)
  return cid
}

function metadataOf(root: string): string {
  const pairs = { filename: `mintdesk-${root}.car`, network: 'public', car: 'true' }
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Splits bytes into pieces of one size, with a smaller last one, after skipping the first `skip`. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, size: number, skip: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  let left = skip
  for await (const given of bytes) {
    const piece = left >= given.length ? undefined : given.subarray(left)
    left = Math.max(0, left - given.length)
    if (piece === undefined) continue
    waiting.push(piece)
    length += piece.length
    if (length < size) continue
    const whole = Buffer.concat(waiting)
    let at = 0
    for (; at + size <= whole.length; at += size) yield whole.subarray(at, at + size)
    waiting = [whole.subarray(at)]
    length = whole.length - at
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece
}
