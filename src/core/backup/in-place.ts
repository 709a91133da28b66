/**
 * Restoring into a data folder that is there: a mounted disk, a volume of Docker, or a folder above which nobody may write. It cannot be replaced by
 * another one, so what is restored is made in it, under a name that says that it is not whole; then that changes, and each part gets its place.
 * While either name is there, no core opens the folder, and restoring again goes on.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CoreError } from '../lib/errors.ts'

/** What is written. */
const unfinished = 'restore-unfinished'
/** The same when all of it is there: it is only to be moved up. */
const whole = 'restore-whole'
/** What the folder is held by. */
const lock = 'lock.db'
/** What a folder may hold that counts as empty: these, what SQLite has beside the lock, and what disks have of themselves. */
const ofNobody: readonly string[] = [unfinished, whole, lock, `${lock}-journal`, 'lost+found']

/** Whether restoring into a data folder was broken off, so that it is not what it was nor what it is to be. */
export function isHalfRestored(dataDir: string): boolean {
  return existsSync(join(dataDir, unfinished)) || existsSync(join(dataDir, whole))
}

/** What lies there is never written over. @throws CoreError `restore.full` */
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
 * Fills a data folder that is there, for as long as it is held.
 * @param fill writes all of it below the folder that it is given
 * @param hold takes hold of the data folder, as a core does
 * @throws CoreError `restore.finished` where an earlier restore had everything and was broken off: it is finished now
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
      // Before it is let go, so that nobody holds what is not there. Some systems remove nothing that is open.
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

/** What was moved before a kill is in its place, and not here any more. */
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
