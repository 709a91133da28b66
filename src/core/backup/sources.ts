/** What of a data folder belongs into a backup, and what does not. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How a file is copied. `content`: named by its content, so never changed. `database`: as it was at one commit. `ledger`: a database that the
 * process of a practice network holds alone, so that it is copied while it is not written.
 */
export type Copying = 'content' | 'database' | 'ledger' | 'file'

export interface SourceFolder {
  /** From the data folder, with slashes; '' itself. */
  path: string
  files: { name: string; copying: Copying }[]
}

export const databaseName = 'mintdesk.db'

/**
 * Files of the data folder itself. `signed-marks` is not among them: a restored database must not take an old mark for the newest. Nor is what
 * belongs to this computer or can be made again: the lock, sessions' pages, thumbnails, uploads.
 */
const ownFiles = ['practice-seed.json', 'vault.json']
/** Folders of the data folder, in the order in which they are copied: after the database, which names what lies in them. */
const ownFolders = ['imports', 'lists', 'content', 'practice']
const databases = /\.(?:db|sqlite)$/
/** SQLite's own files, what is being written, what a practice network keeps of its process, and what a check of a file makes again. */
const leftOut = /(?:-wal|-shm|-journal|\.new|-strings)$|^(?:unfinished|loading\.json|anvil\.json)$/

/** The folders with their files, the database first. */
export async function* sourcesIn(dataDir: string): AsyncGenerator<SourceFolder> {
  const there = new Set(await readdir(dataDir))
  yield {
    path: '',
    files: [
      { name: databaseName, copying: 'database' },
      ...ownFiles.flatMap((name) => (there.has(name) ? [{ name, copying: 'file' as const }] : [])),
    ],
  }
  for (const name of ownFolders) if (there.has(name)) yield* walk(dataDir, name)
}

async function* walk(dataDir: string, path: string): AsyncGenerator<SourceFolder> {
  const entries = (await readdir(join(dataDir, path), { withFileTypes: true }).catch(whenGone)) ?? []
  const kept = entries.filter(({ name }) => isMedia(path) || !leftOut.test(name))
  const files = kept.flatMap((entry) =>
    entry.isFile() ? [{ name: entry.name, copying: copyingOf(path, entry.name) }] : [],
  )
  if (files.length > 0) yield { path, files }
  for (const entry of kept) if (entry.isDirectory()) yield* walk(dataDir, `${path}/${entry.name}`)
}

function copyingOf(path: string, name: string): Copying {
  if (/^content\/(?:files|folders)(?:\/|$)/.test(path)) return 'content'
  if (!databases.test(name) || isMedia(path)) return 'file'
  return path.startsWith('practice/') ? 'ledger' : 'database'
}

/** The folder of an import's media, in which a person's files have the names that they like. */
function isMedia(path: string): boolean {
  return /^imports\/[^/]+-media(?:\/|$)/.test(path)
}

/** By what a file is known to be as it was: size and time, of a database also of its log. Undefined where it is gone. */
export async function stampOf(
  file: string,
  copying: Copying,
): Promise<{ stamp: string | null; size: number } | undefined> {
  const found = await stat(file, { bigint: true }).catch(whenGone)
  if (!found) return undefined
  const size = Number(found.size)
  if (copying === 'content') return { stamp: null, size }
  const log = copying !== 'file' ? await stat(`${file}-wal`, { bigint: true }).catch(whenGone) : undefined
  return { size, stamp: [found, log].map((one) => (one ? `${one.size}/${one.mtimeNs}` : '-')).join(' ') }
}

/** What runs at this time may take files away: then they are in no backup. */
export function whenGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'SQLITE_CANTOPEN')) return
  throw error
}
