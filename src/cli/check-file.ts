/** Sending a spreadsheet to the core, with the media that belong to it, and waiting until it is checked. */
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Import } from '../shared/app-api.ts'
import { counted } from '../shared/format.ts'
import type { Api } from './api.ts'
import { CommandError } from './failure.ts'
import { rest } from './follow-run.ts'
import { openProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

export interface FileWish {
  file: string
  collectionId: string
  again: boolean
  /** A folder whose files the columns `image` and `animation_url` may name. */
  media: string | undefined
}

/** Ours: what is over sooner needs no bar. */
const barAfter = 500
/** Ours: files that are sent side by side. */
const sentAtOnce = 4

/** @throws CommandError unless `path` is a file, or a folder, that is there. */
export async function requirePath(path: string, kind: 'file' | 'folder'): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })
  if (found === undefined)
    throw new CommandError('file.missing', `There is no ${kind} ${path}: check the name and the folder you are in.`)
  if (kind === 'file' ? found.isFile() : found.isDirectory()) return
  throw new CommandError(
    'file.kind',
    kind === 'file'
      ? `${path} is not a file: give the spreadsheet itself.`
      : `${path} is not a folder: give the folder that holds the media.`,
  )
}

/** Sends and checks a file. The import stays in the core; `dropImport` forgets it. */
export async function checkFile(api: Api, wish: FileWish, terminal: Terminal, stop: AbortSignal): Promise<Import> {
  const started = await api.createImport(wish.file, wish, stop)
  const checked = await awaitCheck(api, started, terminal, stop)
  if (wish.media === undefined || checked.state === 'failed') return checked
  await sendMedia(api, checked.id, wish.media, terminal, stop)
  return awaitCheck(api, await api.checkAgain(checked.id, stop), terminal, stop)
}

async function awaitCheck(api: Api, started: Import, terminal: Terminal, stop: AbortSignal): Promise<Import> {
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

async function sendMedia(api: Api, id: string, folder: string, terminal: Terminal, stop: AbortSignal): Promise<void> {
  const files = await filesIn(folder)
  if (files.length === 0) throw new CommandError('media.empty', `The folder ${folder} holds no files.`)
  const progress = await openProgress(terminal, 'files sent')
  const began = performance.now()
  let sent = 0
  const waiting = files.values()
  const sendSome = async (): Promise<void> => {
    for (const file of waiting) {
      await api.addMedia(id, relative(folder, file).split(sep).join('/'), file, stop)
      sent++
      if (performance.now() - began > barAfter) progress.show({ done: sent, total: files.length, note: '' })
    }
  }
  try {
    await Promise.all(Array.from({ length: sentAtOnce }, sendSome))
  } finally {
    progress.end()
  }
}

/** The files of a folder and of those in it; hidden ones, which systems leave there, are no media. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) =>
      relative(folder, file)
        .split(sep)
        .every((part) => !part.startsWith('.')),
    )
}
