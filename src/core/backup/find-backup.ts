import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { isBucketPlace } from '../../shared/app-api/backups.ts'
import { CoreError } from '../lib/errors.ts'
import { folderTarget } from './folder-target.ts'
import { folderOfSeed, isBackupName, seedFolder } from './manifest.ts'
import { type BackupPlace, bucketIn, openTarget } from './place.ts'
import { backupsIn } from './read-backup.ts'
import { foldersInBucket } from './s3-target.ts'
import type { BackupKey } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** A backup for a seed. */
export interface FoundBackup {
  target: BackupTarget
  name: string
  /** The number of backups of this seed there. */
  of: number
}

/**
 * Finds a backup. The caller closes its target.
 * @param at the file of a backup, the person's folder or bucket for backups (then the newest), or the folder of one seed in it
 * @throws CoreError `backup.missing`, `backup.seed` with the seeds that are there instead, `backup.folder`, `backup.bucket`
 */
export function findBackup(at: BackupPlace, { fingerprint }: BackupKey): Promise<FoundBackup> {
  return isBucketPlace(at.place) ? inBucket(at, fingerprint) : inFolder(at.place, fingerprint)
}

async function inFolder(place: string, fingerprint: string): Promise<FoundBackup> {
  const path = resolve(place)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw missing(`at ${place}`)
  if (found.isFile()) {
    const target = folderTarget(dirname(dirname(path)), basename(dirname(path)))
    return { target, name: basename(path), of: (await backupsIn(target)).length }
  }
  const target = seedFolder.test(basename(path))
    ? folderTarget(dirname(path), basename(path))
    : folderTarget(path, folderOfSeed(fingerprint))
  return newest(place, target, fingerprint, () => readdir(path))
}

async function inBucket({ place, access }: BackupPlace, fingerprint: string): Promise<FoundBackup> {
  const { bucket, prefix } = bucketIn(place)
  const names = prefix === '' ? [] : prefix.split('/')
  const file = isBackupName(names.at(-1) ?? '') ? names.pop() : undefined
  const below = seedFolder.test(names.at(-1) ?? '') ? names.pop() : undefined
  const above = { place: ['s3:/', bucket, ...names].join('/'), access }
  const target = await openTarget(above, below ?? folderOfSeed(fingerprint))
  try {
    if (file === undefined)
      return await newest(place, target, fingerprint, async () =>
        access === null ? [] : foldersInBucket(place, { ...access, bucket }, names.join('/')),
      )
    const there = await backupsIn(target)
    if (!there.includes(file)) throw missing(`at ${place}`)
    return { target, name: file, of: there.length }
  } catch (error) {
    await target.close()
    throw error
  }
}

/** @param beside lists the names beside the seed's folder */
async function newest(
  place: string,
  target: BackupTarget,
  fingerprint: string,
  beside: () => Promise<string[]>,
): Promise<FoundBackup> {
  const names = await backupsIn(target)
  const name = names.at(-1)
  if (name !== undefined) return { target, name, of: names.length }
  const mine = folderOfSeed(fingerprint)
  const others = (await beside()).filter((one) => seedFolder.test(one) && one !== mine)
  if (others.length === 0) throw missing(`in ${place}`)
  throw new CoreError(
    'backup.seed',
    `The backups in ${place} were made with another seed (${others.map((one) => one.slice('mintdesk-'.length)).join(', ')}; these words give ${fingerprint}): type the 24 words of that seed.`,
  )
}

function missing(where: string): CoreError {
  return new CoreError(
    'backup.missing',
    `There is no backup ${where}: name its file, or the folder or bucket that backups are in.`,
  )
}
