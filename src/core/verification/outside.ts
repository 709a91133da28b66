import { setTimeout as wait } from 'node:timers/promises'
import { ipfsAddress, ipfsPath } from '../holdings/ipfs-address.ts'
import { contentPath } from '../lib/uri-prefix.ts'
import type { ArweaveItems } from '../metadata/arweave/items.ts'
import type { ContentStore } from '../metadata/content-store.ts'
import type { Fetcher } from '../metadata/fetch-file.ts'
import { LinkedFileError } from '../metadata/linked-file-error.ts'
import { linkKind } from '../metadata/links.ts'

/** Dependencies for fetching content as the world does. */
export interface OutsideDeps {
  /** Fetches from public addresses only. */
  fetcher: Pick<Fetcher, 'fetch'>
  /** Public gateways of IPFS, `https://host`. */
  gateways(): Promise<readonly string[]>
  content: Pick<ContentStore, 'find' | 'read'>
  /** Maps Arweave addresses to our own content. */
  items: Pick<ArweaveItems, 'cidOf'>
  /** The longest time for all gateways together, ms. */
  patienceMs?: number
}

/** Content fetched from outside, or why it could not be fetched. */
export type Seen =
  | { kind: 'seen'; url: string; bytes: Uint8Array }
  /** Another file than our own copy for that address. */
  | { kind: 'other'; url: string }
  | { kind: 'unseen'; asked: string[]; reason: string }

/** Ours: bytes of a file that are read and compared. */
const lookedAt = 1024 * 1024
/** Ours, ms: gateways need some seconds for content that is new to them. */
const usualPatience = 20_000

/** Fetches content as the world does: `https://` from its address, `ipfs://` from all public gateways at once. */
export async function seenFromOutside(uri: string, deps: OutsideDeps): Promise<Seen> {
  const urls = await addressesOf(uri, deps)
  if (urls.length === 0) return { kind: 'unseen', asked: [], reason: 'nothing that the web knows lies there' }
  const late = new AbortController()
  const tooLate = wait(deps.patienceMs ?? usualPatience, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  tooLate.catch(() => undefined)
  const own = await ownBeginning(uri, deps)
  const tries = urls.map(async (url) => {
    const bytes = await Promise.race([beginningOf(url, deps.fetcher), tooLate])
    // A wrong file from one gateway does not decide for the others.
    if (own !== null && !Buffer.from(own).equals(bytes)) throw new OtherFile(url)
    return { url, bytes }
  })
  try {
    return { kind: 'seen', ...(await Promise.any(tries)) }
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    const other = errors.find((one) => one instanceof OtherFile)
    if (other) return { kind: 'other', url: other.url }
    const [first] = errors
    const reason = first instanceof Error ? first.message.replace(/\.$/, '') : 'no answer'
    return { kind: 'unseen', asked: urls.map((url) => new URL(url).host), reason }
  } finally {
    late.abort()
  }
}

class OtherFile extends Error {
  readonly url: string

  constructor(url: string) {
    super('it answers another file')
    this.url = url
  }
}

async function addressesOf(uri: string, { gateways }: OutsideDeps): Promise<string[]> {
  switch (linkKind(uri)) {
    case 'http':
      return [uri]
    case 'ar':
      return [`https://arweave.net/${uri.replace(/^ar:\/*/i, '')}`]
    case 'ipfs':
      return (await gateways()).map((gateway) => ipfsAddress(gateway, ipfsPath(uri)))
    default:
      return []
  }
}

async function beginningOf(url: string, fetcher: OutsideDeps['fetcher']): Promise<Uint8Array> {
  try {
    return await fetcher.fetch(url, (bytes) => firstBytes(bytes))
  } catch (error) {
    if (error instanceof LinkedFileError) throw new Error(error.message)
    throw error
  }
}

/** The same bytes of our own copy; null where there is none. */
async function ownBeginning(uri: string, { content, items }: OutsideDeps): Promise<Uint8Array | null> {
  const path = contentPath(uri) ?? (await items.cidOf(uri))
  const file = path === undefined ? undefined : await content.find(path)
  return file?.kind === 'file' ? firstBytes(file.open()) : null
}

async function firstBytes(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length >= lookedAt) break
  }
  return Buffer.concat(pieces).subarray(0, lookedAt)
}
