import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { CoreError } from '../lib/errors.ts'
import { noteRestored } from '../store/installation/restored.ts'
import { openStore } from '../store/sqlite/open.ts'
import type { FoundBackup } from './find-backup.ts'
import { fillInPlace, requireEmpty } from './in-place.ts'
import type { Manifest } from './manifest.ts'
import { readObject } from './objects.ts'
import { readListing, readManifest } from './read-backup.ts'
import { type BackupKey, damaged } from './sealed.ts'
import { databaseName } from './sources.ts'
import type { BackupTarget } from './target.ts'

/** Ours: files that are read in parallel, since each waits for the disk or the network. */
const sideBySide = 8
/** Ours: pieces of one file that are read in parallel, a megabyte each. */
const piecesSideBySide = 8

export interface RestoreOptions {
  found: FoundBackup
  key: BackupKey
  dataDir: string
  /** Writes nothing; only reads and verifies everything. */
  checkOnly?: boolean
  progress?(done: number, total: number): void
  /** Takes the lock of an existing data folder, so that no core opens it meanwhile; absent: nothing is locked. */
  hold?(dataDir: string): { release(): void }
}

/**
 * Restores a backup into a data folder that is empty or does not exist. A new one is written beside its place and renamed when it is complete; an
 * existing one is filled (in-place.ts). So no core ever opens a half-restored folder.
 * @returns the backup's manifest
 * @throws CoreError `restore.full` where the folder holds anything, `restore.finished`, `backup.…`, `store.newer`, `data.locked`, `data.unusable`
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { found, key, dataDir, checkOnly = false, hold = () => ({ release: () => undefined }) } = options
  if (!checkOnly) await requireEmpty(dataDir)
  const made = await readManifest(found.target, key, found.name)
  const write = (folder: string) => writeAll(options, made, folder)
  try {
    if (checkOnly) await readAll(options, made, null)
    else if (await isFolder(dataDir)) await fillInPlace(dataDir, write, hold)
    else await makeBeside(dataDir, write)
    return made
  } catch (error) {
    throw faultOf(error, dataDir)
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

async function makeBeside(dataDir: string, write: (folder: string) => Promise<void>): Promise<void> {
  const beside = `${resolve(dataDir)}.restoring-${randomBytes(4).toString('hex')}`
  try {
    await write(beside)
    await requireEmpty(dataDir)
    await rename(beside, dataDir)
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

/** Writes the whole data folder, ready for a core. */
async function writeAll(options: RestoreOptions, made: Manifest, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await readAll(options, made, folder)
  const store = openStore(join(folder, databaseName))
  try {
    await noteRestored(store.db)
  } finally {
    await store.close()
  }
}

/** @param to null: writes nothing, only reads and verifies everything */
async function readAll(options: RestoreOptions, made: Manifest, to: string | null): Promise<void> {
  const { found, key, progress = () => undefined } = options
  const { target } = found
  let done = 0
  for (const { path, listing } of made.folders) {
    const folder = to === null ? null : join(to, path)
    if (folder !== null && path !== '') await mkdir(folder, { recursive: true, mode: 0o700 })
    const entries = await readListing(target, key, listing)
    for (let at = 0; at < entries.length; at += sideBySide)
      await all(
        entries.slice(at, at + sideBySide).map(async (entry) => {
          requirePlain(`${path}${entry.name}`, target)
          await putFile(folder === null ? null : join(folder, entry.name), entry.objects, entry.size, options)
          progress(++done, made.files)
        }),
      )
  }
}

/** Waits for all, so that none still writes when the first error is thrown. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}

/** Refuses names that are plain on other systems and paths on Windows. */
function requirePlain(path: string, target: BackupTarget): void {
  if (sep === '\\' && /[\\:]/.test(path))
    throw new CoreError(
      'backup.names',
      `The backup in ${target.label} holds the file ${path}, whose name this system does not allow: restore it on the system on which it was made.`,
    )
}

/** @param file null: the content is only read */
async function putFile(
  file: string | null,
  objects: readonly string[],
  size: number,
  { found, key }: RestoreOptions,
): Promise<void> {
  const handle = file === null ? undefined : await open(file, 'wx', 0o600)
  try {
    let written = 0
    for (let at = 0; at < objects.length; at += piecesSideBySide) {
      const some = objects.slice(at, at + piecesSideBySide)
      for (const content of await Promise.all(some.map((name) => readObject(found.target, key, name)))) {
        await handle?.writeFile(content)
        written += content.length
      }
    }
    if (written !== size)
      throw damaged(`The backup ${found.name} in ${found.target.label}`, 'a file of it is not whole')
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

/** Turns the system's faults into sentences for the person. */
function faultOf(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CoreError(
      'disk.full',
      `The disk of ${dataDir} is full: free some space, and restore again. Nothing was left there.`,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new CoreError(
      'data.unusable',
      `The data folder ${dataDir} cannot be written, or not be made where it is to be: make an empty folder there that you may write, or name another one with --data.`,
    )
  return error
}
