import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** Small pictures on disk, within a bound; the least recently used go first. */
export interface ThumbnailCache {
  /** The picture, and when it was made, in milliseconds since 1970; undefined where there is none. */
  get(name: string): Promise<{ bytes: Uint8Array; madeAt: number } | undefined>
  /** Stores a picture. An error of the disk is ignored: the picture is made again the next time. */
  set(name: string, bytes: Uint8Array): Promise<void>
}

/** Ours: some 30,000 pictures of 320 pixels. */
export const cacheBytes = 256 * 1024 * 1024
/** The least room that a file takes on disk, bytes. */
const block = 4_096
/** How often the access time of a used file is updated, ms. */
const touchedEach = 3_600_000

interface Kept {
  size: number
  madeAt: number
  usedAt: number
}

/**
 * Opens the cache in its folder, which only this user can read. `name`: letters, digits and hyphens.
 * @param clock milliseconds since 1970
 */
export async function openThumbnailCache(
  directory: string,
  clock: () => number,
  bound = cacheBytes,
): Promise<ThumbnailCache> {
  const fileOf = (name: string): string => join(directory, name.slice(0, 2), name)
  const kept = new LRUCache<string, Kept>({
    maxSize: bound,
    sizeCalculation: ({ size }) => Math.max(block, size),
    dispose: (_kept, name, reason) => {
      if (reason !== 'set') void rm(fileOf(name), { force: true }).catch(() => undefined)
    },
  })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const found = await filesIn(directory)
  for (const { name, ...file } of found.sort((a, b) => a.usedAt - b.usedAt)) kept.set(name, file)

  return {
    async get(name) {
      const known = kept.get(name)
      if (!known) return undefined
      const bytes = await readFile(fileOf(name)).catch(() => undefined)
      if (bytes === undefined || !isWhole(bytes)) {
        kept.delete(name)
        return undefined
      }
      const now = clock()
      if (now - known.usedAt > touchedEach) {
        known.usedAt = now
        // The file's access time is the time of use, its modification time the time of making.
        await utimes(fileOf(name), new Date(now), new Date(known.madeAt)).catch(() => undefined)
      }
      return { bytes, madeAt: known.madeAt }
    },
    async set(name, bytes) {
      const now = clock()
      const file = fileOf(name)
      const unfinished = join(directory, `${randomUUID()}.part`)
      try {
        await mkdir(join(directory, name.slice(0, 2)), { recursive: true, mode: 0o700 })
        await writeFile(unfinished, bytes, { mode: 0o600 })
        await utimes(unfinished, new Date(now), new Date(now))
        await rename(unfinished, file)
        kept.set(name, { size: bytes.length, madeAt: now, usedAt: now })
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined)
      }
    },
  }
}

async function filesIn(directory: string): Promise<(Kept & { name: string })[]> {
  const all: (Kept & { name: string })[] = []
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // A killed core left this unfinished file.
    if (entry.isFile()) await rm(join(directory, entry.name), { force: true })
    if (!entry.isDirectory()) continue
    for (const name of await readdir(join(directory, entry.name))) {
      const file = await stat(join(directory, entry.name, name)).catch(() => undefined)
      if (file?.isFile()) all.push({ name, size: file.size, madeAt: file.mtimeMs, usedAt: file.atimeMs })
    }
  }
  return all
}

/** A power loss may leave a file short: the first bytes of a WebP state its length. */
function isWhole(bytes: Buffer): boolean {
  return bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) + 8 === bytes.length
}
