import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeBelow, moveInto, writeTemporary } from '../lib/durable-file.ts'
import { CoreError } from '../lib/errors.ts'
import { folderFault, isLink } from '../lib/own-folder.ts'
import { asideFolder, seedFolder } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/** Ours: the folder for files that are being written. */
const unfinished = 'unfinished'
/** Ours: an older file there is a leftover, since writing one piece takes seconds at most. */
const leftoverMs = 3_600_000

/**
 * Backups in a folder: on another disk, on a network drive, or one that another program copies away.
 * @param folder the person's folder, which must exist: while its disk is not connected, nothing must be written in its place
 * @param below Mintdesk's own folder in it
 */
export function folderTarget(folder: string, below: string): BackupTarget {
  const root = join(folder, below)
  const beginnings = join(root, unfinished)

  const entriesOf = (dir: string) =>
    readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw unreadable(folder, error)
    })

  async function* walk(dir: string, prefix: string): AsyncGenerator<string> {
    for (const entry of await entriesOf(dir)) {
      if (entry.isDirectory()) yield* walk(join(dir, entry.name), `${prefix}${entry.name}/`)
      else yield `${prefix}${entry.name}`
    }
  }

  /** Removes what an interrupted backup left. Another copy of Mintdesk may still be writing the newer files. */
  async function removeLeftovers(): Promise<void> {
    for (const name of await readdir(beginnings)) {
      const path = join(beginnings, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < Date.now() - leftoverMs) await rm(path, { force: true })
    }
  }

  return {
    label: folder,
    async check() {
      const found = await stat(folder).catch((error: unknown) => {
        throw unreadable(folder, error)
      })
      if (!found.isDirectory()) throw unusable(folder, { code: 'ENOTDIR' })
      try {
        for (const path of [folder, root, beginnings, join(root, 'objects'), join(root, asideFolder)])
          if (await isLink(path))
            throw new Error(`${path} is a link to another place: remove the link, or name the folder that it leads to`)
        await makeBelow(folder, beginnings)
        await removeLeftovers()
      } catch (error) {
        throw unusable(folder, error)
      }
    },
    async *top() {
      const entries = await entriesOf(root)
      for (const entry of entries) if (entry.isFile()) yield entry.name
    },
    list: (prefix) => walk(join(root, prefix), prefix),
    async put(name, bytes) {
      try {
        const temporary = await writeTemporary(beginnings, [bytes])
        await moveInto(temporary, join(root, name), (directory) => makeBelow(folder, directory))
      } catch (error) {
        throw unusable(folder, error instanceof Error && error.cause !== undefined ? error.cause : error)
      }
    },
    async get(name) {
      try {
        return await readFile(join(root, name))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw unreadable(folder, error)
      }
    },
    writtenAt: (name) =>
      stat(join(root, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
    async move(from, to) {
      try {
        await moveInto(join(root, from), join(root, to), (directory) => makeBelow(folder, directory))
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
        if (codeOf(cause) !== 'ENOENT') throw unusable(folder, cause)
      }
    },
    remove: (name) => rm(join(root, name), { force: true }),
    close: async () => undefined,
  }
}

/**
 * Creates the person's folder, where its parent exists. An existing folder is accepted when it is empty or has backups.
 * @throws CoreError `backup.folder`
 */
export async function makeBackupFolder(folder: string): Promise<void> {
  try {
    await stat(dirname(folder))
    const fault = await folderFault(folder, (name) => seedFolder.test(name))
    if (fault !== null) throw new Error(fault)
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(folder, error)
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

const cures: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there: connect its disk, or choose another folder',
  ENOTDIR: 'it is a file: choose a folder',
  EACCES: 'you may not write there: make it writable, or choose another folder',
  EPERM: 'you may not write there: make it writable, or choose another folder',
  EROFS: 'its disk is read-only: choose another folder',
  ENOSPC: 'its disk is full: free some space there, keep fewer backups, or choose another folder',
  EDQUOT: 'its disk is full: free some space there, keep fewer backups, or choose another folder',
  EIO: 'its disk fails: check it, or choose another folder',
}

/** The error for a folder that was only read. */
function unreadable(folder: string, error: unknown): CoreError {
  const isForbidden = ['EACCES', 'EPERM'].includes(String(codeOf(error)))
  return unusable(folder, isForbidden ? new Error('you may not read there: make it readable for this user') : error)
}

function unusable(folder: string, error: unknown): CoreError {
  const cure = cures[String(codeOf(error))]
  const message = error instanceof Error ? error.message : String(error)
  return new CoreError('backup.folder', `The backup folder ${folder} cannot be used: ${cure ?? message}.`)
}
