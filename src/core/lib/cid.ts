import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ByteStream, FileCandidate, ImportResult, WritableStorage } from 'ipfs-unixfs-importer'
import { fromHex, toHex } from 'multiformats/bytes'
import { CID } from 'multiformats/cid'
import type { Block, FileAddress, FolderAddress, FolderFile } from './folder-address.ts'
import { isSmallFolder, smallFolder } from './small-folder.ts'

/** Ours: blocks, of at most 1 MiB each, that wait for their reader. */
const blocksAhead = 4

/** The size of a chunk in the profile, bytes. */
const largestLeaf = 1024 * 1024
const rawCodec = 0x55
const nodeCodec = 0x70
const sha256Code = 0x12

/** After how many files the event loop gets a turn; 32 small files are hashed in about 5 ms. */
const filesPerTurn = 32

/**
 * The address that every IPFS node gives these bytes under the profile `unixfs-v1-2025` (CIDv1, raw leaves, 1 MiB chunks).
 * Content of at most 1 MiB is one raw leaf: its CID begins with `bafkrei` and its digest is the SHA-256 of the bytes.
 */
export async function fileCid(content: Uint8Array | ByteStream): Promise<FileAddress> {
  // Hashed directly: the importer takes ten times as long.
  if (content instanceof Uint8Array && content.length <= largestLeaf) {
    const digest: `0x${string}` = `0x${createHash('sha256').update(content).digest('hex')}`
    return { cid: leafCidOf(digest), digest, size: content.length }
  }
  const [result] = await runImport([{ content }], discard, {})
  if (result === undefined) throw new Error('The importer returned no CID for a file.')
  return fileAddress(result)
}

/**
 * The CID of the same bytes under the older profile `unixfs-v0-2015` (`Qm…`, 256 KiB chunks). Most `ipfs://` addresses
 * from before 2025 have this form, so it verifies what a gateway delivered for them.
 */
export async function legacyFileCid(content: Uint8Array | ByteStream): Promise<string> {
  const [result] = await runImport([{ content }], discard, { profile: 'unixfs-v0-2015' })
  if (result === undefined) throw new Error('The importer returned no CID for a file.')
  return result.cid.toString()
}

/**
 * Generates the blocks of a file in no certain order: its leaves, and the nodes above them where it has several. At most a few wait for the
 * reader, so a file of any size takes a few MiB of memory.
 */
export async function* fileBlocks(content: Iterable<Uint8Array> | ByteStream): AsyncGenerator<Block> {
  const { readable, writable } = new TransformStream<Block, Block>(undefined, { highWaterMark: blocksAhead })
  const writer = writable.getWriter()
  const handOver: WritableStorage = {
    put: async (cid, bytes) => {
      if (!(bytes instanceof Uint8Array)) throw new Error('The importer gave a block that is no bytes.')
      await writer.ready
      await writer.write({ cid: cid.toString(), bytes })
      return cid
    },
  }
  const importing = runImport([{ content }], handOver, {}).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  // The import also fails when the reader stops early; a file that cannot be read makes the reader itself throw.
  importing.catch(() => undefined)
  yield* readable
}

/**
 * The address of a folder of these files and of each file in it. Names must be distinct and plain (no `/`, not `.` or `..`).
 * The event loop gets a turn every few files.
 * @throws Error when a name is not usable.
 */
export async function folder(files: readonly FolderFile[]): Promise<FolderAddress> {
  checkNames(files)
  if (isSmallFolder(files)) return smallFolder(files)
  const blocks: Block[] = []
  const keepNodes: WritableStorage = {
    put: async (cid, bytes) => {
      if (cid.code === nodeCodec && bytes instanceof Uint8Array) blocks.push({ cid: cid.toString(), bytes })
      return cid
    },
  }
  const results = await runImport(inTurns(files), keepNodes, { wrapWithDirectory: true })
  const root = results.at(-1)
  if (root === undefined) throw new Error('The importer returned no CID for a folder.')
  const byName = new Map(results.slice(0, -1).map((result) => [result.path, result.cid]))
  const entries = files.map(({ name, bytes }) => {
    const cid = byName.get(name)
    if (cid === undefined) throw new Error(`The importer returned no CID for the file ${name}.`)
    return { name, cid: cid.toString(), size: bytes.length }
  })
  return { cid: root.cid.toString(), digest: digestOf(root.cid), entries, blocks }
}

/**
 * The 32 bytes of a CID's sha2-256 multihash, in hex, as a contract stores them.
 * @throws Error when the text is no CID or its hash is another one.
 */
export function cidDigest(cid: string): `0x${string}` {
  return digestOf(CID.parse(cid))
}

/** The canonical text of a CID, under which content is stored: version 1, base32 (`bafy…`, `bafk…`); undefined when it is no CID. */
export function canonicalCid(text: string): string | undefined {
  try {
    return CID.parse(text).toV1().toString()
  } catch {
    return undefined
  }
}

/**
 * Whether bytes certainly differ from the content of `<cid>`: a single raw block must have the CID's hash. For content of several blocks, or in
 * a folder, the bytes alone do not show it: false.
 */
export function isOtherThan(path: string, bytes: Uint8Array): boolean {
  const cid = path.includes('/') ? undefined : canonicalCid(path)
  if (cid === undefined) return false
  const { code, multihash } = CID.parse(cid)
  if (code !== rawCodec || multihash.code !== sha256Code) return false
  return !createHash('sha256').update(bytes).digest().equals(multihash.digest)
}

/** The folder's CID from the digest that a contract stores. */
export function folderCidOf(digest: `0x${string}`): string {
  return cidOf(digest, nodeCodec)
}

/** A raw leaf's CID (a file of at most 1 MiB) from the digest that a contract stores. */
export function leafCidOf(digest: `0x${string}`): string {
  return cidOf(digest, rawCodec)
}

function cidOf(digest: `0x${string}`, codec: number): string {
  const hash = fromHex(digest.slice(2))
  if (hash.length !== 32) throw new Error(`A digest has 32 bytes, and ${digest} has ${hash.length}.`)
  const multihash = Uint8Array.from([sha256Code, 32, ...hash])
  return CID.create(1, codec, { code: sha256Code, size: 32, digest: hash, bytes: multihash }).toString()
}

const discard: WritableStorage = { put: async (cid) => cid }

/** Runs the importer under the profile `unixfs-v1-2025` (docs/storage.md) and collects its results. */
async function runImport(
  source: Iterable<FileCandidate> | AsyncIterable<FileCandidate>,
  blocks: WritableStorage,
  options: { wrapWithDirectory?: boolean; profile?: 'unixfs-v0-2015' },
): Promise<ImportResult[]> {
  // Loaded on demand: rarely needed, and slow to load.
  const { importer } = await import('ipfs-unixfs-importer')
  const results: ImportResult[] = []
  for await (const result of importer(source, blocks, { profile: 'unixfs-v1-2025', ...options })) results.push(result)
  return results
}

async function* inTurns(files: readonly FolderFile[]): AsyncGenerator<FileCandidate> {
  for (const [at, { name, bytes }] of files.entries()) {
    if (at % filesPerTurn === 0) await nextTurn()
    yield { path: name, content: bytes }
  }
}

function checkNames(files: readonly FolderFile[]): void {
  const seen = new Set<string>()
  for (const { name } of files) {
    if (name === '' || name === '.' || name === '..' || /[/\\]|\p{Cc}/u.test(name)) {
      throw new Error(`${JSON.stringify(name)} cannot be the name of a file in a folder.`)
    }
    if (seen.has(name)) throw new Error(`A folder cannot hold two files named ${JSON.stringify(name)}.`)
    seen.add(name)
  }
}

function fileAddress(result: ImportResult): FileAddress {
  const size = result.unixfs?.fileSize() ?? result.size
  return { cid: result.cid.toString(), digest: digestOf(result.cid), size: Number(size) }
}

function digestOf(cid: CID): `0x${string}` {
  if (cid.multihash.code !== sha256Code) throw new Error(`${cid.toString()} is not made with SHA-256.`)
  return `0x${toHex(cid.multihash.digest)}`
}
