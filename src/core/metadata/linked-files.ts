import { createReadStream } from 'node:fs'
import { fetch as undiciFetch } from 'undici'
import { pathText } from '../../shared/nft-metadata.ts'
import { boundedCache } from '../lib/bounded-cache.ts'
import type { Json } from '../lib/canonical-json.ts'
import { canonicalCid, legacyFileCid } from '../lib/cid.ts'
import type { FileAddress } from '../lib/folder-address.ts'
import { ipfsPrefix } from '../lib/uri-prefix.ts'
import type { ContentStore } from './content-store.ts'
import { type Fetcher, shownAddress } from './fetch-file.ts'
import { LinkedFileError } from './linked-file-error.ts'
import { linkKind, linksIn, replaceLinks } from './links.ts'
import { findMediaFile } from './media-folder.ts'

/** A JSON object, such as metadata. */
export type JsonObject = { [key: string]: Json }

/** The address of the stored file; null for content that stays where it is. */
type Stored = FileAddress | null

/** The use of a link: only an animation may be a web page. */
type Role = 'image' | 'animation' | 'other'

/** The result for each link of a run. Pass the same cache for every mint of a run, so that each link is fetched once. */
export interface LinkCache {
  get(link: string): Promise<Stored> | undefined
  set(link: string, stored: Promise<Stored>): unknown
}

/** Ours: about 10 MB; a run of more links rarely names one again after so many others. */
const linksKept = 20_000

/**
 * A cache of bounded size. A failure counts for `failedMs` only: a host that is down for a moment must not fail all later mints.
 * @param hadMs how long a fetched file counts as the present content of its address; absent: as long as the cache is used
 */
export function linkCache(failedMs: number, hadMs?: number): LinkCache {
  const kept = boundedCache<string, Promise<Stored>>(linksKept)
  return {
    get: (link) => kept.get(link),
    set(link, stored) {
      kept.set(link, stored)
      // The time counts from the end of the fetch: requests that come during a slow one must not fetch the file again.
      const count = (ms: number | undefined): void => {
        if (ms !== undefined && kept.peek(link) === stored) kept.set(link, stored, { ttl: ms })
      }
      stored.then(
        () => count(hadMs),
        () => count(failedMs),
      )
    },
  }
}

/** Options for the linked files of a run. */
export type LinkedFilesOptions = {
  store: ContentStore
  fetcher: Fetcher
  cache: LinkCache
  /** Whether links are stored and replaced (`reuploadLinkedFiles`); files of the dropped folder always are. */
  reupload: boolean
  /** The address of a stored file, which replaces the link; absent: `ipfs://<cid>`. */
  uriOf?: ((cid: string) => Promise<string>) | undefined
  /** The folder that was dropped beside the spreadsheet. */
  mediaFolder?: string | undefined
  /** Gateways for `ipfs://` content that is not in the store, as `https://host`, tried in turn. */
  ipfsGateways?: readonly string[]
  /** Gateways for `ar://` content, tried in turn. */
  arweaveGateways?: readonly string[]
}

/** Metadata as it is minted, and the CIDs of the files that must be pinned first. */
export type ResolvedMetadata = { metadata: JsonObject; files: string[] }

/** A link that cannot be fetched: its field, as in `properties.files[0].uri`, and why. */
export type LinkFault = { path: string; code: LinkedFileError['code']; message: string }

/** Linked files of one NFT that cannot be fetched. Only that NFT fails; the error names all its faults at once. */
export class LinkedFilesError extends Error {
  readonly faults: LinkFault[]

  constructor(faults: LinkFault[]) {
    super(faults.map(({ path, message }) => `${path}: ${message}`).join(' '))
    this.name = 'LinkedFilesError'
    this.faults = faults
  }
}

/**
 * Stores the files that metadata links to and replaces each link by `ipfs://<cid>`, or by the address from `uriOf`. An `ipfs://` link whose
 * content cannot be fetched stays as it is. The given metadata is not changed.
 * @throws LinkedFilesError when a file cannot be fetched; StorageError when the disk refuses
 */
export async function resolveLinked(metadata: JsonObject, options: LinkedFilesOptions): Promise<ResolvedMetadata> {
  const links = linksIn(metadata)
  const results = await Promise.allSettled(links.map((link) => resolveLink(link.text, roleOf(link.path), options)))
  const faults = results.flatMap((result, at): LinkFault[] => {
    if (result.status === 'fulfilled') return []
    if (!(result.reason instanceof LinkedFileError)) throw result.reason
    const { code, message } = result.reason
    return [{ path: pathText(links[at]?.path ?? []), code, message }]
  })
  if (faults.length > 0) throw new LinkedFilesError(faults)
  const stored = results.map((result) => (result.status === 'fulfilled' ? result.value : null))
  const uriOf = options.uriOf ?? (async (cid: string) => `${ipfsPrefix}${cid}`)
  const texts = await Promise.all(
    links.map(({ text }, at) => {
      const file = stored[at]
      return file ? uriOf(file.cid) : text
    }),
  )
  const files = new Set(stored.flatMap((file) => (file ? [file.cid] : [])))
  return { metadata: replaceLinks(metadata, links, texts), files: [...files] }
}

function resolveLink(text: string, role: Role, options: LinkedFilesOptions): Promise<Stored> {
  const kind = linkKind(text)
  if (!options.reupload && kind !== 'file') return Promise.resolve(null)
  // A data: link holds the file itself: nothing is fetched, and as a key it would fill the cache.
  if (kind === 'data') return obtain(text, role, options)
  const name = `${role}\n${kind === 'file' ? (options.mediaFolder ?? '') : ''}\n${text}`
  const known = options.cache.get(name)
  if (known !== undefined) return known
  const found = obtain(text, role, options)
  options.cache.set(name, found)
  return found
}

async function obtain(text: string, role: Role, options: LinkedFilesOptions): Promise<Stored> {
  switch (linkKind(text)) {
    case 'http':
      return obtainOverHttp(text, role, options)
    case 'ipfs':
      return obtainFromIpfs(text, options)
    case 'ar':
      return obtainFromArweave(text, options)
    case 'data':
      return obtainData(text, options)
    case 'file':
      if (options.mediaFolder === undefined) throw notALink(text, undefined)
      return options.store.putStream(createReadStream((await findMediaFile(options.mediaFolder, text)).path))
    default:
      throw notALink(text, options.mediaFolder)
  }
}

async function obtainOverHttp(url: string, role: Role, { store, fetcher }: LinkedFilesOptions): Promise<Stored> {
  const file = await fetcher.fetch(url, (bytes) => store.putStream(bytes))
  const found = await store.find(file.cid)
  const type = found?.kind === 'file' ? await store.contentType(found) : ''
  if (role === 'animation' || !type.startsWith('text/html')) return file
  // A web page is no picture. In other fields its link stays: a stored copy would not work without its site.
  if (role === 'other') return null
  throw new LinkedFileError(
    'metadata.media',
    `${shownAddress(url)} leads to a web page: give the address of the picture itself.`,
  )
}

/** Looks in the store first, then at gateways, whose answer counts only when its bytes match the CID. */
async function obtainFromIpfs(
  text: string,
  { store, fetcher, ipfsGateways = [] }: LinkedFilesOptions,
): Promise<Stored> {
  const path = text.replace(/^ipfs:\/*(?:ipfs\/)?/i, '').replace(/[?#].*$/, '')
  const [root = '', ...rest] = path.split('/').filter((part) => part !== '')
  const cid = canonicalCid(root)
  if (cid === undefined) return null
  const found = await store.find([cid, ...rest.map(decode)].join('/'))
  if (found?.kind === 'file') return store.putStream(found.open())
  if (found !== undefined || rest.length > 0) return null
  for (const gateway of ipfsGateways) {
    const file = await fetcher.fetch(`${gateway}/ipfs/${root}`, (bytes) => store.putStream(bytes)).catch(orNull)
    if (file !== null && (file.cid === cid || (await isLegacy(store, file.cid, cid)))) return file
  }
  return null
}

async function isLegacy(store: ContentStore, file: string, cid: string): Promise<boolean> {
  const found = await store.find(file)
  return found?.kind === 'file' && canonicalCid(await legacyFileCid(found.open())) === cid
}

async function obtainFromArweave(text: string, options: LinkedFilesOptions): Promise<Stored> {
  const { store, fetcher, arweaveGateways = ['https://arweave.net'] } = options
  const path = text.replace(/^ar:\/*/i, '')
  let last: unknown = new LinkedFileError(
    'metadata.media',
    `${text} cannot be fetched: no Arweave gateway is set. Set one, or put the file elsewhere.`,
  )
  for (const gateway of arweaveGateways) {
    try {
      return await fetcher.fetch(`${gateway}/${path}`, (bytes) => store.putStream(bytes))
    } catch (error) {
      if (!(error instanceof LinkedFileError)) throw error
      last = error
    }
  }
  throw last
}

async function obtainData(text: string, { store }: LinkedFilesOptions): Promise<Stored> {
  // `fetch` of a data: address only decodes it; nothing is sent anywhere.
  const bytes = await undiciFetch(text).then(
    (response) => response.bytes(),
    () => new Uint8Array(),
  )
  if (bytes.length > 0) return store.putBytes(bytes)
  const start = `${text.slice(0, 40)}${text.length > 40 ? '…' : ''}`
  throw new LinkedFileError(
    'metadata.url',
    `${JSON.stringify(start)} holds no readable data: write the file into it again.`,
  )
}

function notALink(text: string, mediaFolder: string | undefined): LinkedFileError {
  const cure = mediaFolder === undefined ? ', or give the folder of files along' : ''
  return new LinkedFileError(
    'metadata.url',
    `${JSON.stringify(text.slice(0, 100))} is not an address of a file: use http, https, ipfs, ar or data${cure}.`,
  )
}

function orNull(error: unknown): null {
  if (error instanceof LinkedFileError) return null
  throw error
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function roleOf(path: readonly (string | number)[]): Role {
  if (path.length > 1) return 'other'
  return path[0] === 'image' ? 'image' : path[0] === 'animation_url' ? 'animation' : 'other'
}
