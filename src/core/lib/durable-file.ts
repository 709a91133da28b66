import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Files could not be stored; the message says why and how to cure it. */
export class StorageError extends Error {
  constructor(directory: string, cause: unknown) {
    super(`Files cannot be stored in ${directory}: ${cureOf(cause)}`, { cause })
    this.name = 'StorageError'
  }
}

/** Bytes from memory, a disk or a network, in pieces. */
export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Writes bytes to a new file of the folder for unfinished files, and forces them to the disk.
 * @returns the file's path; {@link moveInto} gives it its name
 * @throws StorageError, or whatever the source throws; then the file is removed
 */
export async function writeTemporary(directory: string, source: Bytes): Promise<string> {
  const path = join(directory, randomUUID())
  const file = await guarded(directory, () => open(path, 'wx', 0o600))
  try {
    for await (const bytes of source) await guarded(directory, () => writeAll(file, bytes))
    await guarded(directory, () => file.sync())
    await file.close()
    return path
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Makes an empty folder with its parents; removes what was in it.
 * @throws StorageError
 */
export async function emptyDirectory(directory: string): Promise<void> {
  await guarded(directory, async () => {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
  })
}

/**
 * Gives a finished file its name, in a folder that is created when missing, so that it survives a loss of power.
 * @param make creates that folder and returns the first folder that it created; by default with all parents
 */
export async function moveInto(
  temporary: string,
  path: string,
  make: (directory: string) => Promise<string | undefined> = (directory) => mkdir(directory, { recursive: true }),
): Promise<void> {
  const directory = dirname(path)
  await guarded(directory, async () => {
    const made = await make(directory)
    await rename(temporary, path)
    await syncDirectory(directory)
    if (made !== undefined) await syncDirectory(dirname(made))
  })
}

/** Renames a file within its folder; one that does not exist was renamed before. */
export async function putAside(path: string, name: string): Promise<void> {
  const directory = dirname(path)
  await guarded(directory, async () => {
    await rename(path, join(directory, name)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  })
}

/**
 * Creates a folder with its parents below `folder`, which must exist: if its disk was removed, nothing is created in its place.
 * @returns the first folder that was created; undefined where all existed
 * @throws the disk's error: `ENOENT` where `folder` does not exist
 */
export async function makeBelow(folder: string, directory: string): Promise<string | undefined> {
  let path = folder
  let first: string | undefined
  for (const name of relative(folder, directory).split(sep).filter(Boolean)) {
    path = join(path, name)
    try {
      await mkdir(path)
      first ??= path
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return first
}

/** The size of a file in bytes; undefined where it does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}

/** The text of a file; undefined when it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** Windows has no way to force a folder to the disk, and needs none. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function guarded<T>(directory: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw new StorageError(directory, error)
  }
}

function cureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full. Free some space and go on.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return 'the folder is not writable. Give this user the right to write there.'
  }
  return `${error instanceof Error ? error.message : 'the disk failed'}. Check the disk and go on.`
}
