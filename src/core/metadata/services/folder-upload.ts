import { createWriteStream } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { moveInto, sizeOf, writeTemporary } from '../../lib/durable-file.ts'
import { folderFault, isLink } from '../../lib/own-folder.ts'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { filesOf, type PublicFault, type PublicFile, publicError, publicFiles } from './public-files.ts'
import { testContent } from './test-content.ts'

/** A folder that the person uploads, and its address afterwards. */
export interface FolderOptions {
  /** Absolute. */
  path: string
  /** Ends with a slash; the file `<path>/<cid>/<name>` must appear at `<publicUrl><cid>/<name>`. */
  publicUrl: string
  patienceMs?: number
}

/** Ours: of more files than this, only this many are checked, evenly spread. */
const lookedAtMost = 100
/** Ours: requests at a time. */
const atATime = 8

/** Marks a folder as Mintdesk's own. */
const marker = 'mintdesk-storage.txt'
const markerText = (publicUrl: string): string =>
  `Mintdesk writes here what is to be uploaded to ${publicUrl}. This file may be uploaded, too; it tells Mintdesk that the folder is its own.\n`

/**
 * A folder whose files the person uploads. The service writes the files there, and also a zip of those that are not at the public address
 * yet; then it fetches them from that address and compares them. Until they are there, mints that name them wait.
 */
export function folderService(
  { path: directory, publicUrl, patienceMs }: FolderOptions,
  store: ContentStore,
): PinningService {
  const seen = publicFiles(publicUrl, patienceMs)

  async function write({ path, file }: PublicFile): Promise<void> {
    const target = join(directory, ...path.split('/'))
    try {
      for (const part of new Set([dirname(target), target]))
        if (await isLink(part)) throw new Error(`${part} is a link to another place: remove it`)
      if ((await sizeOf(target)) === file.size) return
      const temporary = await writeTemporary(directory, file.open())
      // The web server, or the program that uploads the folder, may run as another user.
      await chmod(temporary, 0o644)
      await moveInto(temporary, target)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw new PinningError('storage.wrong', `The folder to upload cannot be written: ${error.message}`)
    }
  }

  /** Requires that the folder is ours, or empty, and not a link: another person who is signed in may have named it. @throws PinningError */
  async function own(): Promise<void> {
    try {
      const fault = await folderFault(directory, (name) => name === marker)
      if (fault !== null) throw new Error(fault)
      await mkdir(directory).catch(whenThere)
      await writeFile(join(directory, marker), markerText(publicUrl), { flag: 'wx', mode: 0o644 }).catch(whenThere)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // If its disk was removed, the folder is not created anew on the disk below.
      const isAway = 'code' in error && error.code === 'ENOENT'
      const why = isAway ? `${dirname(directory)} is not there. Connect its disk, or make that folder` : error.message
      throw new PinningError('storage.wrong', `The folder ${directory} cannot be used: ${why}.`)
    }
  }

  /** @param zip writes a zip of the files to upload and returns its path; absent in a test, which nothing repeats */
  async function see(files: readonly PublicFile[], zip?: () => Promise<string>): Promise<void> {
    const faults: PublicFault[] = []
    for (let at = 0; at < files.length; at += atATime)
      for (const fault of await Promise.all(files.slice(at, at + atATime).map(seen.fault)))
        if (fault) faults.push(fault)
    const worst = faults.find(({ kind }) => kind !== 'absent')
    if (worst) throw publicError(worst, '')
    const [first] = faults
    if (first === undefined) return
    const then = zip === undefined ? ', then try again' : `, or unpack ${await zip()} there`
    throw new PinningError(
      'storage.refused',
      `${faults.length} of ${files.length} files that were looked for are not at ${publicUrl} yet (${first.url}: ${first.status}): upload the folder ${directory} there, with its subfolders${then}.`,
    )
  }

  return {
    name: `the folder ${directory}, uploaded to ${publicUrl}`,
    rootsPerUpload: Number.POSITIVE_INFINITY,
    byHand: true,
    async pin(cids) {
      const files: PublicFile[] = []
      for (const cid of cids) files.push(...(await filesOf(store, cid)))
      await own()
      for (const file of files) await write(file)
      const zip = join(directory, `upload-${cids.at(-1)?.slice(-12)}.zip`)
      await see(spread(files, lookedAtMost), () => writeZip(zip, files))
      await rm(zip, { force: true })
    },
    async test() {
      const { bytes } = await testContent()
      const { cid } = await store.putBytes(bytes)
      const files = await filesOf(store, cid)
      await own()
      for (const file of files) await write(file)
      const start = performance.now()
      await see(files)
      return { version: 'Folder to upload', identity: null, latencyMs: Math.round(performance.now() - start) }
    },
    identity: async () => null,
    close: seen.close,
  }
}

/** Writes files into an uncompressed zip, unless it exists. @returns its path @throws PinningError */
async function writeZip(path: string, files: readonly PublicFile[]): Promise<string> {
  if ((await sizeOf(path)) !== undefined) return path
  const unfinished = `${path}.unfinished`
  try {
    await rm(unfinished, { force: true })
    const { ZipWriter } = await import('@zip.js/zip.js/index-native.js')
    const zip = new ZipWriter(Writable.toWeb(createWriteStream(unfinished, { flags: 'wx', mode: 0o644 })), {
      ...{ useWebWorkers: false, level: 0 },
    })
    for (const { path: name, file } of files) await zip.add(name, streamOf(file.open()))
    await zip.close()
    await rename(unfinished, path)
    return path
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new PinningError(
      'storage.wrong',
      `The zip ${path} cannot be written: ${error instanceof Error ? error.message : error}`,
    )
  }
}

function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

function whenThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

/** At most `most` of the items, evenly spread, with the first and the last. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from(
    { length: most },
    (_, place) => items[Math.round((place * (items.length - 1)) / (most - 1))],
  ).flatMap((item) => item ?? [])
}
