import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
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
