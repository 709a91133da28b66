import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { makeBackupFolder } from '../../src/core/backup/folder-target.ts'
import { makeBackup } from '../../src/core/backup/make-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { backupKeyOf, seal, unseal } from '../../src/core/backup/sealed.ts'
import { readSetting, writeSetting } from '../../src/core/store/installation/settings.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { withFolder } from '../core/trial-core.ts'
import { withSmallDisk } from '../faults/small-disk.ts'
import { backUp, filesIn, key, type OwnData, ownData, targetIn } from './own-data.ts'

/** With a data folder that is open, and closed after it. */
const withData = (use: (data: OwnData, root: string) => Promise<void>) =>
  withFolder(async (root) => {
    const data = await ownData(root)
    try {
      await use(data, root)
    } finally {
      await data.store.close()
    }
  })

async function restoreTo(dataDir: string, place: string) {
  return restoreBackup({ found: await findBackup({ place, access: null }, key), key, dataDir })
}

const noted = async (dataDir: string) => {
  const store = openStore(join(dataDir, 'mintdesk.db'))
  try {
    return await readSetting(store.db, 'noted', z.string())
  } finally {
    await store.close()
  }
}

describe('a backup', () => {
  it('gives everything back that Mintdesk needs, of a data folder that is in use, and nothing of this computer', () =>
    withData(async (data, root) => {
      await writeSetting(data.store.db, 'noted', 'in the log alone')
      const media = randomBytes(2_500_000)
      const cid = await data.addContent(media)
      await backUp(data)
      const to = join(root, 'again')
      const made = await restoreTo(to, data.folder)
      expect(await noted(to)).toBe('in the log alone')
      const files = await filesIn(to)
      expect([...files.keys()].sort()).toEqual(
        [
          `content/files/${cid.slice(-3, -1)}/${cid}`,
          'imports/one-media/.hidden/photo-wal',
          'imports/one.sqlite',
          'mintdesk.db',
          'practice-seed.json',
          'practice/polygon/record-0.log',
        ].sort(),
      )
      expect(files.get(`content/files/${cid.slice(-3, -1)}/${cid}`)?.equals(media)).toBe(true)
      expect(files.get('imports/one-media/.hidden/photo-wal')?.toString()).toBe('a photo')
      expect(made.files).toBe(files.size)
    }))

  it('shows nothing of what is in it', () =>
    withData(async (data) => {
      await writeSetting(data.store.db, 'noted', 'ada@example.com')
      await backUp(data)
      for (const [path, bytes] of await filesIn(data.folder)) {
        for (const secret of ['ada@example.com', 'practice', 'SQLite', 'a photo', 'record'])
          expect(bytes.includes(secret), `${secret} in ${path}`).toBe(false)
        expect(path).not.toMatch(/photo|record|content/)
      }
    }))

  it('does not copy again what lies there already', () =>
    withData(async (data) => {
      await data.addContent(randomBytes(3_000_000))
      const first = await backUp(data)
      await data.addContent(Buffer.from('one more'))
      const second = await backUp(data)
      expect(first.written).toBeGreaterThan(3_000_000)
      expect(second.written).toBeLessThan(50_000)
      expect(second.files).toBe(first.files + 1)
    }))

  it('copies again what somebody removed there', () =>
    withData(async (data, root) => {
      await data.addContent(randomBytes(100_000))
      await backUp(data)
      await rm(join(data.folder, `mintdesk-${key.fingerprint}`, 'objects'), { recursive: true })
      await backUp(data)
      await restoreTo(join(root, 'again'), data.folder)
    }))

  it('fails where the place does not keep what was written, and the next one writes that anew', () =>
    withData(async (data, root) => {
      await data.addContent(randomBytes(100_000))
      const target = targetIn(data.folder)
      for (const part of ['objects/', 'backup-']) {
        let hit = false
        // The place keeps other bytes than it was given, once.
        const faulty = {
          ...target,
          async put(name: string, bytes: Uint8Array) {
            const isHit = !hit && name.startsWith(part)
            hit ||= isHit
            await target.put(name, isHit ? Buffer.from(bytes).fill(0, bytes.length - 20) : bytes)
          },
        }
        const options = { dataDir: data.dataDir, key, by: 'test', keep: 24, clock: Date.now }
        await expect(makeBackup({ ...options, target: faulty })).rejects.toMatchObject({
          code: 'backup.damaged',
          message: `What was just written to ${data.folder} was not kept as it was written: make the backup again; if this comes again, choose another place.`,
        })
        expect([...(await filesIn(data.folder)).keys()].some((path) => path.endsWith('.mintdesk'))).toBe(false)
      }
      await backUp(data)
      await restoreTo(join(root, 'again'), data.folder)
    }))

  it('is the database as it was at one commit, however much is written meanwhile', () =>
    withData(async (data, root) => {
      const { db } = data.store
      const put = (n: number) =>
        db.transaction().execute(async (trx) => {
          for (const name of ['one', 'other']) await writeSetting(trx, name, `${n} ${'x'.repeat(20_000)}`)
        })
      await put(0)
      let going = true
      const writing = (async () => {
        for (let n = 1; going; n++) await put(n)
      })()
      await backUp(data)
      going = false
      await writing
      await restoreTo(join(root, 'again'), data.folder)
      const store = openStore(join(root, 'again/mintdesk.db'))
      const [one, other] = [
        await readSetting(store.db, 'one', z.string()),
        await readSetting(store.db, 'other', z.string()),
      ]
      await store.close()
      expect(one).toBe(other)
    }))

  it('holds the ledger of a practice network that has it for itself, with what is in its log alone', () =>
    withData(async (data, root) => {
      await mkdir(join(data.dataDir, 'practice/solana'))
      const ledger = new SqliteDatabase(join(data.dataDir, 'practice/solana/ledger.db'))
      ledger.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; create table slots (slot)')
      ledger.exec('insert into slots values (7)')
      await backUp(data)
      ledger.close()
      await restoreTo(join(root, 'again'), data.folder)
      const again = new SqliteDatabase(join(root, 'again/practice/solana/ledger.db'), { readonly: true })
      expect(again.prepare('select slot from slots').all()).toEqual([{ slot: 7 }])
      again.close()
    }))

  it('keeps the last ones, with all they need, and nothing else', () =>
    withData(async (data, root) => {
      const objects = join(data.folder, `mintdesk-${key.fingerprint}`, 'objects')
      for (let n = 0; n < 4; n++) {
        await writeFile(join(data.dataDir, 'practice/polygon/record-0.log'), randomBytes(200_000))
        await backUp(data, 2)
        // As if an hour passed: what nobody needs is spared for a while, since another copy may be writing it.
        const past = new Date(Date.now() - 3_600_000)
        for (const path of (await filesIn(objects)).keys()) await utimes(join(objects, path), past, past)
      }
      await backUp(data, 2)
      const all = [...(await filesIn(data.folder)).keys()]
      expect(all.filter((path) => path.endsWith('.mintdesk'))).toHaveLength(2)
      const sizes = [...(await filesIn(objects)).values()].map(({ length }) => length)
      expect(sizes.filter((size) => size > 190_000).length).toBeLessThanOrEqual(2)
      await restoreTo(join(root, 'again'), data.folder)
    }))

  it('opens by the steps that docs/backup.md says, with node:crypto alone', async () => {
    const seed = randomBytes(64)
    const mine = backupKeyOf(seed, key.fingerprint)
    const derive = (from: Uint8Array, salt: Uint8Array, label: string) =>
      Buffer.from(hkdfSync('sha256', from, salt, label, 32))
    const master = derive(seed, Buffer.alloc(0), 'mintdesk backup 1')
    expect(Buffer.from(mine.key)).toEqual(master)
    const file = seal(mine, 'object', 'a name', Buffer.from('content'))
    expect(file.subarray(0, 14)).toEqual(Buffer.from([...Buffer.from('mintdesk-bak'), 1, 2]))
    expect(file.subarray(14, 22).toString('hex')).toBe(key.fingerprint)
    const decipher = createDecipheriv(
      'aes-256-gcm',
      derive(master, file.subarray(22, 54), 'mintdesk backup 1 file'),
      Buffer.alloc(12),
    )
    decipher.setAAD(Buffer.concat([file.subarray(0, 54), Buffer.from('\na name')])).setAuthTag(file.subarray(-16))
    const content = Buffer.concat([decipher.update(file.subarray(54, -16)), decipher.final()])
    expect(content.toString()).toBe('content')
    await withData(async (data) => {
      await backUp(data)
      const naming = derive(key.key, Buffer.alloc(0), 'mintdesk backup 1 names')
      for (const [path, bytes] of await filesIn(join(data.folder, `mintdesk-${key.fingerprint}`, 'objects'))) {
        const plain = unseal(key, 'object', path.replace('/', ''), bytes, path)
        const whole = plain[0] === 0 ? plain.subarray(1) : inflateRawSync(plain.subarray(1))
        expect(createHmac('sha256', naming).update(whole).digest('hex')).toBe(path.replace('/', ''))
      }
    })
  })
})

describe('what cannot be restored is refused with a sentence, and leaves nothing behind', () => {
  it('into a folder that holds anything', () =>
    withData(async (data, root) => {
      await backUp(data)
      const to = join(root, 'mine')
      await mkdir(to)
      await writeFile(join(to, 'letter.txt'), 'mine')
      await expect(restoreTo(to, data.folder)).rejects.toMatchObject({ code: 'restore.full' })
      expect([...(await filesIn(to))]).toEqual([['letter.txt', Buffer.from('mine')]])
    }))

  it('whichever byte of a sealed file is changed', () => {
    const file = seal(key, 'object', 'name', Buffer.from('some content'))
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(file)
        changed[at] = (changed[at] ?? 0) ^ change
        expect(() => unseal(key, 'object', 'name', changed, 'It')).toThrow(/damaged|newer Mintdesk|another seed/)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => unseal(key, 'object', 'name', bytes, 'It')).toThrow(/damaged/)
      }),
    )
    expect(() => unseal(key, 'object', 'other name', file, 'It')).toThrow(/damaged/)
    expect(() => unseal(key, 'backup', 'name', file, 'It')).toThrow(/damaged/)
  })
})

it('a backup that fails leaves the earlier ones, and names the folder and the cure', () =>
  withData(async (data, root) => {
    await backUp(data)
    await expect(backUp({ dataDir: data.dataDir, folder: join(root, 'gone') })).rejects.toMatchObject({
      code: 'backup.folder',
      message: expect.stringMatching(/gone cannot be used: it is not there: connect its disk/),
    })
    await writeFile(join(root, 'file'), '')
    await expect(backUp({ dataDir: data.dataDir, folder: join(root, 'file') })).rejects.toMatchObject({
      code: 'backup.folder',
    })
    expect([...(await filesIn(data.dataDir)).keys()].some((path) => path.includes('unfinished/'))).toBe(false)
    await restoreTo(join(root, 'again'), data.folder)
    expect(targetIn(data.folder).label).toBe(data.folder)
  }))

it('a full disk of backups is told with its cure, and the earlier ones stay whole', (context) =>
  withSmallDisk(8, context.skip, (disk) =>
    withData(async (data, root) => {
      const onDisk = { dataDir: data.dataDir, folder: disk.path }
      await backUp(onDisk)
      await disk.fill(100_000)
      await data.addContent(randomBytes(1_000_000))
      await expect(backUp(onDisk)).rejects.toMatchObject({
        code: 'backup.folder',
        message: expect.stringContaining('its disk is full: free some space there, keep fewer backups'),
      })
      await restoreTo(join(root, 'again'), disk.path)
      await disk.free()
      await backUp(onDisk)
    }),
  ))

it('a folder with files of somebody else, and a link, are refused before anything is written there', () =>
  withFolder(async (root) => {
    const [mine, empty, link] = [join(root, 'mine'), join(root, 'empty'), join(root, 'link')]
    for (const dir of [mine, empty]) await mkdir(dir)
    await writeFile(join(mine, 'letter.txt'), 'mine')
    await writeFile(join(empty, '.DS_Store'), '')
    await symlink(empty, link)
    await expect(makeBackupFolder(mine)).rejects.toThrow(/it holds other files \(letter\.txt\): name an empty folder/)
    await expect(makeBackupFolder(link)).rejects.toThrow(/it is a link to another place/)
    await makeBackupFolder(empty)
    await mkdir(join(mine, `mintdesk-${key.fingerprint}`))
    await makeBackupFolder(mine)
    await symlink(mine, join(empty, `mintdesk-${key.fingerprint}`))
    await expect(targetIn(empty).check()).rejects.toThrow(/is a link to another place: remove the link/)
  }))
