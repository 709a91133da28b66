/** A data folder with all kinds of files that a backup takes, made without a core. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderTarget } from '../../src/core/backup/folder-target.ts'
import { makeBackup } from '../../src/core/backup/make-backup.ts'
import { folderOfSeed } from '../../src/core/backup/manifest.ts'
import { backupKeyOf } from '../../src/core/backup/sealed.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { openSheet, type Sheet } from '../../src/core/store/import-sheet/sheet.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from '../store/fresh-store.ts'

/** The key of some seed. */
export const key = backupKeyOf(Buffer.alloc(64, 7), '0123456789abcdef')
export const otherKey = backupKeyOf(Buffer.alloc(64, 8), 'fedcba9876543210')

export interface OwnData {
  dataDir: string
  /** Where backups go. */
  folder: string
  store: OpenStore
  /** An import. Held, for a database that nothing holds is closed when garbage is collected, and takes its log and index away with it. */
  sheet: Sheet
  /** Stores media, as a linked file is. */
  addContent(bytes: Uint8Array): Promise<string>
}

/** Both in `root`; the database and an import stay open, as they are while a core runs. */
export async function ownData(root: string): Promise<OwnData> {
  const dataDir = join(root, 'data')
  const folder = join(root, 'backups')
  for (const dir of [dataDir, folder, join(dataDir, 'imports/one-media/.hidden'), join(dataDir, 'practice/polygon')])
    await mkdir(dir, { recursive: true })
  const store = await openFreshStore(join(dataDir, 'mintdesk.db'))
  const sheet = openSheet(join(dataDir, 'imports/one.sqlite'), { create: true })
  await writeFile(join(dataDir, 'imports/one-media/.hidden/photo-wal'), 'a photo')
  await writeFile(join(dataDir, 'practice-seed.json'), 'words of the practice seed')
  await writeFile(join(dataDir, 'practice/polygon/record-0.log'), 'a block\n')
  for (const name of ['signed-marks', 'api.json', 'lock.db']) await writeFile(join(dataDir, name), 'of this computer')
  const content = await openContentStore(join(dataDir, 'content'))
  return { dataDir, folder, store, sheet, addContent: async (bytes) => (await content.putBytes(bytes)).cid }
}

export const targetIn = (folder: string) => folderTarget(folder, folderOfSeed(key.fingerprint))

export function backUp({ dataDir, folder }: Pick<OwnData, 'dataDir' | 'folder'>, keep = 24, now = Date.now()) {
  return makeBackup({ dataDir, target: targetIn(folder), key, by: 'test', keep, clock: () => now })
}

/** All files below a folder with their bytes, by path. */
export async function filesIn(dir: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      found.set(path.slice(dir.length + 1), await readFile(path))
    }
  return found
}
