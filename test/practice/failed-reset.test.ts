/** A practice network that cannot be thrown away. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-reset-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('is down with the reason where its folder cannot be cleared, and does not seem to start for ever', async () => {
  // No folder can be made where a file is.
  const stateDir = join(dir, 'polygon')
  await writeFile(stateDir, '')
  const log = pino({ level: 'silent' })
  const network = openPracticeNetwork({ chain: 'polygon', chainId: 137, stateDir, log })
  await expect(network.reset()).rejects.toMatchObject({ code: 'network.unavailable' })
  expect(network.status()).toMatchObject({ state: 'down', reason: expect.stringMatching(/EEXIST|ENOTDIR/) })
  await network.close()
})
