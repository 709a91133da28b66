import { createHash } from 'node:crypto'
import { Agent, type Dispatcher, request } from 'undici'
import type { ContentStore, StoredFile } from '../content-store.ts'
import { PinningError } from '../pinning.ts'
import { capital, unreachable } from './service-faults.ts'

/** A file at its public address: its path below that address, and our own copy. */
export interface PublicFile {
  /** `<cid>` or `<cid>/<name>` */
  path: string
  file: StoredFile
}

/** Ours: of a larger file only the beginning and the size are compared, where the server reports the size. */
const wholeAtMost = 16 * 1024 * 1024
const beginningBytes = 1024 * 1024
/** Ours, ms. */
const connectMs = 5_000
const answerMs = 30_000

/** All files of a file or folder in the store, in their order. @throws Error in one sentence when it is not in the store */
export async function filesOf(store: ContentStore, cid: string): Promise<PublicFile[]> {
  const found = await store.find(cid)
  if (found?.kind === 'file') return [{ path: cid, file: found }]
  const files: PublicFile[] = []
  for (const { name } of found?.entries ?? []) {
    const file = await store.find(`${cid}/${name}`)
    if (file?.kind === 'file') files.push({ path: `${cid}/${name}`, file })
  }
  if (files.length === 0)
    throw new Error(`The content ${cid} is missing from the store: put the folder "content" of your data folder back.`)
  return files
}

/** The address of a file below a public address that ends with a slash. */
export function publicAddress(publicUrl: string, path: string): string {
  return publicUrl + path.split('/').map(encodeURIComponent).join('/')
}

/** Compares files at a public address with our own copies. */
export interface PublicFiles {
  /** @returns what is wrong with the file; null where it is there and the same */
  fault(file: PublicFile): Promise<PublicFault | null>
  close(): Promise<void>
}

/** `absent`: the file is missing, or not public; `other`: the server answers with another file; `down`: no answer, or the server is failing. */
export interface PublicFault {
  kind: 'absent' | 'other' | 'down'
  url: string
  /** The HTTP status; null when there was no answer. */
  status: number | null
  error: PinningError | null
}

/** @param publicUrl ends with a slash */
export function publicFiles(publicUrl: string, patienceMs = answerMs): PublicFiles {
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: patienceMs, bodyTimeout: patienceMs })

  const ask = (url: string, part: boolean) =>
    request(url, {
      dispatcher: agent,
      headers: {
        'user-agent': 'Mintdesk',
        'accept-encoding': 'identity',
        'cache-control': 'no-cache',
        ...(part ? { range: `bytes=0-${beginningBytes - 1}` } : {}),
      },
    })

  async function fault({ path, file }: PublicFile): Promise<PublicFault | null> {
    const url = publicAddress(publicUrl, path)
    let part = file.size > wholeAtMost
    try {
      let answer = await ask(url, part)
      if (part && answer.statusCode === 206 && sizeSaid(answer) === undefined) {
        await answer.body.dump()
        part = false
        answer = await ask(url, part)
      }
      const status = answer.statusCode
      if (status >= 500 || status === 429) {
        await answer.body.dump()
        return { kind: 'down', url, status, error: null }
      }
      if (status !== 200 && status !== 206) {
        await answer.body.dump()
        return { kind: 'absent', url, status, error: null }
      }
      const size = part ? sizeSaid(answer) : undefined
      // With another size the beginning proves nothing: an upload may have been cut off.
      if (size !== undefined && size !== file.size) {
        await answer.body.dump()
        return { kind: 'other', url, status, error: null }
      }
      const most = size === undefined ? file.size + 1 : beginningBytes
      const [theirs, ours] = [await digestOf(answer.body, most), await digestOf(file.open(), most)]
      return theirs === ours ? null : { kind: 'other', url, status, error: null }
    } catch (error) {
      const said = unreachable(`the public address ${publicUrl}`, error, 'look whether the address is right')
      return { kind: 'down', url, status: null, error: said }
    }
  }

  return { fault, close: () => agent.destroy() }
}

/** The size of a file by an answer with its beginning, or with all of it; undefined where the answer does not say, or holds another part. */
function sizeSaid({ statusCode, headers }: Dispatcher.ResponseData): number | undefined {
  const said =
    statusCode === 206
      ? new RegExp(`^bytes 0-${beginningBytes - 1}/(\\d+)$`).exec(String(headers['content-range']))?.[1]
      : headers['content-length']
  return said === undefined ? undefined : Number(said)
}

/** SHA-256 in hex of at most the first `most` bytes: no more is fetched than is compared. */
async function digestOf(pieces: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const hash = createHash('sha256')
  let left = most
  for await (const piece of pieces) {
    hash.update(piece.subarray(0, left))
    left -= piece.length
    if (left <= 0) break
  }
  return hash.digest('hex')
}

/**
 * A sentence for a fault of a file at its public address.
 * @param cure for a file that is missing, or not public
 */
export function publicError({ kind, url, status, error }: PublicFault, cure: string): PinningError {
  if (error !== null) return error
  if (kind === 'down')
    return new PinningError(
      'storage.unreachable',
      `${capital(url)} cannot be fetched now (${status}): wait a moment, and look at its server if this lasts.`,
    )
  if (kind === 'other')
    return new PinningError(
      'storage.wrong',
      `${url} answers another file than the one that was uploaded: look whether the public address belongs to this storage, and whether something in front of it changes or caches files.`,
    )
  return new PinningError('storage.refused', `Nobody can fetch ${url} (${status}): ${cure}.`)
}

/**
 * Normalises a public address as the person typed it: with one slash at its end.
 * @throws PinningError `storage.wrong`
 */
export function publicBase(text: string): string {
  const url = URL.parse(text.trim())
  const usable =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  if (!usable)
    throw new PinningError(
      'storage.wrong',
      `${JSON.stringify(text)} is no public address: write it like https://nft.example.com/metadata, without user, ? and #.`,
    )
  return `${url.origin}${url.pathname.replace(/\/*$/, '')}/`
}
