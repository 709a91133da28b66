import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { CoreError } from '../lib/errors.ts'
import { noteRestored } from '../store/installation/restored.ts'
import { openStore } from '../store/sqlite/open.ts'
import { folderTarget } from './folder-target.ts'
import { folderOfSeed, type Manifest } from './manifest.ts'
import { readObject } from './objects.ts'
import { backupsIn, readListing, readManifest } from './read-backup.ts'
import { type BackupKey, damaged } from './sealed.ts'
import { databaseName } from './sources.ts'
import type { BackupTarget } from './target.ts'

/** A backup that was found for a seed. */
export interface FoundBackup {
  target: BackupTarget
  name: string
  /** How many backups of this seed are there. */
  of: number
}

/**
 * Finds a backup.
 * @param place the file of a backup, the folder that a person named for backups (then its newest), or the one in it of one seed
 * @throws CoreError `backup.missing` with what is there instead
 */
export async function findBackup(place: string, { fingerprint }: BackupKey): Promise<FoundBackup> {
  const path = resolve(place)
  const found = await stat(path).catch(() => undefined)
  if (!found)
    throw new CoreError(
      'backup.missing',
      `There is no backup at ${place}: name its file, or the folder that backups are in.`,
    )
  const ofSeed = folderOfSeed(fingerprint)
  if (found.isFile()) {
    const target = folderTarget(dirname(dirname(path)), basename(dirname(path)))
    return { target, name: basename(path), of: (await backupsIn(target)).length }
  }
  const isOfSeed = /^mintdesk-[0-9a-f]{16}$/.test(basename(path))
  const target = isOfSeed ? folderTarget(dirname(path), basename(path)) : folderTarget(path, ofSeed)
  const names = await backupsIn(target)
  const name = names.at(-1)
  if (name !== undefined) return { target, name, of: names.length }
  const others = (await readdir(path)).filter((one) => /^mintdesk-[0-9a-f]{16}$/.test(one))
  throw new CoreError(
    others.length > 0 ? 'backup.seed' : 'backup.missing',
    others.length > 0
      ? `The backups in ${place} were made with another seed (${others.map((one) => one.slice('mintdesk-'.length)).join(', ')}; these words give ${fingerprint}): type the 24 words of that seed.`
      : `There is no backup in ${place}: name its file, or the folder that backups are in.`,
  )
}

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
      for (const entry of await readListing(target, key, listing)) {
        requirePlain(`${path}${entry.name}`, target)
        await putFile(checkOnly ? null : join(folder, entry.name), entry.objects, entry.size, options)
        progress(++done, made.files)
      }
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
    for (const name of objects) {
      const content = await readObject(found.target, key, name)
      await handle?.writeFile(content)
      written += content.length
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
