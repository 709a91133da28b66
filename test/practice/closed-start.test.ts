/** A practice network that is closed while it starts, which takes minutes where much was minted. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-start-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const beginning = async () => {
  const anvilPath = join(dir, 'silent-anvil')
  await writeFile(anvilPath, '#!/bin/sh\nexec sleep 1000\n', { mode: 0o700 })
  const log = pino({ level: 'silent' })
  const network = openPracticeNetwork({
    chain: 'polygon',
    chainId: 137,
    stateDir: join(dir, 'polygon'),
    log,
    anvilPath,
  })
  const started = network.start()
  started.catch(() => undefined)
  return { network, started }
}

it('ends at once, and its program with it', async () => {
  const { network, started } = await beginning()
  await expect.poll(() => network.status().pid, { interval: 10 }).not.toBeNull()
  const { pid } = network.status()
  await network.close()
  await expect(started).rejects.toMatchObject({ code: 'network.unavailable' })
  expect(network.status()).toMatchObject({ state: 'idle', pid: null })
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
})

it('ends at once when its program does not run yet', async () => {
  const { network, started } = await beginning()
  expect(network.status()).toMatchObject({ state: 'starting', pid: null })
  await network.close()
  await expect(started).rejects.toMatchObject({ code: 'network.unavailable' })
  expect(network.status()).toMatchObject({ state: 'idle', pid: null })
})
