/** Sorts what was dropped into the spreadsheet and the media beside it. */

export interface Dropped {
  sheet: File | null
  /** Other spreadsheets, which are left aside: one file is minted at a time. */
  leftAside: File[]
  /** By their path, as the spreadsheet may name them. */
  media: Map<string, File>
}

const sheetEnding = /\.(csv|tsv|txt|xlsx|xls|ods)$/i
const systemFile = /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i

/** The path of a dropped file within what was dropped, without a leading `./` or `/`. */
export function pathOf(file: File): string {
  const given = 'relativePath' in file && typeof file.relativePath === 'string' ? file.relativePath : ''
  return (given || file.webkitRelativePath || file.name).replace(/^(\.?\/)+/, '')
}

export function sortDropped(files: readonly File[]): Dropped {
  const sheets = files.filter((file) => sheetEnding.test(file.name) && !systemFile.test(pathOf(file)))
  const media = new Map<string, File>()
  for (const file of files) {
    const path = pathOf(file)
    if (!sheetEnding.test(file.name) && !systemFile.test(path)) media.set(path, file)
  }
  return { sheet: sheets[0] ?? null, leftAside: sheets.slice(1), media }
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
export function placeMedia(media: ReadonlyMap<string, File>, cells: Iterable<string>): Map<string, File> {
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

/** The dropped file a cell names. */
export function findMedia(media: ReadonlyMap<string, File>, name: string): File | undefined {
  const exact = media.get(name)
  if (exact) return exact
  for (const [path, file] of media) if (plain(path) === plain(name)) return file
  return undefined
}
