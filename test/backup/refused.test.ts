/** Backups that are damaged, of another seed or of a newer version, in a folder and in a bucket: refused, and nothing is left behind. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { withFolder } from '../core/trial-core.ts'
import { openS3Double } from '../metadata/services/s3-double.ts'
import { backUpTo, type Kept, keptInBucket, keptInFolder } from './kept.ts'
import { key, otherKey, ownData } from './own-data.ts'

const below = `mintdesk-${key.fingerprint}`

describe.each(['a folder', 'a bucket'])('in %s', (where) => {
  interface Found {
    kept: Kept
    /** Of the backup, from the place on. */
    file: string
    bytes: Buffer
    /** Restores what lies at a path below the place. */
    attempt(path?: string, backupKey?: typeof key): Promise<unknown>
  }

  /** With a backup of a data folder there. */
  const withBackup = (use: (found: Found) => Promise<void>) =>
    withFolder(async (root) => {
      const [data, double] = [await ownData(root), await openS3Double()]
      try {
        const kept = where === 'a folder' ? keptInFolder(data.folder) : keptInBucket(double)
        const { name } = await backUpTo(kept, data.dataDir)
        const file = `${below}/${name}`
        const bytes = (await kept.files()).get(file) ?? Buffer.alloc(0)
        const attempt = async (path = '', backupKey = key) => {
          const found = await findBackup(
            { ...kept.at, place: join(kept.at.place, path).replace(':/', '://') },
            backupKey,
          )
          return restoreBackup({ found, key: backupKey, dataDir: join(root, 'again') }).finally(() =>
            found.target.close(),
          )
        }
        await use({ kept, file, bytes, attempt })
        expect((await readdir(root)).sort()).toEqual(['backups', 'data'])
      } finally {
        await data.store.close()
        await double.close()
      }
    })

  it('cut off, at any length', () =>
    withBackup(async ({ kept, file, bytes, attempt }) => {
      for (const left of [bytes.length - 1, 60, 20, 5, 0]) {
        await kept.write(file, bytes.subarray(0, left))
        await expect(attempt(file)).rejects.toMatchObject({
          code: 'backup.damaged',
          message: expect.stringMatching(/restore an earlier backup\.$/),
        })
      }
    }))

  it('with an object that is missing, cut off, or another one', () =>
    withBackup(async ({ kept, attempt }) => {
      const all = [...(await kept.files())].filter(([path]) => path.includes('/objects/'))
      expect(all.length).toBeGreaterThan(5)
      for (const [at, [path, bytes]] of all.entries()) {
        const [, other] = all[(at + 1) % all.length] ?? []
        for (const damage of [undefined, bytes.subarray(0, -1), other ?? Buffer.alloc(0)]) {
          if (damage === undefined) await kept.remove(path)
          else await kept.write(path, damage)
          await expect(attempt()).rejects.toMatchObject({
            code: 'backup.damaged',
            message: expect.stringContaining(path.slice(below.length + 1)),
          })
        }
        await kept.write(path, bytes)
      }
    }))

  it('of a newer version, of another seed, no backup at all', () =>
    withBackup(async ({ kept, file, bytes, attempt }) => {
      await expect(attempt('', otherKey)).rejects.toMatchObject({
        code: 'backup.seed',
        message: expect.stringContaining('type the 24 words of that seed'),
      })
      await expect(attempt(file, otherKey)).rejects.toMatchObject({ code: 'backup.seed' })
      await kept.write(file, bytes.with(12, 2))
      await expect(attempt(file)).rejects.toMatchObject({
        code: 'backup.newer',
        message: expect.stringContaining('update Mintdesk'),
      })
      await kept.write(file, Buffer.from('a letter'))
      await expect(attempt(below)).rejects.toMatchObject({ code: 'backup.damaged' })
      for (const nowhere of ['nowhere', `${below}/objects`, `${below}/backup-2026-01-01T00-00-00-000Z-0.mintdesk`])
        await expect(attempt(nowhere)).rejects.toMatchObject({ code: 'backup.missing' })
    }))
})
