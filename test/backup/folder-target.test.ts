import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderTarget } from '../../src/core/backup/folder-target.ts'
import { makeBelow, moveInto, writeTemporary } from '../../src/core/lib/durable-file.ts'
import { withFolder } from '../core/trial-core.ts'

it('a disk that is taken away in the middle of a backup is not made anew in its place', () =>
  withFolder(async (dir) => {
    const disk = join(dir, 'disk')
    const folder = join(disk, 'backups')
    await mkdir(folder, { recursive: true })
    const target = folderTarget(folder, 'ours')
    await target.check()
    await target.put('objects/ab/one', Buffer.from('one'))
    expect(await readFile(join(folder, 'ours/objects/ab/one'), 'utf8')).toBe('one')

    const temporary = await writeTemporary(join(folder, 'ours/unfinished'), [Buffer.from('two')])
    await rename(disk, join(dir, 'gone'))
    await expect(
      moveInto(temporary, join(folder, 'ours/objects/cd/two'), (path) => makeBelow(folder, path)),
    ).rejects.toThrow('cannot be stored')
    await expect(target.put('objects/cd/two', Buffer.from('two'))).rejects.toThrow('it is not there: connect its disk')
    await expect(target.check()).rejects.toThrow('it is not there: connect its disk')
    expect(existsSync(disk)).toBe(false)
  }))

/** Reads the folder, as nobody where the tests run as root, who may read everything. */
const readAsNobody = `
  const { folderTarget } = await import(process.argv[1])
  const target = folderTarget(process.argv[2], 'ours')
  const said = (error) => error.message
  if (process.getuid() === 0) process.seteuid(65534)
  console.log(await target.get('one').catch(said))
  console.log(await target.top().next().catch(said))`

it.skipIf(process.platform === 'win32')('a folder that may not be read is said to be unreadable', () =>
  withFolder(async (dir) => {
    await chmod(dir, 0o000)
    try {
      const module = join(import.meta.dirname, '../../src/core/backup/folder-target.ts')
      const run = ['--input-type=module', '-e', readAsNobody, module, join(dir, 'backups')]
      const said = execFileSync(process.execPath, run, { encoding: 'utf8' }).trim().split('\n')
      const sentence = expect.stringContaining(
        'cannot be used: you may not read there: make it readable for this user.',
      )
      expect(said).toEqual([sentence, sentence])
    } finally {
      await chmod(dir, 0o700)
    }
  }),
)
