import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** What could not be written, and the cure, in one sentence. */
export class StorageError extends Error {
  constructor(directory: string, cause: unknown) {
    super(`Files cannot be stored in ${directory}: ${cureOf(cause)}`, { cause })
    this.name = 'StorageError'
  }
}

/** Bytes as they come, from memory, a disk or a network. */
export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * Writes bytes to a new file of the folder for what is not finished, and forces them to the disk.
 * @returns the file's path; {@link moveInto} gives it its name
 * @throws StorageError, or whatever the source throws; then the file is gone
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
 * Makes an empty folder, with all above it; what was in it is removed.
 * @throws StorageError
 */
export async function emptyDirectory(directory: string): Promise<void> {
  await guarded(directory, async () => {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
  })
}

/**
 * Gives a finished file its name, in a folder that is made when it is missing, so that it survives a loss of power.
 * @param make makes that folder, and says the first that it made; with all above it where absent
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

/** Gives a file another name in its folder; where it is not there, it was done before. */
export async function putAside(path: string, name: string): Promise<void> {
  const directory = dirname(path)
  await guarded(directory, async () => {
    await rename(path, join(directory, name)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  })
}

/**
 * Makes a folder with all above it, up to one that must be there: what lies on a disk that was taken away is not made anew in its place.
 * @returns the first that was made; undefined where all were there
 * @throws the fault of the disk: `ENOENT` where `folder` is not there
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

/** Whether a file is there, and its size in bytes. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}

/** The text of a file; undefined when there is none. */
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

/** Windows knows no way to force a folder to the disk, and needs none. */
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
