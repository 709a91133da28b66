import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { canonicalCid, fileCid, folder } from '../lib/cid.ts'
import { type Bytes, emptyDirectory, moveInto, readIfThere, sizeOf, writeTemporary } from '../lib/durable-file.ts'
import type { FileAddress, FolderAddress, FolderFile } from '../lib/folder-address.ts'
import { contentTypeOf, headBytes } from './content-type.ts'

/** Bytes from `start` to `end`, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** A stored file: its CID, its size in bytes, and its bytes. */
export type StoredFile = { kind: 'file'; cid: string; size: number; open: (range?: ByteRange) => Readable }

/** A stored folder: its CID and its files, in the order in which they were put. */
export type StoredFolder = { kind: 'folder'; cid: string; entries: { name: string; cid: string; size: number }[] }

/** Content by CID, on this machine's disk. Content that was put survives a crash; equal content is stored once. */
export type ContentStore = {
  /** Stores a file of these bytes. */
  putBytes: (bytes: Uint8Array) => Promise<FileAddress>
  /** Stores a file of any size from a stream; when the source fails, nothing remains. */
  putStream: (source: Bytes) => Promise<FileAddress>
  /** Stores a folder of small files in one write, however many they are. */
  putFolder: (files: readonly FolderFile[]) => Promise<FolderAddress>
  /** What is stored under `<cid>` or `<cid>/<name>`; undefined when nothing is, or when the text is no such path. */
  find: (path: string) => Promise<StoredFile | StoredFolder | undefined>
  /** All bytes of the file under `<cid>` or `<cid>/<name>`; undefined when there is none. */
  read: (path: string) => Promise<Uint8Array | undefined>
  /** All files of the folder under this CID with their bytes, in the order in which they were put; undefined when there is none. */
  readFolder: (cid: string) => Promise<FolderFile[] | undefined>
  /** The media type of a stored file, from its bytes. */
  contentType: (file: StoredFile) => Promise<string>
}

const listingSchema = z.object({
  version: z.literal(1),
  entries: z.array(z.tuple([z.string(), z.string(), z.int().min(0), z.int().min(0)])),
})

/** Name → CID, place in the folder's data file, and size. */
type Listing = Map<string, { cid: string; offset: number; size: number }>

/** Listings of folders in memory: a listing of 1,000 files takes about 200 kB. */
const listingsKept = 64

/**
 * Opens the store in a folder, which is created when missing. Removes what a crash left unfinished.
 * Only one process may use it at a time; the lock of the data folder ensures that.
 * @throws StorageError when the folder cannot be written
 */
export async function openContentStore(directory: string): Promise<ContentStore> {
  const unfinished = join(directory, 'unfinished')
  await emptyDirectory(unfinished)
  const listings = new LRUCache<string, Listing>({ max: listingsKept })
  const filePath = (cid: string): string => join(directory, 'files', cid.slice(-3, -1), cid)
  const folderPath = (cid: string, ending: 'data' | 'json'): string =>
    join(directory, 'folders', cid.slice(-3, -1), `${cid}.${ending}`)

  async function listing(cid: string): Promise<Listing | undefined> {
    const kept = listings.get(cid)
    if (kept !== undefined) return kept
    const text = await readIfThere(folderPath(cid, 'json'))
    if (text === undefined) return undefined
    const { entries } = listingSchema.parse(JSON.parse(text))
    const read = new Map(entries.map(([name, entry, offset, size]) => [name, { cid: entry, offset, size }]))
    listings.set(cid, read)
    return read
  }

  async function putStream(source: Bytes): Promise<FileAddress> {
    const temporary = await writeTemporary(unfinished, source)
    try {
      const address = await fileCid(createReadStream(temporary, { highWaterMark: 2 ** 20 }))
      const isKept = (await sizeOf(filePath(address.cid))) === address.size
      if (!isKept) await moveInto(temporary, filePath(address.cid))
      return address
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async function putBytes(bytes: Uint8Array): Promise<FileAddress> {
    const address = await fileCid(bytes)
    if ((await sizeOf(filePath(address.cid))) === bytes.length) return address
    await moveInto(await writeTemporary(unfinished, [bytes]), filePath(address.cid))
    return address
  }

  async function putFolder(files: readonly FolderFile[]): Promise<FolderAddress> {
    const address = await folder(files)
    if ((await sizeOf(folderPath(address.cid, 'json'))) !== undefined) return address
    const { data, entries } = packed(files, address)
    await moveInto(await writeTemporary(unfinished, [data]), folderPath(address.cid, 'data'))
    // The listing is written last: where it exists, the data is complete.
    const text = new TextEncoder().encode(JSON.stringify({ version: 1, entries }))
    await moveInto(await writeTemporary(unfinished, [text]), folderPath(address.cid, 'json'))
    return address
  }

  async function find(path: string): Promise<StoredFile | StoredFolder | undefined> {
    const [root = '', ...names] = path.split('/').filter((part) => part !== '')
    const cid = canonicalCid(root)
    if (cid === undefined || names.length > 1) return undefined
    const [name] = names
    if (name === undefined) {
      const size = await sizeOf(filePath(cid))
      if (size !== undefined)
        return { kind: 'file', cid, size, open: (range) => createReadStream(filePath(cid), range) }
    }
    const files = await listing(cid)
    if (files === undefined) return undefined
    if (name === undefined) {
      return { kind: 'folder', cid, entries: [...files].map(([entry, { cid, size }]) => ({ name: entry, cid, size })) }
    }
    const entry = files.get(name)
    return entry === undefined ? undefined : storedEntry(folderPath(cid, 'data'), entry)
  }

  async function read(path: string): Promise<Uint8Array | undefined> {
    const found = await find(path)
    return found?.kind === 'file' ? gather(found.open()) : undefined
  }

  async function readFolder(cid: string): Promise<FolderFile[] | undefined> {
    const files = await listing(cid)
    if (files === undefined) return undefined
    const data = await readFile(folderPath(cid, 'data'))
    return [...files].map(([name, { offset, size }]) => ({ name, bytes: data.subarray(offset, offset + size) }))
  }

  async function contentType(file: StoredFile): Promise<string> {
    if (file.size === 0) return 'application/octet-stream'
    return contentTypeOf(await gather(file.open({ start: 0, end: Math.min(file.size, headBytes) - 1 })))
  }

  return { putBytes, putStream, putFolder, find, read, readFolder, contentType }
}

function storedEntry(data: string, { cid, offset, size }: { cid: string; offset: number; size: number }): StoredFile {
  const open = (range: ByteRange = { start: 0, end: size - 1 }): Readable =>
    size === 0 ? Readable.from([]) : createReadStream(data, { start: offset + range.start, end: offset + range.end })
  return { kind: 'file', cid, size, open }
}

/** Concatenates a folder's files, equal ones once, and returns where each lies. */
function packed(files: readonly FolderFile[], { entries: addresses }: FolderAddress) {
  const places = new Map<string, number>()
  const parts: Uint8Array[] = []
  let length = 0
  const entries: [string, string, number, number][] = []
  for (const [at, { name, bytes }] of files.entries()) {
    const cid = addresses[at]?.cid ?? ''
    const offset = places.get(cid) ?? length
    if (!places.has(cid)) {
      places.set(cid, offset)
      parts.push(bytes)
      length += bytes.length
    }
    entries.push([name, cid, offset, bytes.length])
  }
  return { data: Buffer.concat(parts), entries }
}

async function gather(stream: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}
