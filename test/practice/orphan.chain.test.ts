import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import { readOwner, writeOwner } from '../../src/core/practice/owner-file.ts'
import { openPractice } from '../../src/core/practice/practice.ts'
import { isAlive, type ProcessIdentity, startOf } from '../../src/core/practice/process-identity.ts'
import type { PracticeNetwork } from '../../src/core/practice/types.ts'

const log = pino({ level: 'silent' })
const rich = '0x2222222222222222222222222222222222222222'

let dir: string
let network: PracticeNetwork
let child: ChildProcess | undefined
let anvil: ProcessIdentity | undefined

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-orphan-'))
  network = openPracticeNetwork({ chain: 'base', chainId: 8453, stateDir: dir, log, blocks: 'manual' })
})
afterEach(async () => {
  await network.close()
  child?.kill('SIGKILL')
  if (anvil !== undefined && (await isAlive(anvil))) process.kill(anvil.pid, 'SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

/** Starts a process that owns the network in `dir`; gives that process and its anvil. */
async function owner(how = ''): Promise<{ core: ChildProcess; orphan: ProcessIdentity }> {
  const core = fork(join(import.meta.dirname, 'network-owner.ts'), [dir, how])
  child = core
  const [said] = await once(core, 'message')
  const { pid } = z.object({ pid: z.int() }).parse(said)
  anvil = { pid, startedAt: (await startOf(pid)) ?? '' }
  return { core, orphan: anvil }
}

describe('an anvil whose core was killed', () => {
  it('is ended when the next core starts; no network is started for that', async () => {
    // The set of networks has a folder a chain; this one is base's.
    const root = dir
    dir = join(root, 'base')
    await mkdir(dir)
    const { core, orphan } = await owner()
    core.kill('SIGKILL')
    await once(core, 'exit')
    const practice = openPractice({ networks: knownNetworks(), dir: root, log, blocks: 'manual' })
    try {
      await practice.endLeftBehind()
      expect(await isAlive(orphan)).toBe(false)
      expect(practice.list().filter(({ state }) => state !== 'idle')).toEqual([])
    } finally {
      await practice.close()
      dir = root
    }
  })

  it('is ended at the next use, and all that it answered is there, so that there is never a second one', async () => {
    const { core, orphan } = await owner()
    core.kill('SIGKILL')
    await once(core, 'exit')
    expect(await isAlive(orphan)).toBe(true)

    const { client } = await network.start()
    expect(await isAlive(orphan)).toBe(false)
    expect(await client.getBalance({ address: rich })).toBe(7n)
    expect(await client.getBlockNumber()).toBe(1n)
    expect((await readOwner(dir))?.anvil.pid).toBe(network.status().pid)
  })

  it('is ended even when it does not answer', async () => {
    const { core, orphan } = await owner()
    core.kill('SIGKILL')
    await once(core, 'exit')
    process.kill(orphan.pid, 'SIGSTOP')
    await network.start()
    expect(await isAlive(orphan)).toBe(false)
    expect(network.status().state).toBe('up')
    expect(await (await network.start()).client.getBalance({ address: rich })).toBe(7n)
  })

  it('is not taken for a process that was given the same id later', async () => {
    const startedAt = 'another start'
    writeOwner(dir, { anvil: { pid: process.pid, startedAt }, core: { pid: process.pid, startedAt }, port: 1 })
    await network.start()
    expect(network.status().state).toBe('up')
  })

  it('is left alone while its core lives', async () => {
    const { orphan } = await owner()
    await expect(network.start()).rejects.toThrow(/in use by another running Mintdesk/)
    expect(await isAlive(orphan)).toBe(true)
  })
})

it('a core that ends by itself, without closing anything, takes its anvil with it', async () => {
  const { core, orphan } = await owner('exit')
  core.send('end')
  await once(core, 'exit')
  await expect.poll(() => isAlive(orphan), { timeout: 60_000 }).toBe(false)
})
