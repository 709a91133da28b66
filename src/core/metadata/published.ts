import type { Json } from '../lib/canonical-json.ts'
import { canonicalCid, folderCidOf } from '../lib/cid.ts'
import { arweavePrefix, ipfsPrefix } from '../lib/uri-prefix.ts'
import type { ArweaveItems } from './arweave/items.ts'
import type { ContentStore } from './content-store.ts'
import { linkKind, linksIn } from './links.ts'
import type { PinnedContent } from './pinner.ts'

/** Ours: no metadata is larger, so a larger file links to nothing. */
const largestMetadata = 1024 * 1024

/** Where our content lies, and what of ours an address means. */
export interface OwnContent {
  store: ContentStore
  items: Pick<ArweaveItems, 'cidOf'>
}

/**
 * The CID of what a digest (of a folder), an `ipfs://` URI or one with the collection's prefix names, where it is content of ours; undefined for all that is hosted
 * elsewhere. A digest is always ours.
 */
export async function ownRoot(own: OwnContent, named: string, uriPrefix: string): Promise<string | undefined> {
  if (/^0x[0-9a-f]{64}$/i.test(named)) return folderCidOf(named as `0x${string}`)
  const cid = await linkedCid(own, named, uriPrefix)
  return cid !== undefined && (await own.store.find(cid)) !== undefined ? cid : undefined
}

/**
 * What must be kept so that the metadata under a CID can be shown: the files of ours that it links to, each once, and the file or folder
 * itself, last.
 * @throws Error in one sentence when it is not in the store
 */
export async function contentsOf(own: OwnContent, root: string, uriPrefix: string): Promise<PinnedContent[]> {
  const { store } = own
  const found = await store.find(root)
  if (found === undefined)
    throw new Error(`The content ${root} is missing from the store: put the folder "content" of your data folder back.`)
  const texts: Uint8Array[] = []
  if (found.kind === 'folder') texts.push(...((await store.readFolder(root)) ?? []).map(({ bytes }) => bytes))
  else if (found.size <= largestMetadata) texts.push((await store.read(root)) ?? new Uint8Array())
  const linked = new Set<string>()
  for (const text of texts.flatMap(linksOf)) linked.add((await linkedCid(own, text, uriPrefix)) ?? root)
  linked.delete(root)
  const contents: PinnedContent[] = []
  for (const cid of linked) {
    const file = await store.find(cid)
    if (file !== undefined) contents.push({ cid, size: sizeOf(file) })
  }
  return [...contents, { cid: root, size: sizeOf(found) }]
}

function sizeOf(found: Awaited<ReturnType<ContentStore['find']>> & object): number {
  return found.kind === 'file' ? found.size : found.entries.reduce((sum, { size }) => sum + size, 0)
}

function linksOf(bytes: Uint8Array): string[] {
  if (bytes[0] !== 0x7b) return []
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
