/**
 * Restores into an existing data folder: a mounted disk, a Docker volume, or a folder whose parent is not writable. Such a folder cannot be
 * replaced by another. So the backup goes into a subfolder named as incomplete; then that is renamed, and each part is moved to its place.
 * While a subfolder with either name exists, no core opens the data folder. The next restore moves a complete one up, and does nothing else;
 * an incomplete one it removes, and reads the backup from the beginning.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CoreError } from '../lib/errors.ts'

/** The subfolder while it is being written. */
const unfinished = 'restore-unfinished'
/** The subfolder when it is complete, and only has to be moved up. */
const whole = 'restore-whole'
/** The lock of the data folder. */
const lock = 'lock.db'
/** Names that a folder may hold and still count as empty: the above, SQLite's journal of the lock, and what disks have from the start. */
const ofNobody: readonly string[] = [unfinished, whole, lock, `${lock}-journal`, 'lost+found']

/** Whether a restore into a data folder was interrupted, so that the folder is neither the old one nor the restored one. */
export function isHalfRestored(dataDir: string): boolean {
  return existsSync(join(dataDir, unfinished)) || existsSync(join(dataDir, whole))
}

/** Requires an empty data folder: a restore overwrites nothing. @throws CoreError `restore.full` */
export async function requireEmpty(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (existsSync(join(dataDir, whole)) || there.every((name) => ofNobody.includes(name))) return
  throw new CoreError(
    'restore.full',
    `The data folder ${dataDir} is not empty, and a backup is restored into an empty one alone: name another folder with --data, or move this one away.`,
  )
}

/**
 * Fills an existing data folder, and holds its lock meanwhile.
 * @param fill writes everything below the folder that it gets
 * @param hold takes the lock of the data folder, as a core does
 * @throws CoreError `restore.finished` where an earlier restore had read everything and was interrupted: it is finished now
 */
export async function fillInPlace<Result>(
  dataDir: string,
  fill: (folder: string) => Promise<Result>,
  hold: (dataDir: string) => { release(): void },
): Promise<Result> {
  const held = hold(dataDir)
  try {
    if (existsSync(join(dataDir, whole))) {
      await moveUp(dataDir)
      throw new CoreError(
        'restore.finished',
        `An earlier restore into ${dataDir} had read its whole backup when it was broken off, and is finished now: go on with “mintdesk serve”. To restore another backup instead, move what is in this folder away, and restore again.`,
      )
    }
    await requireEmpty(dataDir)
    const made = join(dataDir, unfinished)
    await rm(made, { recursive: true, force: true })
    const result = await fill(made).catch(async (error: unknown) => {
      await rm(made, { recursive: true, force: true })
      // Removed before the release, so that no other process locks a file that is gone. Some systems cannot remove an open file.
      await rm(join(dataDir, lock), { force: true }).catch(() => undefined)
      throw error
    })
    await rename(made, join(dataDir, whole))
    await moveUp(dataDir)
    return result
  } finally {
    held.release()
  }
}

/** Moves the restored parts up. After a kill it continues with those that are left. */
async function moveUp(dataDir: string): Promise<void> {
  const from = join(dataDir, whole)
  for (const name of await readdir(from)) {
    const to = join(dataDir, name)
    if (existsSync(to))
      throw new CoreError(
        'restore.full',
        `${to} is there, and a restore into this folder is not finished: move that away, and restore again.`,
      )
    await rename(join(from, name), to)
  }
  await rmdir(from)
}
