/** Sends a spreadsheet of the named folders to the core and has it checked. The bytes that are hashed here are the bytes that are sent. */
import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { Import } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { isSystemFile, largestMedia, placeMedia } from '../../shared/media/media-files.ts'
import { CommandError } from '../failure.ts'
import { rest } from '../follow-run.ts'
import { type Folders, filesInside, readInside } from './folders.ts'
import { requireNoSecret, requireTable } from './secrets.ts'

export interface SheetRequest {
  file: string
  collection: string
  media: string | undefined
}

export interface SentSheet {
  checked: Import
  /** SHA-256, hex. */
  hash: string
  mediaHash: string | undefined
}

/** Ours, bytes: about 300,000 rows, held in memory once. */
const largestSheet = 64 * 1024 ** 2
/** Ours, for one spreadsheet: files, and their bytes. */
const mostMedia = 2_000
const mostMediaBytes = 1024 ** 3
const sheets = new Set(['.csv', '.tsv', '.txt', '.xlsx'])

/**
 * Sends a spreadsheet with the media of a folder, and has it checked. The import stays in the core.
 * @throws CommandError `mcp.…`, also for a file that is no table of recipients or holds a secret; CallError
 */
export async function sendSheet(
  api: AppClient,
  folders: Folders,
  { file, collection, media }: SheetRequest,
  stop: AbortSignal,
): Promise<SentSheet> {
  const { path, bytes, hash } = await readSheet(folders, file)
  const options = { name: basename(path), collectionId: collection }
  const started = await api.createImport(new Blob([bytes]), options, stop)
  try {
    const checked = await whenChecked(api, started, stop)
    requireTable(file, checked)
    if (media === undefined || checked.state === 'failed') return { checked, hash, mediaHash: undefined }
    const { rows } = await api.importRows(checked.id, {}, stop)
    const placed = placeMedia(
      await mediaFiles(folders, media),
      rows.flatMap(({ cells }) => cells),
    )
    const mediaHash = await readEach(folders, placed, (place, bytes) =>
      api.addMedia(checked.id, place, new Blob([bytes]), stop),
    )
    return { checked: await whenChecked(api, await api.patchImport(checked.id, {}, stop), stop), hash, mediaHash }
  } catch (error) {
    await api.dropImport(started.id).catch(() => undefined)
    throw error
  }
}

/** The hashes of the present files on disk, in the form of `sendSheet`. */
export async function hashesNow(
  folders: Folders,
  { file, media }: Pick<SheetRequest, 'file' | 'media'>,
): Promise<Pick<SentSheet, 'hash' | 'mediaHash'>> {
  const { hash } = await readSheet(folders, file)
  if (media === undefined) return { hash, mediaHash: undefined }
  return { hash, mediaHash: await readEach(folders, await mediaFiles(folders, media), async () => undefined) }
}

/** The files of a folder that may be media, by relative path. */
async function mediaFiles(folders: Folders, media: string): Promise<Map<string, string>> {
  const found = await filesInside(folders, media, mostMedia)
  const files = new Map([...found].filter(([place]) => !isSystemFile(place)))
  if (files.size > 0) return files
  throw new CommandError('media.empty', `The folder ${JSON.stringify(media)} holds no files.`)
}

/** Passes each file to `take`. @returns a hash over the files and their paths */
async function readEach(
  folders: Folders,
  files: ReadonlyMap<string, string>,
  take: (place: string, bytes: Buffer<ArrayBuffer>) => Promise<void>,
): Promise<string> {
  const hashes: string[] = []
  let total = 0
  for (const [place, source] of files) {
    const { bytes, hash } = await readInside(folders, source, largestMedia)
    total += bytes.length
    if (total > mostMediaBytes)
      throw new CommandError(
        'mcp.size',
        'The media are more than 1 GiB: name a smaller folder, or use "mintdesk mint".',
      )
    hashes.push(JSON.stringify([source, hash]))
    await take(place, bytes)
  }
  return createHash('sha256').update(hashes.sort().join('\n')).digest('hex')
}

async function readSheet(folders: Folders, file: string) {
  const read = await readInside(folders, file, largestSheet)
  // The extension of the real file counts, not that of a link to it.
  if (!sheets.has(extname(read.path).toLowerCase()))
    throw new CommandError(
      'mcp.kind',
      `${JSON.stringify(file)} is no spreadsheet: give a file that ends in .csv, .tsv, .txt or .xlsx.`,
    )
  await requireNoSecret(file, read.bytes)
  return read
}

async function whenChecked(api: AppClient, started: Import, stop: AbortSignal): Promise<Import> {
  let checked = started
  for (let look = 0; checked.state === 'checking'; look++) {
    stop.throwIfAborted()
    await rest(look < 40 ? 25 : 200, stop)
    checked = await api.importOf(checked.id, stop)
  }
  return checked
}
