import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exposureOf, isPrivate, makePrivate } from '../../src/core/host/private-folder.ts'
import { entry } from '../cli/run-cli.ts'
import { withFolder } from './trial-core.ts'

const asRoot = process.getuid?.() === 0
const stranger = 65_534
const mode = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

/** A data folder as a Mintdesk before this one made it, under the usual umask. */
function openFolder(parent: string): string {
  const dir = join(parent, 'data')
  mkdirSync(join(dir, 'imports/a-media'), { recursive: true })
  for (const name of ['mintdesk.db', 'imports/a.sqlite', 'imports/a-media/1.png']) writeFileSync(join(dir, name), 'x')
  for (const name of ['', 'imports', 'imports/a-media']) chmodSync(join(dir, name), 0o755)
  for (const name of ['mintdesk.db', 'imports/a.sqlite', 'imports/a-media/1.png']) chmodSync(join(dir, name), 0o644)
  return dir
}

const refusal = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ code: 'data.exposed' })
    return (error as Error).message
  }
  throw new Error('it was taken')
}

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('that others may read is closed with everything in it', () =>
    withFolder(async (folder) => {
      const dir = openFolder(folder)
      symlinkSync('/etc/hostname', join(dir, 'link'))
      makePrivate(dir)
      const modes = ['', 'imports', 'imports/a-media', 'mintdesk.db', 'imports/a.sqlite', 'imports/a-media/1.png']
      expect(modes.map((name) => mode(join(dir, name)))).toEqual(['700', '700', '700', '600', '600', '600'])
      expect(statSync('/etc/hostname').mode & 0o044).not.toBe(0)
    }))

  test('whose closing broke off in the middle is closed at the next start', () =>
    withFolder(async (folder) => {
      const dir = openFolder(folder)
      chmodSync(dir, 0o700)
      makePrivate(dir)
      expect(mode(join(dir, 'imports/a-media/1.png'))).toBe('600')
    }))

  test('that is another’s, or holds what is, is refused', { skip: !asRoot }, () =>
    withFolder(async (folder) => {
      const dir = openFolder(folder)
      chownSync(join(dir, 'imports/a.sqlite'), stranger, stranger)
      expect(refusal(() => makePrivate(dir))).toContain('imports/a.sqlite in it belongs to another user')
      chownSync(dir, stranger, stranger)
      expect(refusal(() => makePrivate(dir))).toBe(
        `The data folder ${dir} is not safe from other users of this computer: it belongs to the user with the number ${stranger}. Run Mintdesk as that user, or choose a folder of your own.`,
      )
      expect(isPrivate(dir)).toBe(false)
    }),
  )

  test('in a folder that others may write is refused, below a sticky one not', () =>
    withFolder(async (folder) => {
      const shared = join(folder, 'shared')
      mkdirSync(shared)
      chmodSync(shared, 0o777)
      const dir = openFolder(shared)
      expect(refusal(() => makePrivate(dir))).toContain(
        `others may put another one in its place, because they may write in ${shared}. Forbid`,
      )
      expect(mode(dir)).toBe('755')
      chmodSync(shared, 0o1777)
      makePrivate(dir)
      expect(mode(dir)).toBe('700')
      expect(isPrivate(dir)).toBe(true)
    }))

  test('in a folder of somebody else has the cure that its user can carry out', { skip: !asRoot }, () =>
    withFolder(async (folder) => {
      const dir = openFolder(folder)
      chownSync(folder, stranger, stranger)
      const someone = { uid: 1_000, gid: 1_000 }
      expect(exposureOf(dir, someone)?.cure).toBe('Choose a folder somewhere else.')
      expect(exposureOf(dir, { uid: stranger, gid: stranger })).toBeUndefined()
      chmodSync(folder, 0o777)
      expect(exposureOf(dir, { uid: stranger, gid: stranger })?.cure).toContain(`chmod go-w ${folder}`)
    }),
  )

  test('that is used for other things is refused as long as others may look into it', () =>
    withFolder(async (folder) => {
      writeFileSync(join(folder, 'letter.txt'), '')
      chmodSync(folder, 0o755)
      expect(refusal(() => makePrivate(folder))).toContain('Choose a folder for Mintdesk alone')
      expect(mode(folder)).toBe('755')
      chmodSync(folder, 0o700)
      makePrivate(folder)
    }))
})

test.skipIf(process.platform === 'win32')(
  'what the command line makes is for this user alone, whatever the umask was',
  { timeout: 60_000 },
  () =>
    withFolder(async (folder) => {
      const data = join(folder, 'data')
      const cli = entry
      const ran = spawnSync(
        '/bin/sh',
        ['-c', `umask 000; exec "${process.execPath}" "${cli}" keys create --data "${data}"`],
        {
          encoding: 'utf8',
          env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
        },
      )
      expect(ran.stderr + ran.stdout).toContain('sk_practice_')
      const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
      )
      expect(open).toEqual([])
      expect(readdirSync(data)).toContain('mintdesk.db')
      // It says so of a folder that others can write, too.
      if (asRoot) execFileSync('chown', ['-R', `${stranger}`, data])
      else chmodSync(folder, 0o777)
      const refused = spawnSync(process.execPath, [cli, 'keys', 'list', '--data', data], { encoding: 'utf8' })
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is not safe from other users')])
    }),
)
