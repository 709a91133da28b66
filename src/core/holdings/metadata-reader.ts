import { createHash } from 'node:crypto'
import { isOtherThan } from '../lib/cid.ts'
import type { ContentStore } from '../metadata/content-store.ts'
import type { Fetcher } from '../metadata/fetch-file.ts'
import { LinkedFileError } from '../metadata/linked-file-error.ts'
import { linkKind } from '../metadata/links.ts'
import { findMetadata, keepMetadata } from '../store/holdings/foreign-metadata.ts'
import type { Store } from '../store/sqlite/open.ts'
import { dataText, metadataBytes, readForeign, type ShownMetadata } from './foreign-metadata.ts'
import { ipfsAddress, ipfsPath } from './ipfs-address.ts'

export interface MetadataReaderOptions {
  db: Store
  content: Pick<ContentStore, 'read'>
  /** Created with `foreignBounds`. */
  fetcher: Fetcher
  /** Gateways for `ipfs://`, in order: `https://host`. */
  gateways(): Promise<readonly string[]>
  clock: () => number
  /** The longest wait for the metadata of a page, ms. */
  patienceMs?: number
}

export interface MetadataReader {
  /**
   * The metadata at these addresses, in the order given; null for metadata that cannot be fetched, or not in time: it is then there at the next
   * call. Never rejects.
   */
  read(uris: readonly string[]): Promise<(ShownMetadata | null)[]>
  close(): Promise<void>
}

/** Ours: bounds for fetching other people's metadata: many at a time, each small, and none waited for long. */
export const foreignBounds = {
  bytes: metadataBytes,
  milliseconds: 10_000,
  atATime: 32,
  atATimePerHost: 8,
  retryDelays: [],
}

/** Ours, ms. The content of a CID or Arweave id never changes; that of a server may, and a failed server may soon work again. */
const usualPatience = 6_000
const keptForever = 10 * 365 * 86_400_000
const keptHosted = 3_600_000
const keptFailed = 5 * 60_000

/** Fetches other people's metadata through the address filter, and caches it. */
export function metadataReader(options: MetadataReaderOptions): MetadataReader {
  const { db, clock, patienceMs = usualPatience } = options
  const under = new Map<string, Promise<ShownMetadata | null>>()

  function obtained(uri: string): Promise<ShownMetadata | null> {
    const known = under.get(uri)
    if (known) return known
    const reading = obtain(uri).finally(() => under.delete(uri))
    under.set(uri, reading)
    return reading
  }

  async function obtain(uri: string): Promise<ShownMetadata | null> {
    if (linkKind(uri) === 'data') return shownOf(dataText(uri))
    const hash = createHash('sha256').update(uri).digest()
    const kept = await findMetadata(db, hash, clock())
    if (kept !== undefined) return shownOf(kept)
    const text = await fetched(uri, options)
    const shown = shownOf(text)
    const keptFor = shown === null ? keptFailed : linkKind(uri) === 'http' ? keptHosted : keptForever
    await keepMetadata(db, hash, shown === null ? null : text, clock() + keptFor)
    return shown
  }

  return {
    async read(uris) {
      const late = new AbortController()
      const waited = new Promise<null>((resolve) => {
        const timer = setTimeout(() => resolve(null), patienceMs)
        late.signal.addEventListener('abort', () => clearTimeout(timer))
      })
      try {
        return await Promise.all(uris.map((uri) => Promise.race([obtained(uri).catch(() => null), waited])))
      } finally {
        late.abort()
      }
    },
    async close() {
      await options.fetcher.close()
      await Promise.allSettled(under.values())
    },
  }
}

function shownOf(text: string | null): ShownMetadata | null {
  return text === null ? null : readForeign(text)
}

async function fetched(uri: string, { content, fetcher, gateways }: MetadataReaderOptions): Promise<string | null> {
  switch (linkKind(uri)) {
    case 'http':
      return textAt(fetcher, uri)
    case 'ar':
      return textAt(fetcher, `https://arweave.net/${uri.replace(/^ar:\/*/i, '')}`)
    case 'ipfs': {
      const path = ipfsPath(uri)
      const stored = await content.read(path)
      if (stored) return stored.length > metadataBytes ? null : new TextDecoder().decode(stored)
      for (const gateway of await gateways()) {
        const bytes = await bytesAt(fetcher, ipfsAddress(gateway, path))
        if (bytes === null || isOtherThan(path, bytes)) continue
        const text = bytes.toString('utf8')
        // A busy gateway may say so in a web page.
        if (readForeign(text) !== null) return text
      }
      return null
    }
    default:
      return null
  }
}

async function textAt(fetcher: Fetcher, url: string): Promise<string | null> {
  return (await bytesAt(fetcher, url))?.toString('utf8') ?? null
}

async function bytesAt(fetcher: Fetcher, url: string): Promise<Buffer | null> {
  try {
    return await fetcher.fetch(url, async (bytes) => {
      const pieces: Uint8Array[] = []
      for await (const piece of bytes) pieces.push(piece)
      return Buffer.concat(pieces)
    })
  } catch (error) {
    if (error instanceof LinkedFileError) return null
    throw error
  }
}
