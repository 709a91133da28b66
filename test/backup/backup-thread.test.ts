import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backupInThread } from '../../src/core/backup/backup-thread.ts'
import { withFolder } from '../core/trial-core.ts'
import { key } from './own-data.ts'

it('a thread that breaks off says what to do, whether or not there is a schedule', () =>
  withFolder(async (dir) => {
    const program = join(dir, 'broken.mjs')
    await writeFile(program, "throw new Error('no memory')")
    const order = { dataDir: dir, to: { place: dir, access: null }, key, by: 'test', keep: 1 }
    await expect(backupInThread(program, order, new AbortController().signal)).rejects.toMatchObject({
      code: 'backup.failed',
      message: 'The backup failed: no memory: make it again.',
    })
  }))
