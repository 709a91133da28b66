import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { isAlive, startOf } from '../../src/core/practice/process-identity.ts'

it('knows this process, and that it is the same one later', async () => {
  const startedAt = await startOf(process.pid)
  if (startedAt === undefined) throw new Error('no start')
  expect(await isAlive({ pid: process.pid, startedAt })).toBe(true)
  expect(await isAlive({ pid: process.pid, startedAt: `${startedAt}0` })).toBe(false)
})

it('takes a dead process for dead, even before its parent has looked', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const startedAt = await startOf(pid)
  if (startedAt === undefined) throw new Error('no start')
  child.kill('SIGKILL')
  await expect.poll(() => isAlive({ pid, startedAt })).toBe(false)
})
