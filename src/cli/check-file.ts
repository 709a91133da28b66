/** Sends a spreadsheet with its media to the core, and waits until the core has checked it. */
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Import } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { counted } from '../shared/format.ts'
import { isArchive, isSystemFile, type MediaFile, placeMedia } from '../shared/media/media-files.ts'
import { CommandError } from './failure.ts'
import { rest } from './follow-run.ts'
import { openProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import type { TraitChoice } from './traits.ts'

export interface FileOptions {
  file: string
  collectionId: string
  again: boolean
  /** A folder, or a `.zip`, whose files the columns `image` and `animation_url` may name. */
  media: string | undefined
  sheet: string | undefined
  hidden: 'mint' | 'skip' | undefined
  traits: TraitChoice
}

/** Ours, ms: work that ends sooner needs no progress bar. */
const barAfter = 500
/** Ours: how many files are sent at the same time. */
const sentAtOnce = 4

/** @throws CommandError unless `path` exists and is a file or, for media, a folder or an archive. */
export async function requirePath(path: string, kind: 'file' | 'media'): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })
  if (found === undefined)
    throw new CommandError(
      'file.missing',
      `There is no ${kind === 'file' || isArchive(path) ? 'file' : 'folder'} ${path}: check the name and the folder you are in.`,
    )
  if (found.isFile() ? kind === 'file' || isArchive(path) : kind === 'media' && found.isDirectory()) return
  throw new CommandError(
    'file.kind',
    kind === 'file'
      ? `${path} is not a file: give the spreadsheet itself.`
      : `${path} is neither a folder nor a .zip: give the one that holds the media.`,
  )
}

/** Sends a file and has it checked. The import stays in the core until `dropImport`. */
export async function checkFile(
  api: AppClient,
  options: FileOptions,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<Import> {
  const { file, collectionId, again, sheet, hidden, traits } = options
  const how = { name: basename(file), collectionId, again, sheet, hidden, ...traits }
  const started = await api.createImport(await openAsBlob(file), how, stop)
  const checked = await awaitCheck(api, started, terminal, stop)
  if (options.media === undefined || checked.state === 'failed') return checked
  await sendMedia(api, checked.id, options.media, terminal, stop)
  return awaitCheck(api, await api.patchImport(checked.id, {}, stop), terminal, stop)
}

async function awaitCheck(api: AppClient, started: Import, terminal: Terminal, stop: AbortSignal): Promise<Import> {
  const began = performance.now()
  const progress = await openProgress(terminal, 'bytes checked')
  let checked = started
  try {
    while (checked.state === 'checking') {
      stop.throwIfAborted()
      const waited = performance.now() - began
      await rest(waited < 2_000 ? 25 : 200, stop)
      checked = await api.importOf(checked.id, stop)
      if (waited > barAfter && checked.bytesTotal > 0)
        progress.show({
          done: checked.bytesRead,
          total: checked.bytesTotal,
          note: counted(checked.counts.rows, 'row'),
        })
    }
  } finally {
    progress.end()
  }
  return checked
}

async function sendMedia(
  api: AppClient,
  id: string,
  from: string,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<void> {
  const found = await ((await stat(from)).isDirectory() ? filesInFolder(from) : filesInArchive(from))
  const { rows } = await api.importRows(id, {}, stop)
  const files = placeMedia(
    found,
    rows.flatMap(({ cells }) => cells),
  )
  const progress = await openProgress(terminal, 'files sent')
  const began = performance.now()
  let sent = 0
  const waiting = files.entries()
  const sendSome = async (): Promise<void> => {
    for (const [path, file] of waiting) {
      await api.addMedia(id, path, await file.blob(), stop)
      sent++
      if (performance.now() - began > barAfter) progress.show({ done: sent, total: files.size, note: '' })
    }
  }
  try {
    await Promise.all(Array.from({ length: sentAtOnce }, sendSome))
  } finally {
    progress.end()
  }
}

/** The files of a folder and its subfolders, by relative path, without the files that operating systems leave there. */
async function filesInFolder(folder: string): Promise<Map<string, MediaFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, MediaFile>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    if (!isSystemFile(path)) files.set(path, { blob: () => openAsBlob(file) })
  }
  if (files.size === 0) throw new CommandError('media.empty', `The folder ${folder} holds no files.`)
  return files
}

async function filesInArchive(file: string): Promise<Map<string, MediaFile>> {
  const { openArchive } = await import('../shared/media/media-archive.ts')
  return openArchive(await openAsBlob(file), basename(file))
}
