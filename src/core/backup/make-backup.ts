import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyDirectory } from '../lib/durable-file.ts'
import { CoreError } from '../lib/errors.ts'
import { snapshotDatabase } from '../store/sqlite/snapshot.ts'
import { copyUnwritten } from './copy-unwritten.ts'
import { type FileEntry, type Manifest, nextName, objectPath } from './manifest.ts'
import { type ObjectWriter, openObjects, pieceBytes, putBack, readObject } from './objects.ts'
import { backupsIn, readListing, readManifest } from './read-backup.ts'
import { removeOld } from './remove-old.ts'
import { type BackupKey, isDamage, seal, unseal } from './sealed.ts'
import { type Copying, type SourceFolder, sourcesIn, stampOf, whenGone } from './sources.ts'
import type { BackupTarget } from './target.ts'

export interface BackupOptions {
  dataDir: string
  target: BackupTarget
  key: BackupKey
  /** The version of Mintdesk. */
  by: string
  /** How many backups stay. */
  keep: number
  clock(): number
}

/** A complete backup that was read back. */
export interface MadeBackup {
  name: string
  madeAt: string
  files: number
  /** The size of all its files. */
  bytes: number
  /** Bytes that had to be written, as stored. */
  written: number
}

/** Ours: files that are copied in parallel, since each waits for the disk or the network. */
const sideBySide = 8
/** The folder for copies of databases until they are cut into pieces. */
export const copies = 'backup-unfinished'

/**
 * Makes a backup of a data folder that is in use. Content that an earlier backup holds is not copied again. The backup gets its name only after
 * everything newly written was read back; then the oldest backups are removed.
 * @throws CoreError `backup.…`, StorageError
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { dataDir, target, key, by, clock } = options
  await target.check()
  const unfinished = join(dataDir, copies)
  await emptyDirectory(unfinished)
  try {
    const objects = await openObjects(target, key)
    const before = await lastListings(target, key)
    const madeAt = new Date(clock()).toISOString()
    const made: Manifest = { version: 1, madeAt, by, folders: [], files: 0, bytes: 0 }
    const needed = new Set<string>()
    for await (const source of sourcesIn(dataDir)) {
      const known = new Map((await before(source.path)).map((entry) => [entry.name, entry]))
      const entries = await copyFolder({ dataDir, unfinished, objects }, source, known)
      const text = Buffer.from(JSON.stringify(entries))
      const listing: string[] = []
      for (let at = 0; at < text.length; at += pieceBytes)
        listing.push(await objects.put(text.subarray(at, at + pieceBytes)))
      made.folders.push({ path: source.path, listing })
      made.files += entries.length
      made.bytes += entries.reduce((sum, { size }) => sum + size, 0)
      for (const name of [...listing, ...entries.flatMap((entry) => entry.objects)]) needed.add(name)
    }
    await readBack(target, key, [...objects.written])
    const name = await putManifest(options, made)
    const missing = await missingOf(target, objects, needed)
    if (missing.length > 0) {
      await target.remove(name)
      throw notKept(`Something else removed files of the backup in ${target.label} while it was written`)
    }
    await removeOld(options, name, clock())
    return { name, madeAt, files: made.files, bytes: made.bytes, written: objects.bytes }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Reads new objects back. Those that differ are removed, since an object that is there is never written again. @throws CoreError `backup.damaged` */
async function readBack(target: BackupTarget, key: BackupKey, written: readonly string[]): Promise<void> {
  let differs = false
  for (let at = 0; at < written.length; at += sideBySide)
    await Promise.all(
      written.slice(at, at + sideBySide).map(async (name) => {
        if (await isKept(() => readObject(target, key, name))) return
        differs = true
        await target.remove(objectPath(name))
      }),
    )
  if (differs) throw notKept(notAsWritten(target))
}

/** Whether `read` gives back what was sealed. @throws whatever else keeps it from being read */
async function isKept(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

const notAsWritten = ({ label }: BackupTarget): string =>
  `What was just written to ${label} was not kept as it was written`

function notKept(what: string): CoreError {
  return new CoreError('backup.damaged', `${what}: make the backup again; if this comes again, choose another place.`)
}

/**
 * The objects that a backup needs and that are missing, now that other copies of Mintdesk can see the backup. Objects that another copy had put aside
 * before that are put back first.
 */
async function missingOf(target: BackupTarget, objects: ObjectWriter, needed: ReadonlySet<string>): Promise<string[]> {
  const missing = async () => {
    await objects.look()
    return [...needed].filter((one) => !objects.has(one))
  }
  const aside = await missing()
  if (aside.length === 0) return []
  await putBack(target, new Set(aside))
  return await missing()
}

async function putManifest({ target, key }: BackupOptions, made: Manifest): Promise<string> {
  const last = (await backupsIn(target)).at(-1)
  const name = nextName(made.madeAt, last, randomBytes(3).toString('hex'))
  await target.put(name, seal(key, 'backup', '', Buffer.from(JSON.stringify(made))))
  const back = (await target.get(name)) ?? Buffer.alloc(0)
  if (await isKept(async () => unseal(key, 'backup', '', back, name))) return name
  await target.remove(name)
  throw notKept(notAsWritten(target))
}

/** The files of the last backup by folder; none where there is none, or it cannot be read. */
async function lastListings(
  target: BackupTarget,
  key: BackupKey,
): Promise<(path: string) => Promise<readonly FileEntry[]>> {
  const last = (await backupsIn(target)).at(-1)
  const manifest = last === undefined ? undefined : await readManifest(target, key, last).catch(() => undefined)
  const folders = new Map(manifest?.folders.map(({ path, listing }) => [path, listing]))
  return async (path) => {
    const listing = folders.get(path)
    return listing === undefined ? [] : await readListing(target, key, listing).catch(() => [])
  }
}

interface Places {
  dataDir: string
  unfinished: string
  objects: ObjectWriter
}

async function copyFolder(
  places: Places,
  { path, files }: SourceFolder,
  known: ReadonlyMap<string, FileEntry>,
): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  for (let from = 0; from < files.length; from += sideBySide) {
    const some = files.slice(from, from + sideBySide)
    const copied = await Promise.all(
      some.map(({ name, copying }) => copyFile(places, join(places.dataDir, path), name, copying, known.get(name))),
    )
    entries.push(...copied.filter((entry) => entry !== undefined))
  }
  return entries
}

/** Copies one file; undefined where it no longer exists. */
async function copyFile(
  { unfinished, objects }: Places,
  folder: string,
  name: string,
  copying: Copying,
  known: FileEntry | undefined,
): Promise<FileEntry | undefined> {
  const isThere = known?.objects.every((object) => objects.has(object)) ?? false
  if (known && isThere && copying === 'content') return known
  const file = join(folder, name)
  const now = await stampOf(file, copying)
  if (!now) return undefined
  if (known && isThere && known.stamp === now.stamp) return known
  if (copying === 'file' || copying === 'content') return cut(objects, file, name, now.stamp, now.size)
  const copy = join(unfinished, randomBytes(8).toString('hex'))
  try {
    if (copying === 'database') await snapshotDatabase(file, copy)
    else if (!(await copyUnwritten(file, copy))) return isThere ? known : undefined
    return await cut(objects, copy, name, now.stamp, Number.POSITIVE_INFINITY)
  } catch (error) {
    return whenGone(error)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Cuts a file into objects. @param atMost bytes: of a file that grows meanwhile, only the first ones */
async function cut(
  objects: ObjectWriter,
  file: string,
  name: string,
  stamp: string | null,
  atMost: number,
): Promise<FileEntry | undefined> {
  const handle = await open(file, 'r').catch(whenGone)
  if (!handle) return undefined
  try {
    const entry: FileEntry = { name, size: 0, stamp, objects: [] }
    const piece = Buffer.alloc(Math.min(pieceBytes, Math.max(atMost, 1)))
    for (;;) {
      let filled = 0
      while (filled < piece.length && entry.size + filled < atMost) {
        const want = Math.min(piece.length - filled, atMost - entry.size - filled)
        const { bytesRead } = await handle.read(piece, filled, want, entry.size + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      if (filled === 0) return entry
      entry.objects.push(await objects.put(piece.subarray(0, filled)))
      entry.size += filled
    }
  } finally {
    await handle.close()
  }
}
