import { pino } from 'pino'
import { expect, it } from 'vitest'
import { onceDiskHasRoom } from '../../src/core/host/disk-room.ts'

const log = pino({ level: 'silent' })
const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

it('tries again while the disk is full, until it is done', async () => {
  let tries = 0
  const act = async () => {
    if (++tries < 3) throw full()
  }
  await onceDiskHasRoom(act, new AbortController().signal, log, 1)
  expect(tries).toBe(3)
})

it('ends with the core', async () => {
  const ending = new AbortController()
  const act = async () => {
    ending.abort()
    throw full()
  }
  await onceDiskHasRoom(act, ending.signal, log)
})

it('does not hide another fault', async () => {
  const act = async () => {
    throw new Error('something else')
  }
  await expect(onceDiskHasRoom(act, new AbortController().signal, log)).rejects.toThrow('something else')
})
