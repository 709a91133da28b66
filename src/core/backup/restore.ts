import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { CoreError } from '../lib/errors.ts'
import { noteRestored } from '../store/installation/restored.ts'
import { openStore } from '../store/sqlite/open.ts'
import type { FoundBackup } from './find-backup.ts'
import type { Manifest } from './manifest.ts'
import { readObject } from './objects.ts'
import { readListing, readManifest } from './read-backup.ts'
import { type BackupKey, damaged } from './sealed.ts'
import { databaseName } from './sources.ts'
import type { BackupTarget } from './target.ts'

/** Ours: files that are read side by side, since each waits for the disk or the network. */
const sideBySide = 8
/** Ours: pieces of one file that are read side by side, a megabyte each. */
const piecesSideBySide = 8

export interface RestoreOptions {
  found: FoundBackup
  key: BackupKey
  dataDir: string
  /** Nothing is written: everything is only read and verified. */
  checkOnly?: boolean
  progress?(done: number, total: number): void
}

/**
 * Puts a backup into a data folder that is empty or not there. It is made beside, and takes its name when it is whole; so there is never half a
 * restored folder.
 * @returns what the backup says of itself
 * @throws CoreError `restore.full` where the folder holds anything, `backup.…`, `store.newer`
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { found, key, dataDir, checkOnly = false, progress = () => undefined } = options
  const { target, name } = found
  if (!checkOnly) await requireEmpty(dataDir)
  const made = await readManifest(target, key, name)
  const beside = `${resolve(dataDir)}.restoring-${randomBytes(4).toString('hex')}`
  let done = 0
  try {
    if (!checkOnly) await mkdir(beside, { recursive: true, mode: 0o700 })
    for (const { path, listing } of made.folders) {
      const folder = join(beside, path)
      if (!checkOnly && path !== '') await mkdir(folder, { recursive: true, mode: 0o700 })
      const entries = await readListing(target, key, listing)
      for (let at = 0; at < entries.length; at += sideBySide)
        await all(
          entries.slice(at, at + sideBySide).map(async (entry) => {
            requirePlain(`${path}${entry.name}`, target)
            await putFile(checkOnly ? null : join(folder, entry.name), entry.objects, entry.size, options)
            progress(++done, made.files)
          }),
        )
    }
    if (checkOnly) return made
    const store = openStore(join(beside, databaseName))
    try {
      await noteRestored(store.db)
    } finally {
      await store.close()
    }
    await requireEmpty(dataDir)
    await rmdir(dataDir).catch(() => undefined)
    await rename(beside, dataDir)
    return made
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw diskFull(error, dataDir)
  }
}

/** Waits for all, so that none still writes when the first fault is told. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}

/** What lies there is never written over. */
async function requireEmpty(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (there.length > 0)
    throw new CoreError(
      'restore.full',
      `The data folder ${dataDir} is not empty, and a backup is restored into an empty one alone: name another folder with --data, or move this one away.`,
    )
}

/** Names that mean more on another system than where they were written. */
function requirePlain(path: string, target: BackupTarget): void {
  if (sep === '\\' && /[\\:]/.test(path))
    throw new CoreError(
      'backup.names',
      `The backup in ${target.label} holds the file ${path}, whose name this system does not allow: restore it on the system on which it was made.`,
    )
}

/** @param file null: it is only read */
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

function diskFull(error: unknown, dataDir: string): unknown {
  const full = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  if (!full) return error
  return new CoreError(
    'disk.full',
    `The disk of ${dataDir} is full: free some space, and restore again. Nothing was left there.`,
  )
}
