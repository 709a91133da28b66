/** Reads files for a model: only files in the folders that the person named, whatever path the model asks for. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { CommandError } from '../failure.ts'

/** The folders that may be read, and one that never may. */
export interface Folders {
  /** Real paths. */
  named: readonly string[]
  /** Mintdesk's data folder, whose content grants access to the core; a real path. */
  dataDir: string
}

/** The content of a file, read once. */
export interface ReadFile {
  /** Real path. */
  path: string
  bytes: Buffer<ArrayBuffer>
  /** SHA-256, hex. */
  hash: string
}

/**
 * Resolves the folders that the person named at the start.
 * @throws CommandError `mcp.folder` for a path that does not exist, is no folder, or lies in the data folder
 */
export async function openFolders(paths: readonly string[], dataDir: string): Promise<Folders> {
  const data = await realpath(dataDir).catch(() => dataDir)
  const named: string[] = []
  for (const path of paths) {
    const real = await realpath(path).catch(() => undefined)
    if (real === undefined || !(await stat(real)).isDirectory())
      throw new CommandError('mcp.folder', `There is no folder ${path}: name one that holds spreadsheets.`)
    if (isInside(real, data))
      throw new CommandError('mcp.folder', `${path} is Mintdesk's own data: name a folder that holds spreadsheets.`)
    named.push(real)
  }
  return { named, dataDir: data }
}

/**
 * Reads a whole file of the folders.
 * @param path absolute, or relative to one of the folders
 * @param most bytes
 * @throws CommandError `mcp.outside`, `mcp.missing`, `mcp.kind`, `mcp.size`
 */
export async function readInside(folders: Folders, path: string, most: number): Promise<ReadFile> {
  const real = await placeOf(folders, path)
  // Opening a named pipe must not wait, and a link that replaced the file since `realpath` is not followed.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = await open(real, flags).catch(() => undefined)
  if (file === undefined) throw missing(path)
  try {
    const { size, dev, ino } = await requireFile(file, path)
    // A link may have replaced a parent folder meanwhile: the path must still lead to this file.
    const now = await stat(await placeOf(folders, path))
    if (now.dev !== dev || now.ino !== ino) throw outside(path)
    if (size > most) throw tooLarge(path, most)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    if (bytesRead !== size) throw new CommandError('mcp.busy', `${quoted(path)} is being written: try again.`)
    return { path: real, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    await file.close()
  }
}

/**
 * The files of a folder and its subfolders, by relative path, without links and hidden entries.
 * @throws CommandError as `readInside`; `mcp.size` for more than `most` files
 */
export async function filesInside(folders: Folders, path: string, most: number): Promise<Map<string, string>> {
  const top = await placeOf(folders, path)
  if (!(await stat(top)).isDirectory())
    throw new CommandError('mcp.kind', `${quoted(path)} is no folder: give the one that holds the media.`)
  const found = new Map<string, string>()
  const waiting = [top]
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift())
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = join(folder, entry.name)
      if (entry.name.startsWith('.') || isInside(file, folders.dataDir)) continue
      if (entry.isDirectory()) waiting.push(file)
      if (entry.isFile()) found.set(relative(top, file).split(sep).join('/'), file)
      if (found.size + waiting.length > most)
        throw new CommandError('mcp.size', `${quoted(path)} holds more than ${most} files: name a smaller folder.`)
    }
  return found
}

/** The real path of a requested path. @throws CommandError unless it exists, lies in the folders, and is not hidden */
async function placeOf({ named, dataDir }: Folders, path: string): Promise<string> {
  if (path.split(/[\\/]/).includes('..') || path.includes('\0')) throw outside(path)
  for (const asked of isAbsolute(path) ? [path] : named.map((folder) => join(folder, path))) {
    const real = await realpath(asked).catch(() => undefined)
    if (real === undefined) continue
    const folder = named.find((one) => isInside(real, one))
    if (folder === undefined || isInside(real, dataDir) || isHidden(relative(folder, real))) throw outside(path)
    return real
  }
  // The error does not reveal whether a file outside exists.
  throw isAbsolute(path) && !named.some((folder) => isInside(path, folder)) ? outside(path) : missing(path)
}

async function requireFile(file: FileHandle, path: string) {
  const found = await file.stat()
  if (found.isFile()) return found
  throw new CommandError('mcp.kind', `${quoted(path)} is not a file: give the spreadsheet itself.`)
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Programs keep secrets in dot files and dot folders. */
function isHidden(way: string): boolean {
  return way.split(sep).some((part) => part.startsWith('.'))
}

function quoted(path: string): string {
  return JSON.stringify(path)
}

function outside(path: string): CommandError {
  return new CommandError(
    'mcp.outside',
    `${quoted(path)} is not in the folders that this server may read: ask the person to name its folder when "mintdesk mcp" is started.`,
  )
}

function missing(path: string): CommandError {
  return new CommandError('mcp.missing', `There is no file ${quoted(path)} in the folders that this server may read.`)
}

function tooLarge(path: string, most: number): CommandError {
  return new CommandError(
    'mcp.size',
    `${quoted(path)} is larger than ${Math.floor(most / 1024 ** 2)} MiB: mint it in the window, or with "mintdesk mint".`,
  )
}
