/** Which files of a data folder a backup contains. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How a file is copied. `content`: named by its content, so it never changes. `database`: as of one commit. `ledger`: a database that the
 * process of a practice network has locked, so it is copied at a moment without writes.
 */
export type Copying = 'content' | 'database' | 'ledger' | 'file'

export interface SourceFolder {
  /** Relative to the data folder, with slashes; '' for that itself. */
  path: string
  files: { name: string; copying: Copying }[]
}

export const databaseName = 'mintdesk.db'

/**
 * Files of the data folder itself. `signed-marks` is left out: a restored database must not take an old mark for the newest. Files that
 * belong to this computer or can be made again are left out too: the lock, sessions' pages, thumbnails, uploads.
 */
const ownFiles = ['practice-seed.json', 'vault.json']
/** Subfolders, copied in this order after the database, which names their files. */
const ownFolders = ['imports', 'lists', 'content', 'practice']
const databases = /\.(?:db|sqlite)$/
/** SQLite's own files, unfinished files, what a practice network stores about its process, and what the check of a spreadsheet makes again. */
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

/** Whether it is the folder of an import's media, where the person's files may have any names. */
function isMedia(path: string): boolean {
  return /^imports\/[^/]+-media(?:\/|$)/.test(path)
}

/** The stamp by which an unchanged file is recognised: size and time, for a database also those of its log. Undefined where it is gone. */
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

/** The running core may delete files during a backup: these are left out. */
export function whenGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'SQLITE_CANTOPEN')) return
  throw error
}
