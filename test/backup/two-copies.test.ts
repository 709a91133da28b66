/** Two copies of Mintdesk that back up into one place: what one removes, a backup of the other, which is just finishing, may need. */
import { randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { makeBackup } from '../../src/core/backup/make-backup.ts'
import { folderOfSeed } from '../../src/core/backup/manifest.ts'
import { openTarget } from '../../src/core/backup/place.ts'
import { removeOld } from '../../src/core/backup/remove-old.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import type { BackupTarget } from '../../src/core/backup/target.ts'
import { withFolder } from '../core/trial-core.ts'
import { openS3Double, type S3Double } from '../metadata/services/s3-double.ts'
import { type Kept, keptInBucket, keptInFolder } from './kept.ts'
import { filesIn, key, type OwnData, ownData } from './own-data.ts'

let double: S3Double
beforeEach(async () => {
  double = await openS3Double()
})
afterEach(() => double.close())

/** What two copies have in common, and what each writes beside it. */
const shared = 'practice/polygon/record-0.log'

interface World {
  kept: Kept
  one: OwnData
  other: OwnData
  /** Bytes that an early backup of one has, and the other has still. */
  bytes: Buffer
  /** The name of one's newest backup: it needs those bytes no more. */
  newest: string
  root: string
}

/** As if an hour passed: what nobody needs is spared for a while. */
async function age(kept: Kept): Promise<void> {
  for (const object of double.objects.values()) object.at -= 3_600_000
  const past = new Date(Date.now() - 3_600_000)
  const { place, access } = kept.at
  if (access === null) for (const path of (await filesIn(place)).keys()) await utimes(join(place, path), past, past)
}

async function withTarget<Result>({ at }: Kept, use: (target: BackupTarget) => Promise<Result>): Promise<Result> {
  const target = await openTarget(at, folderOfSeed(key.fingerprint))
  try {
    return await use(target)
  } finally {
    await target.close()
  }
}

const backUp = (kept: Kept, { dataDir }: OwnData, keep: number, within = (target: BackupTarget) => target) =>
  withTarget(kept, (target) => makeBackup({ dataDir, target: within(target), key, by: 'test', keep, clock: Date.now }))

/** A round of one's removing, in which something happens just before it removes the first object. */
const round = ({ kept, newest }: World, before: () => Promise<unknown> = async () => undefined) =>
  withTarget(kept, (target) =>
    removeOld(
      {
        target: {
          ...target,
          async *list(prefix) {
            if (prefix === 'objects/') await before()
            yield* target.list(prefix)
          },
        },
        ...{ key, keep: 1 },
      },
      newest,
      Date.now(),
    ),
  )

async function restored({ kept, root }: World, file: string): Promise<Buffer | undefined> {
  const to = join(root, randomBytes(4).toString('hex'))
  const found = await findBackup(kept.at, key)
  await restoreBackup({ found, key, dataDir: to })
  await found.target.close()
  return (await filesIn(to)).get(file)
}

async function objectsIn(kept: Kept): Promise<{ objects: number; aside: number }> {
  const paths = [...(await kept.files()).keys()]
  const below = (folder: string) => paths.filter((path) => path.includes(`/${folder}/`)).length
  return { objects: below('objects'), aside: below('aside') }
}

const withWorld = (where: string, use: (world: World) => Promise<void>) =>
  withFolder(async (root) => {
    await mkdir(join(root, 'one'))
    await mkdir(join(root, 'other'))
    const [one, other] = [await ownData(join(root, 'one')), await ownData(join(root, 'other'))]
    try {
      const kept = where === 'bucket' ? keptInBucket(double) : keptInFolder(one.folder)
      const bytes = randomBytes(300_000)
      for (const { dataDir } of [one, other]) await writeFile(join(dataDir, shared), bytes)
      await backUp(kept, one, 24)
      await writeFile(join(one.dataDir, shared), 'another block\n')
      const { name: newest } = await backUp(kept, one, 24)
      await age(kept)
      await use({ kept, one, other, bytes, newest, root })
    } finally {
      await one.store.close()
      await other.store.close()
    }
  })

describe.each(['folder', 'bucket'])('two copies that back up into one %s', (where) => {
  it('a backup that ends while the other copy removes keeps all it needs, now and after further rounds', () =>
    withWorld(where, async (world) => {
      const { kept, one, other, bytes } = world
      let written = 0
      await round(world, async () => {
        written = (await backUp(kept, other, 24)).written
      })
      // It used what lay there, which no backup that the first copy knew of needed.
      expect(written).toBeLessThan(bytes.length)
      expect((await restored(world, shared))?.equals(bytes)).toBe(true)
      await age(kept)
      // The first copy's next round sees it, and puts back what it needs.
      await backUp(kept, one, 2)
      const { objects } = await objectsIn(kept)
      await withTarget(kept, async (target) => {
        const [of] = [...(await kept.files()).keys()].filter((path) => path.endsWith('.mintdesk')).sort()
        const found = { target, name: of?.split('/').at(-1) ?? '', of: 2 }
        await restoreBackup({ found, key, dataDir: join(world.root, 'again') })
      })
      expect((await filesIn(join(world.root, 'again'))).get(shared)?.equals(bytes)).toBe(true)
      expect(objects).toBeGreaterThan(0)
    }))

  it('a round that stands still in its middle, and goes on after others, takes nothing from a backup', () =>
    withWorld(where, async (world) => {
      const { kept, one, other, bytes } = world
      await round(world, async () => {
        await backUp(kept, other, 24)
        await age(kept)
        await backUp(kept, one, 24)
        await backUp(kept, other, 24)
        await age(kept)
      })
      await backUp(kept, other, 24)
      expect((await restored(world, shared))?.equals(bytes)).toBe(true)
    }))

  it('a backup finds what was put aside while it was written, puts it back, and is whole', () =>
    withWorld(where, async (world) => {
      const { kept, other, bytes } = world
      let rounds = 0
      const made = await backUp(kept, other, 24, (target) => ({
        ...target,
        async put(name, content) {
          // Its pieces lie there, and it has no name yet.
          if (name.endsWith('.mintdesk') && rounds++ === 0) await round(world)
          await target.put(name, content)
        },
      }))
      expect([rounds, made.written < bytes.length]).toEqual([1, true])
      expect((await restored(world, shared))?.equals(bytes)).toBe(true)
    }))

  it('what no backup needs is put aside in one round, and goes for good in the next', () =>
    withWorld(where, async (world) => {
      const { kept, one, bytes } = world
      const isThere = async () => [...(await kept.files()).values()].some(({ length }) => length > bytes.length)
      await round(world)
      expect((await objectsIn(kept)).aside).toBeGreaterThan(0)
      expect(await isThere()).toBe(true)
      await backUp(kept, one, 1)
      expect(await isThere()).toBe(false)
      expect((await restored(world, shared))?.toString()).toBe('another block\n')
    }))
})
