/** Restoring into a data folder that is there: a volume of Docker or a mounted disk, which nothing else can take the place of. */
import { chmod, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { holdDataDir, lockDataDir } from '../../src/core/host/lock.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { withFolder } from '../core/trial-core.ts'
import { withSmallDisk } from '../faults/small-disk.ts'
import { backUp, filesIn, key, ownData } from './own-data.ts'

/** With a backup, and what is in it. */
const withBackup = (use: (at: { root: string; place: string; files: string[] }) => Promise<void>) =>
  withFolder(async (root) => {
    const data = await ownData(root)
    try {
      await firstProject(data.store.db, 1)
      await backUp(data)
      const plain = join(root, 'plain')
      await restore(plain, data.folder)
      await use({ root, place: data.folder, files: [...(await filesIn(plain)).keys()].sort() })
    } finally {
      await data.store.close()
    }
  })

const restore = async (dataDir: string, place: string, progress: () => void = () => undefined) =>
  restoreBackup({
    found: await findBackup({ place, access: null }, key),
    ...{ key, dataDir, progress, hold: holdDataDir },
  })

/** What is there beside the lock by which a core, or a restore, holds the folder. */
const filesOf = async (dataDir: string) =>
  [...(await filesIn(dataDir)).keys()].filter((name) => !name.startsWith('lock.db')).sort()

/** It is opened as a core does it. */
async function opens(dataDir: string): Promise<void> {
  lockDataDir(dataDir).release()
  const store = openStore(join(dataDir, 'mintdesk.db'))
  try {
    expect(await store.db.selectFrom('restored_collections').selectAll().execute()).not.toEqual([])
  } finally {
    await store.close()
  }
}

it('fills a disk that is mounted there, and leaves nothing of its own', (context) =>
  withBackup(({ place, files }) =>
    withSmallDisk(
      60,
      (why) => context.skip(why),
      async (disk) => {
        // As a disk of one's own: with what the system has in each.
        await chmod(disk.path, 0o700)
        await mkdir(join(disk.path, 'lost+found'))
        await restore(disk.path, place)
        await rm(join(disk.path, 'lost+found'), { recursive: true })
        expect(await filesOf(disk.path)).toEqual(files)
        await opens(disk.path)
        await expect(restore(disk.path, place)).rejects.toMatchObject({ code: 'restore.full' })
      },
    ),
  ))

it('says of a mounted disk that it is full, and leaves it as it was', (context) =>
  withBackup(({ place }) =>
    withSmallDisk(
      8,
      (why) => context.skip(why),
      async (disk) => {
        await chmod(disk.path, 0o700)
        await disk.fill(200_000)
        const before = await readdir(disk.path)
        // Whoever fills it may take the ballast away again, which is no file of anybody.
        await rename(join(disk.path, 'ballast'), join(disk.path, 'lost+found'))
        await expect(restore(disk.path, place)).rejects.toMatchObject({ code: 'disk.full' })
        expect(before).toEqual(['ballast'])
        expect(await readdir(disk.path)).toEqual(['lost+found'])
      },
    ),
  ))

it('no core opens it meanwhile', () =>
  withBackup(async ({ root, place, files }) => {
    const to = join(root, 'volume')
    await mkdir(to)
    const refused: unknown[] = []
    await restore(to, place, () => {
      try {
        lockDataDir(to).release()
      } catch (error) {
        refused.push(error)
      }
    })
    expect(refused).toHaveLength(files.length)
    for (const error of refused) expect(error).toMatchObject({ code: 'data.locked' })
    await opens(to)
  }))

it('killed while it writes: no core opens what is there, and restoring again begins anew', () =>
  withBackup(async ({ root, place, files }) => {
    const to = join(root, 'volume')
    await mkdir(join(to, 'restore-unfinished/content'), { recursive: true, mode: 0o700 })
    await writeFile(join(to, 'restore-unfinished/mintdesk.db'), 'half of it')
    await writeFile(join(to, 'lock.db'), '')
    expect(() => lockDataDir(to)).toThrow(expect.objectContaining({ code: 'data.restoring' }))
    await restore(to, place)
    expect(await filesOf(to)).toEqual(files)
    await opens(to)
  }))

it('killed while parts get their places, after any of them: no core opens what is there, and restoring again finishes it', () =>
  withBackup(async ({ root, place, files }) => {
    const parts = await readdir(join(root, 'plain'))
    for (let moved = 0; moved <= parts.length; moved++) {
      const to = join(root, `volume-${moved}`)
      await mkdir(to, { mode: 0o700 })
      await cp(join(root, 'plain'), join(to, 'restore-whole'), { recursive: true })
      for (const name of parts.slice(0, moved)) await rename(join(to, 'restore-whole', name), join(to, name))
      expect(() => lockDataDir(to)).toThrow(expect.objectContaining({ code: 'data.restoring' }))
      await expect(restore(to, place)).rejects.toMatchObject({ code: 'restore.finished' })
      expect(await filesOf(to)).toEqual(files)
      await opens(to)
    }
  }))

it('writes over nothing that came there after a kill', () =>
  withBackup(async ({ root, place }) => {
    const to = join(root, 'volume')
    await mkdir(to, { mode: 0o700 })
    await cp(join(root, 'plain'), join(to, 'restore-whole'), { recursive: true })
    await writeFile(join(to, 'mintdesk.db'), 'of somebody')
    await expect(restore(to, place)).rejects.toMatchObject({
      ...{ code: 'restore.full', message: expect.stringContaining('mintdesk.db is there') },
    })
    expect((await filesIn(to)).get('mintdesk.db')?.toString()).toBe('of somebody')
  }))
