/** Backups of a computer whose clock is behind the names that lie there: it was put back, or another copy's clock is ahead. */
import { copyFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { backupName, folderOfSeed, isBackupName } from '../../src/core/backup/manifest.ts'
import { removeOld } from '../../src/core/backup/remove-old.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { readSetting, writeSetting } from '../../src/core/store/installation/settings.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { backupsState } from '../../src/shared/app-api.ts'
import { type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { backUp, key, type OwnData, ownData, targetIn } from './own-data.ts'

const future = Date.UTC(2090, 0, 1)
const futureName = (n: number) => backupName(new Date(future + n).toISOString(), 'abcdef')

/** With a data folder, and so many backups of it with names in the future. */
const withFuture = (many: number, use: (data: OwnData, root: string, folder: string) => Promise<void>) =>
  withFolder(async (root) => {
    const data = await ownData(root)
    try {
      const folder = join(data.folder, folderOfSeed(key.fingerprint))
      const { name } = await backUp(data, 24, future)
      for (let n = 1; n < many; n++) await copyFile(join(folder, name), join(folder, futureName(n)))
      await use(data, root, folder)
    } finally {
      await data.store.close()
    }
  })

const backupsIn = async (folder: string) => (await readdir(folder)).filter(isBackupName).sort()

it('the one that is made stays, is the newest, and is what restoring takes, with the time at which it was made', () =>
  withFuture(26, async (data, root, folder) => {
    await writeSetting(data.store.db, 'noted', 'after the clock was put back')
    const now = Date.UTC(2026, 5, 1)
    const first = await backUp(data, 24, now)
    const second = await backUp(data, 24, now)
    expect([first.madeAt, second.madeAt]).toEqual(Array(2).fill(new Date(now).toISOString()))
    const there = await backupsIn(folder)
    expect(there).toHaveLength(24)
    expect(there.slice(-2)).toEqual([first.name, second.name])
    const to = join(root, 'again')
    const found = await findBackup({ place: data.folder, access: null }, key)
    expect(found.name).toBe(second.name)
    expect(await restoreBackup({ found, key, dataDir: to })).toMatchObject({ madeAt: new Date(now).toISOString() })
    const store = openStore(join(to, 'mintdesk.db'))
    expect(await readSetting(store.db, 'noted', z.string())).toBe('after the clock was put back')
    await store.close()
  }))

it('the one that was just made is not removed where another copy makes later ones meanwhile', () =>
  withFuture(4, async ({ folder: place }, _, folder) => {
    const [made = '', ...others] = await backupsIn(folder)
    await removeOld({ target: targetIn(place), key, keep: 2 }, made, Date.now())
    expect(await backupsIn(folder)).toEqual([made, ...others.slice(-2)])
  }))

it('after a restart its time is the one at which it was made', async () => {
  const seeded = { env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) } }
  await withFolder(async (root) => {
    const [home, place] = [join(root, 'home'), join(root, 'backups')]
    const stateOf = async (call: Caller) => backupsState.parse((await call('GET', '/app/backups')).json)
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        await call('POST', '/app/backups', { place })
        while ((await stateOf(call)).last === null);
      },
      seeded,
    )
    const [seed = ''] = await readdir(place)
    for (const name of await backupsIn(join(place, seed)))
      await rename(join(place, seed, name), join(place, seed, futureName(0)))
    await withCore(
      home,
      async (core) => {
        const { call } = await windowOf(core)
        await call('PUT', '/app/backups', { place, everyMinutes: 60, keep: 2 })
        expect(Date.parse((await stateOf(call)).last?.madeAt ?? '')).toBeLessThanOrEqual(Date.now())
      },
      seeded,
    )
  })
})
