/** Sorts what was dropped into the spreadsheet and the media beside it. */
import { isArchive, isSystemFile, type MediaFile } from '../../../../shared/media/media-files.ts'

export interface DroppedFile extends MediaFile {
  /** The path within what was dropped, without a leading `./` or `/`. */
  path: string
}

export interface Dropped {
  sheet: DroppedFile | null
  /** Other spreadsheets, which are not used: one file is minted at a time. */
  leftAside: DroppedFile[]
  /** By their path, as the spreadsheet may name them. */
  media: Map<string, MediaFile>
}

const sheetEnding = /\.(csv|tsv|txt|xlsx|xlsm|xlsb|xls|ods|numbers)$/i

/** The dropped files: first those outside of archives, then the files in the archives. @throws ArchiveError */
export async function openDropped(files: readonly File[]): Promise<DroppedFile[]> {
  const opened: DroppedFile[] = []
  const packed: DroppedFile[] = []
  for (const file of files) {
    const path = pathOf(file)
    if (isSystemFile(path)) continue
    if (!isArchive(path)) {
      opened.push({ path, blob: async () => file })
      continue
    }
    const { openArchive } = await import('../../../../shared/media/media-archive.ts')
    for (const [inside, { blob }] of await openArchive(file, file.name)) packed.push({ path: inside, blob })
  }
  return [...opened, ...packed]
}

function pathOf(file: File): string {
  const given = 'relativePath' in file && typeof file.relativePath === 'string' ? file.relativePath : ''
  return (given || file.webkitRelativePath || file.name).replace(/^(\.?\/)+/, '')
}

export function sortDropped(files: readonly DroppedFile[]): Dropped {
  const sheets = files.filter(({ path }) => sheetEnding.test(path))
  const media = new Map(files.filter(({ path }) => !sheetEnding.test(path)).map((file) => [file.path, file]))
  return { sheet: sheets[0] ?? null, leftAside: sheets.slice(1), media }
}

/** The bytes as a file, named by the last part of its path. */
export async function asFile({ path, blob }: DroppedFile): Promise<File> {
  const bytes = await blob()
  return bytes instanceof File ? bytes : new File([bytes], baseName(path))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
