import * as CarBufferWriter from '@ipld/car/buffer-writer'
import { varint } from 'multiformats'
import { CID } from 'multiformats/cid'
import { fileBlocks, folder } from '../lib/cid.ts'
import type { Block } from '../lib/folder-address.ts'
import { directoryOf } from '../lib/small-folder.ts'
import type { ContentStore } from './content-store.ts'

/**
 * The header of a CARv1 archive with these roots: an archive without blocks. The library's own writer is not used for blocks, because it pushes them:
 * when an upload breaks off, it would leave the file open from which the blocks are read.
 * https://ipld.io/specs/transport/car/carv1/
 */
export function carHeader(roots: readonly string[]): Uint8Array {
  const cids = roots.map((root) => CID.parse(root))
  const buffer = new ArrayBuffer(CarBufferWriter.headerLength({ roots: cids }))
  return CarBufferWriter.createWriter(buffer, { roots: cids }).close()
}

/** One block of an archive: the length of the rest, its CID, its bytes. */
export function carSection({ cid, bytes }: Block): Uint8Array {
  const { bytes: name } = CID.parse(cid)
  return Buffer.concat([prefix(name.length + bytes.length), name, bytes])
}

/**
 * Generates a CARv1 archive of the store's content under these CIDs. It holds a few MiB in memory, however large a file is.
 * Equal files of a folder are written once.
 * @throws Error in one sentence when content is missing from the store
 */
export async function* carOf(store: ContentStore, roots: readonly string[]): AsyncGenerator<Uint8Array> {
  yield carHeader(roots)
  for (const root of roots) for await (const block of blocksOf(store, root)) yield carSection(block)
}

/** One upload: the roots that the service must name, and the bytes, generated anew at each call. */
export interface Archive {
  roots: readonly string[]
  bytes(): AsyncIterable<Uint8Array>
}

/**
 * An archive of the store's content under these CIDs, with at most `rootsPerUpload` roots. Where there are more CIDs, one directory links to
 * all of them: the service that pins it keeps each under its own CID, and its one CID in the answer can be compared.
 * @throws Error in one sentence when content is missing from the store
 */
export async function archiveOf(
  store: ContentStore,
  cids: readonly string[],
  rootsPerUpload: number,
): Promise<Archive> {
  const contents = [...new Set(cids)]
  if (contents.length <= rootsPerUpload) return { roots: contents, bytes: () => carOf(store, contents) }
  const sizes: { cid: string; size: number }[] = []
  for (const cid of contents) sizes.push({ cid, size: await sizeIn(store, cid) })
  const directory = directoryOf(sizes)
  return {
    roots: [directory.cid],
    async *bytes() {
      yield carHeader([directory.cid])
      for (const cid of contents) for await (const block of blocksOf(store, cid)) yield carSection(block)
      yield carSection(directory)
    },
  }
}

/** The size of a stored file, or of all files of a folder, bytes. */
export async function sizeIn(store: ContentStore, cid: string): Promise<number> {
  const found = await store.find(cid)
  if (found === undefined) return 0
  return found.kind === 'file' ? found.size : found.entries.reduce((sum, { size }) => sum + size, 0)
}

async function* blocksOf(store: ContentStore, cid: string): AsyncGenerator<Block> {
  const found = await store.find(cid)
  if (found?.kind === 'file') {
    yield* fileBlocks(found.open())
    return
  }
  const files = await store.readFolder(cid)
  if (files === undefined)
    throw new Error(`The content ${cid} is missing from the store: put the folder "content" of your data folder back.`)
  const { entries, blocks } = await folder(files)
  const sent = new Set<string>()
  for (const [at, file] of files.entries()) {
    const name = entries[at]?.cid ?? ''
    if (sent.has(name)) continue
    sent.add(name)
    yield* fileBlocks([file.bytes])
  }
  yield* blocks
}

function prefix(length: number): Uint8Array {
  return varint.encodeTo(length, new Uint8Array(varint.encodingLength(length)))
}
