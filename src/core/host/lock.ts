import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { isHalfRestored } from '../backup/in-place.ts'
import { CoreError } from '../lib/errors.ts'
import { readApiFile } from './api-file.ts'
import { makeFolder } from './data-dir.ts'
import { makePrivate } from './private-folder.ts'

export interface DataLock {
  release(): void
}

/**
 * Creates the data folder when it is missing (for this user alone) and locks it. The operating system holds the lock on `lock.db`
 * and drops it with the process, however that ends. A file with a process id would survive a kill, and process ids are
 * used again.
 *
 * @throws CoreError `data.locked` when another core holds the folder, `data.restoring` when a restore into it was interrupted,
 *   `data.unusable` when it cannot be created or written,
 *   `runtime.platform` when SQLite was built for another kind of computer, `data.exposed` when other users of the computer could access it.
 */
export function lockDataDir(dataDir: string): DataLock {
  const held = holdDataDir(dataDir)
  if (!isHalfRestored(dataDir)) return held
  held.release()
  throw new CoreError(
    'data.restoring',
    `A backup was being restored into ${dataDir}, and that was broken off: run “mintdesk restore” again, which goes on.`,
  )
}

/** The same lock for a restore, which may continue an interrupted one. */
export function holdDataDir(dataDir: string): DataLock {
  makeDataDir(dataDir)
  let database: SqliteDatabase.Database | undefined
  try {
    database = new SqliteDatabase(join(dataDir, 'lock.db'), { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    const held = database
    return { release: () => held.close() }
  } catch (error) {
    database?.close()
    if (codeOf(error).startsWith('SQLITE_BUSY')) throw lockedError(dataDir)
    if (isOfAnotherPlatform(error)) throw anotherPlatform(process)
    throw unusable(dataDir, error)
  }
}

/** Whether a native module is missing or was built for another kind of computer. */
export function isOfAnotherPlatform(error: unknown): boolean {
  return ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'].includes(codeOf(error))
}

/** The error for such a module. */
export function anotherPlatform({ platform, arch }: { platform: string; arch: string }): CoreError {
  return new CoreError(
    'runtime.platform',
    `This Mintdesk was installed for another kind of computer, or not whole: its database program has no part for ${platform} on ${arch}. Install it on this computer itself; the data folder stays as it is.`,
  )
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder')
    // SQLite would open a read-only database, and fail only at the first write, much later.
    accessSync(dataDir, constants.W_OK)
    makePrivate(dataDir)
  } catch (error) {
    if (error instanceof CoreError) throw error
    throw unusable(dataDir, error)
  }
}

function lockedError(dataDir: string): CoreError {
  const holder = readApiFile(dataDir)
  const where = holder === undefined ? '' : ` (process ${holder.pid}, at ${holder.url})`
  return new CoreError(
    'data.locked',
    `Another Mintdesk${where} is using the data folder ${dataDir}: close it first, or choose another data folder.`,
  )
}

const diskFull = 'the disk is full'
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  ENOENT: 'no folder can be made there',
  EROFS: 'it is on a read-only disk',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: diskFull,
  SQLITE_FULL: diskFull,
  SQLITE_CANTOPEN: 'no file can be made in it',
  SQLITE_READONLY: 'it cannot be written',
}

function unusable(dataDir: string, error: unknown): CoreError {
  const reason = reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
  const cure = reason === diskFull ? 'free some space, or' : 'make it writable, or'
  return new CoreError(
    'data.unusable',
    `The data folder ${dataDir} cannot be used, because ${reason}: ${cure} choose another one (--data, or MINTDESK_HOME).`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
