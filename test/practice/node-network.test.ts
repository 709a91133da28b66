/** The network whose process is a node of ours: one process at a time, whatever is asked of it at the same time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type NodeNetwork, openNodeNetwork } from '../../src/core/practice/node/network.ts'
import { isAlive, startOf } from '../../src/core/practice/process-identity.ts'

let dir: string
let network: NodeNetwork
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-node-'))
  network = openNodeNetwork({
    ...{ label: 'Trial', program: join(import.meta.dirname, 'counted-node.ts'), begin: { dir } },
    log: pino({ level: 'silent' }),
  })
})
afterEach(async () => {
  await network.close()
  await rm(dir, { recursive: true, force: true })
})

/** Processes that were started and have not ended. */
async function running(): Promise<number[]> {
  const pids = (await readFile(join(dir, 'pids'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
  const alive: number[] = []
  for (const pid of pids) {
    const startedAt = await startOf(pid)
    if (startedAt !== undefined && (await isAlive({ pid, startedAt }))) alive.push(pid)
  }
  return alive
}

it('clears its folder while no process serves it, and leaves none behind, when two begin it anew while it starts', async () => {
  const found: number[][] = []
  const clear = async () => void found.push(await running())
  await Promise.all([network.start(), network.startAfresh(clear), network.startAfresh(clear)])
  expect(found).toEqual([[], []])
  expect(await running()).toEqual([network.status().pid])
})

it('is closed at once while it starts: what is on record is executed again the next time', async () => {
  const slow = openNodeNetwork({
    ...{ label: 'Trial', program: join(import.meta.dirname, 'slow-node.ts'), begin: { dir } },
    log: pino({ level: 'silent' }),
  })
  const started = slow.start()
  started.catch(() => undefined)
  await expect.poll(running, { timeout: 60_000 }).toHaveLength(1)
  await slow.close()
  await expect(started).rejects.toThrow('not available')
  expect(await running()).toEqual([])
})

it('a process that starts ends when the one that started it is killed', async () => {
  const program = join(import.meta.dirname, 'slow-node.ts')
  const starter = `require('node:child_process').fork(${JSON.stringify(program)}, [${JSON.stringify(JSON.stringify({ dir }))}])`
  const child = spawn(process.execPath, ['--eval', starter], { stdio: 'ignore' })
  await expect.poll(running, { timeout: 60_000 }).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(running, { timeout: 60_000 }).toEqual([])
})

it('is down with the reason when its folder cannot be cleared, and starts at the next use', async () => {
  await network.start()
  const clear = () => Promise.reject(new Error('the disk does not answer'))
  await expect(network.startAfresh(clear)).rejects.toThrow('the disk does not answer')
  expect(network.status()).toMatchObject({ state: 'down', rpcUrl: null, reason: 'the disk does not answer' })
  await network.start()
  expect(network.status().state).toBe('up')
})
