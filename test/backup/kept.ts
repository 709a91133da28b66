/** Where backups are kept, as tests look into it and damage it: a folder, and a bucket. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBackup } from '../../src/core/backup/make-backup.ts'
import { folderOfSeed } from '../../src/core/backup/manifest.ts'
import { type BackupPlace, openTarget } from '../../src/core/backup/place.ts'
import type { S3Double } from '../metadata/services/s3-double.ts'
import { filesIn, key } from './own-data.ts'

export interface Kept {
  at: BackupPlace
  /** What lies there, by path from the place on. */
  files(): Promise<Map<string, Buffer>>
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}

export function keptInFolder(folder: string): Kept {
  return {
    at: { place: folder, access: null },
    files: () => filesIn(folder),
    write: (path, bytes) => writeFile(join(folder, path), bytes),
    remove: (path) => rm(join(folder, path)),
  }
}

/** @param endpoint where it is reached: the double, or what stands before it */
export function keptInBucket(double: S3Double, endpoint = double.url): Kept {
  const { accessKeyId, secretAccessKey } = double
  return {
    at: { place: 's3://nfts/my shop/é', access: { endpoint, region: 'eu-central-1', accessKeyId, secretAccessKey } },
    files: async () =>
      new Map([...double.objects].map(([name, { bytes }]) => [name.slice('my shop/é/'.length), bytes])),
    write: async (path, bytes) =>
      void double.objects.set(`my shop/é/${path}`, { bytes: Buffer.from(bytes), type: '', at: Date.now() }),
    remove: async (path) => void double.objects.delete(`my shop/é/${path}`),
  }
}

/** A backup of a data folder there. */
export async function backUpTo(kept: Kept, dataDir: string, keep = 24) {
  const target = await openTarget(kept.at, folderOfSeed(key.fingerprint))
  try {
    return await makeBackup({ dataDir, target, key, by: 'test', keep, clock: Date.now })
  } finally {
    await target.close()
  }
}
