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

/** The dropped file a cell names: by its whole path, or by its end where the folder's own name is left out. */
export function findMedia(media: ReadonlyMap<string, File>, name: string): File | undefined {
  const exact = media.get(name)
  if (exact) return exact
  const end = `/${name}`.normalize('NFC')
  for (const [path, file] of media) if (`/${path}`.normalize('NFC').endsWith(end)) return file
  return undefined
}
