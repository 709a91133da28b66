import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { moveInto, sizeOf, writeTemporary } from '../../lib/durable-file.ts'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { filesOf, type PublicFault, type PublicFile, publicError, publicFiles } from './public-files.ts'
import { testContent } from './test-content.ts'

/** A folder that a person uploads, and the address where it will be. */
export interface FolderOptions {
  /** Absolute. */
  path: string
  /** Ends with a slash; the file `<path>/<cid>/<name>` is to be at `<publicUrl><cid>/<name>`. */
  publicUrl: string
  patienceMs?: number
}

/** Ours: of more files so many are looked at, evenly spread. */
const lookedAtMost = 100
/** Ours: requests at a time. */
const atATime = 8

/**
 * A folder whose files a person uploads. They are written there, then fetched from the public address and compared; until they are there,
 * whatever names them waits.
 */
export function folderService(
  { path: directory, publicUrl, patienceMs }: FolderOptions,
  store: ContentStore,
): PinningService {
  const seen = publicFiles(publicUrl, patienceMs)

  async function write({ path, file }: PublicFile): Promise<void> {
    const target = join(directory, ...path.split('/'))
    if ((await sizeOf(target)) === file.size) return
    try {
      await mkdir(directory, { recursive: true })
      const temporary = await writeTemporary(directory, file.open())
      // Whoever serves a copy of it may be another user of that machine.
      await chmod(temporary, 0o644)
      await moveInto(temporary, target)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw new PinningError('storage.wrong', `The folder to upload cannot be written: ${error.message}`)
    }
  }

  async function see(files: readonly PublicFile[]): Promise<void> {
    const faults: PublicFault[] = []
    for (let at = 0; at < files.length; at += atATime)
      for (const fault of await Promise.all(files.slice(at, at + atATime).map(seen.fault)))
        if (fault) faults.push(fault)
    const worst = faults.find(({ kind }) => kind !== 'absent')
    if (worst) throw publicError(worst, '')
    const [first] = faults
    if (first === undefined) return
    throw new PinningError(
      'storage.refused',
      `${faults.length} of ${files.length} files that were looked for are not at ${publicUrl} yet (${first.url}: ${first.status}): upload the folder ${directory} there, with its subfolders. Mintdesk looks again by itself.`,
    )
  }

  return {
    name: `the folder ${directory}, uploaded to ${publicUrl}`,
    rootsPerUpload: Number.POSITIVE_INFINITY,
    async pin(cids) {
      const files: PublicFile[] = []
      for (const cid of cids) files.push(...(await filesOf(store, cid)))
      for (const file of files) await write(file)
      await see(spread(files, lookedAtMost))
    },
    async test() {
      const { bytes } = await testContent()
      const { cid } = await store.putBytes(bytes)
      const files = await filesOf(store, cid)
      for (const file of files) await write(file)
      const start = performance.now()
      await see(files)
      return { version: 'Folder to upload', identity: null, latencyMs: Math.round(performance.now() - start) }
    },
    identity: async () => null,
    close: seen.close,
  }
}

/** So many of them, evenly spread, with the first and the last. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from(
    { length: most },
    (_, place) => items[Math.round((place * (items.length - 1)) / (most - 1))],
  ).flatMap((item) => item ?? [])
}
