/** Files that the rows of a spreadsheet may name, from a folder, an archive, or dropped one by one. */

/** As for a linked file (`fetchBounds` in src/core/metadata/fetch-file.ts); the same holds for one that is dropped. */
export const largestMedia = 100 * 1024 ** 2

export interface MediaFile {
  /** Its bytes, read when they are asked for. */
  blob(): Promise<Blob>
}

/** Whether a file is taken for an archive of such files. */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** Whether a file lies there for a system's own purposes and is nobody's image: hidden ones, macOS' and Windows' lists. */
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
 * Media by the paths that cells name them by: of the folders that all of it lies in, as many are left out as the cells leave out.
 * Where no cell names any file, the paths stay.
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

/** How many folders all paths have in common. */
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
