import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { canonicalCid, isOtherThan } from '../../lib/cid.ts'
import type { ContentStore } from '../content-store.ts'
import { contentTypeOf, headBytes } from '../content-type.ts'
import type { Fetcher } from '../fetch-file.ts'
import { LinkedFileError } from '../linked-file-error.ts'
import { findMediaFile } from '../media-folder.ts'
import { dataBytes } from './data-bytes.ts'
import type { Drawers } from './drawers.ts'
import { drawFault, faultOfType, ThumbnailFault, type ThumbnailSize } from './thumbnail.ts'
import type { ThumbnailCache } from './thumbnail-cache.ts'

/** Where the picture is: behind a CID, on another server, in the folder dropped with a spreadsheet, or in the address itself. */
export type MediaSource =
  | { kind: 'ipfs'; path: string }
  | { kind: 'url'; url: string }
  | { kind: 'dropped'; folder: string; name: string }
  | { kind: 'data'; text: string }

export interface Thumbnail {
  /** WebP. */
  bytes: Uint8Array
  /** Identifies these bytes, for caches. */
  etag: string
  /** Whether it can never change, as the content of a CID. */
  forever: boolean
}

export interface Thumbnails {
  /**
   * A small picture of the source, from the disk or made now.
   * @throws ThumbnailFault with the reason, soon: a picture that takes longer is still made, and is there at a later call
   */
  get(source: MediaSource, size: ThumbnailSize): Promise<Thumbnail>
  close(): Promise<void>
}

export interface ThumbnailsOptions {
  cache: ThumbnailCache
  drawers: Drawers
  content: Pick<ContentStore, 'find'>
  /** Created with {@link thumbnailFetchBounds}. */
  fetcher: Fetcher
  /** The gateway addresses for a path of `ipfs://`, in order: `https://host/ipfs/…`. */
  ipfsAddresses(path: string): Promise<readonly string[]>
  clock: () => number
  /** How long a request waits, in milliseconds. */
  patienceMs?: number
}

/** Ours: fewer at a time than for minting, and with less patience. */
export const thumbnailFetchBounds = {
  bytes: 50 * 1024 * 1024,
  milliseconds: 20_000,
  atATime: 6,
  atATimePerHost: 4,
  retryDelays: [],
}

/** Ours: a browser has six connections to the core, and the window needs a free one. */
const usualPatience = 2_000
/** A server may serve another picture tomorrow. */
const hostedFor = 24 * 3_600_000
/** How long a picture that could not be fetched, or could not be drawn, is not tried again. */
const unavailableFor = 60_000
const brokenFor = 3_600_000
const faultsKept = 10_000

/** Makes thumbnails, each once at a time, and keeps them. */
export function createThumbnails(options: ThumbnailsOptions): Thumbnails {
  const { cache, drawers, fetcher, clock, patienceMs = usualPatience } = options
  const faults = new LRUCache<string, ThumbnailFault>({ max: faultsKept })
  const under = new Map<string, Promise<Uint8Array>>()

  async function made(source: MediaSource, size: ThumbnailSize, name: string): Promise<Uint8Array> {
    try {
      const bytes = await imageBytes(source, options)
      const drawn = await drawers.draw(bytes, size)
      if (typeof drawn === 'string') throw drawFault(drawn)
      await cache.set(name, drawn)
      return drawn
    } catch (error) {
      const fault = asFault(error)
      faults.set(name, fault, { ttl: fault.kind === 'unavailable' ? unavailableFor : brokenFor })
      throw fault
    }
  }

  return {
    async get(source, size) {
      const forever = source.kind === 'ipfs'
      const name = `${await nameOf(source)}-${size}`
      const kept = await cache.get(name)
      if (kept && (source.kind !== 'url' || clock() - kept.madeAt < hostedFor)) return shown(kept.bytes, forever)
      const fault = faults.get(name)
      if (fault) throw fault
      const known = under.get(name)
      const making = known ?? made(source, size, name)
      if (!known) {
        under.set(name, making)
        making.catch(() => undefined).finally(() => under.delete(name))
      }
      return shown(await soon(making, patienceMs), forever)
    },
    async close() {
      await drawers.close()
      await fetcher.close()
      await Promise.allSettled(under.values())
    },
  }
}

function shown(bytes: Uint8Array, forever: boolean): Thumbnail {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, forever }
}

async function soon<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const waiting = new ThumbnailFault('waiting', 'This picture is on its way: ask again in a moment.')
    timer = setTimeout(reject, ms, waiting)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A file name for the picture: the same for the same path of a CID, another one for a dropped file that has changed. */
async function nameOf(source: MediaSource): Promise<string> {
  const parts = async (): Promise<string[]> => {
    if (source.kind === 'url') return [source.url]
    if (source.kind === 'data') return [source.text]
    if (source.kind === 'ipfs') {
      const [root = '', ...names] = source.path.split('/').filter((part) => part !== '')
      return [canonicalCid(root) ?? root, ...names]
    }
    const { path, size } = await findMediaFile(source.folder, source.name).catch((error: unknown) => {
      throw asFault(error)
    })
    return [path, `${size}`, `${(await stat(path)).mtimeMs}`]
  }
  return createHash('sha256')
    .update([source.kind, ...(await parts())].join('\n'))
    .digest('hex')
}

async function imageBytes(source: MediaSource, options: ThumbnailsOptions): Promise<Uint8Array> {
  const { content, fetcher, ipfsAddresses } = options
  if (source.kind === 'dropped')
    return await imageOf(createReadStream((await findMediaFile(source.folder, source.name)).path))
  if (source.kind === 'data') return await imageOf(dataBytes(source.text))
  if (source.kind === 'url') return await fetcher.fetch(source.url, imageOf)
  const stored = await content.find(source.path)
  if (stored?.kind === 'file') return await imageOf(stored.open())
  let last: unknown = new ThumbnailFault('unavailable', 'No IPFS gateway is set: set one in Settings.')
  for (const address of await ipfsAddresses(source.path)) {
    try {
      const bytes = await fetcher.fetch(address, imageOf)
      if (!isOtherThan(source.path, bytes)) return bytes
      last = new ThumbnailFault('unavailable', `${new URL(address).host} answers another file than the address names.`)
    } catch (error) {
      // A busy gateway may say so in a web page or in JSON.
      const isText = error instanceof ThumbnailFault && (error.kind === 'page' || error.kind === 'other')
      if (!isText && !(error instanceof LinkedFileError)) throw error
      last = error
    }
  }
  throw last
}

/** All bytes of a picture, after the first ones show that it is one. @throws ThumbnailFault */
async function imageOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  let checked = false
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    if (length > thumbnailFetchBounds.bytes) throw drawFault('large')
    if (checked || length < headBytes) continue
    await requireImage(Buffer.concat(parts))
    checked = true
  }
  const all = Buffer.concat(parts)
  if (!checked) await requireImage(all)
  return all
}

async function requireImage(head: Uint8Array): Promise<void> {
  const fault = faultOfType(await contentTypeOf(head.subarray(0, headBytes)))
  if (fault) throw fault
}

function asFault(error: unknown): ThumbnailFault {
  if (error instanceof ThumbnailFault) return error
  if (error instanceof LinkedFileError) return new ThumbnailFault('unavailable', error.message)
  const why = error instanceof Error ? error.message : String(error)
  return new ThumbnailFault('unavailable', `This picture cannot be read: ${why}.`)
}
