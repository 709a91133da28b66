import type { Json } from '../lib/canonical-json.ts'
import { canonicalCid, folderCidOf } from '../lib/cid.ts'
import { arweavePrefix, ipfsPrefix } from '../lib/uri-prefix.ts'
import type { ArweaveItems } from './arweave/items.ts'
import type { ContentStore, StoredFile, StoredFolder } from './content-store.ts'
import { linkKind, linksIn } from './links.ts'
import type { PinnedContent } from './pinner.ts'

/** Ours: no metadata is larger, so a larger file links to nothing. */
const largestMetadata = 1024 * 1024
/** `{`: metadata is an object. */
const brace = 0x7b

/** What is needed to find our own content behind an address. */
export interface OwnContent {
  store: ContentStore
  items: Pick<ArweaveItems, 'cidOf'>
}

/**
 * The CID of our own content that a digest (of a folder), an `ipfs://` URI or a URI with the collection's prefix names; undefined for content
 * that others host. A digest is always ours.
 */
export async function ownRoot(own: OwnContent, named: string, uriPrefix: string): Promise<string | undefined> {
  if (/^0x[0-9a-f]{64}$/i.test(named)) return folderCidOf(named as `0x${string}`)
  const cid = await linkedCid(own, named, uriPrefix)
  return cid !== undefined && (await own.store.find(cid)) !== undefined ? cid : undefined
}

/**
 * The content that must be kept so that the metadata of a CID can be shown: our own files that it links to, those that these link to, each once and
 * before the files that link to it, and the file or folder itself last. So when a file is recorded as kept, everything below it is kept too.
 * @throws Error in one sentence when it is not in the store
 */
export async function contentsOf(own: OwnContent, root: string, uriPrefix: string): Promise<PinnedContent[]> {
  const { store } = own
  const contents: PinnedContent[] = []
  const seen = new Set<string>()

  async function add(cid: string, found: Found): Promise<void> {
    seen.add(cid)
    for (const text of new Set((await metadataIn(store, cid, found)).flatMap(linksOf))) {
      const linked = await linkedCid(own, text, uriPrefix)
      if (linked === undefined || seen.has(linked)) continue
      const file = await store.find(linked)
      if (file !== undefined) await add(linked, file)
    }
    contents.push({ cid, size: sizeOf(found) })
  }

  const found = await store.find(root)
  if (found === undefined)
    throw new Error(`The content ${root} is missing from the store: put the folder "content" of your data folder back.`)
  await add(root, found)
  return contents
}

type Found = StoredFile | StoredFolder

/** The files that may be metadata; the first byte of a lone file shows whether it is a picture. */
async function metadataIn(store: ContentStore, cid: string, found: Found): Promise<Uint8Array[]> {
  if (found.kind === 'folder') return ((await store.readFolder(cid)) ?? []).map(({ bytes }) => bytes)
  if (found.size === 0 || found.size > largestMetadata) return []
  for await (const [first] of found.open({ start: 0, end: 0 })) if (first !== brace) return []
  return [(await store.read(cid)) ?? new Uint8Array()]
}

function sizeOf(found: Found): number {
  return found.kind === 'file' ? found.size : found.entries.reduce((sum, { size }) => sum + size, 0)
}

function linksOf(bytes: Uint8Array): string[] {
  if (bytes[0] !== brace) return []
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { [key: string]: Json }
    return linksIn(value).map(({ text }) => text)
  } catch {
    return []
  }
}

async function linkedCid({ items }: OwnContent, text: string, uriPrefix: string): Promise<string | undefined> {
  if (uriPrefix === arweavePrefix) return items.cidOf(text)
  if (uriPrefix !== ipfsPrefix && text.startsWith(uriPrefix)) return canonicalCid(text.slice(uriPrefix.length))
  if (linkKind(text) !== 'ipfs') return undefined
  const path = text.replace(/^ipfs:\/*(?:ipfs\/)?/i, '').replace(/[?#].*$/, '')
  return canonicalCid(path.split('/')[0] ?? '')
}
