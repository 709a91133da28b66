/** Media files that the rows of a spreadsheet may name: from a folder, an archive, or dropped individually. */

/** The limit in bytes, as for a linked file (`fetchBounds` in src/core/metadata/fetch-file.ts); also for dropped files. */
export const largestMedia = 100 * 1024 ** 2

export interface MediaFile {
  /** Its bytes, read on demand. */
  blob(): Promise<Blob>
}

/** Whether a file is treated as an archive of media files. */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** Whether a file belongs to the operating system and is no media: hidden files, macOS' and Windows' metadata. */
export function isSystemFile(path: string): boolean {
  return /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i.test(path)
}

const plain = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .normalize('NFC')

/**
 * Media by the paths that cells use for them: of the leading folders that all files share, it removes as many as the cells omit.
 * If no cell names any file, the paths stay.
 */
export function placeMedia<File>(media: ReadonlyMap<string, File>, cells: Iterable<string>): Map<string, File> {
  const names = new Set([...cells].map(plain))
  const without = (folders: number): [string, File][] =>
    [...media].map(([path, file]) => [path.split('/').slice(folders).join('/'), file])
  let best = { named: 0, placed: without(0) }
  for (let folders = 0; folders <= sharedFolders([...media.keys()]); folders++) {
    const placed = without(folders)
    const named = placed.filter(([path]) => names.has(plain(path))).length
    if (named > best.named) best = { named, placed }
  }
  return new Map(best.placed)
}

/** How many leading folders all paths share. */
function sharedFolders(paths: readonly string[]): number {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  const differs = first.findIndex((folder, at) => others.some((other) => other[at] !== folder))
  return differs === -1 ? first.length : differs
}

/** The file that a cell names. */
export function findMedia<File>(media: ReadonlyMap<string, File>, name: string): File | undefined {
  const exact = media.get(name)
  if (exact) return exact
  for (const [path, file] of media) if (plain(path) === plain(name)) return file
  return undefined
}
