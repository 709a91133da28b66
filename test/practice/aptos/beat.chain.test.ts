/** A practice network's ledger goes on, as a real one does, while somebody waits for it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AptosNetwork, openAptosNetwork } from '../../../src/core/practice/aptos/network.ts'
import { programFile } from '../../core/built-programs.ts'

const open = () =>
  openAptosNetwork({ stateDir: dir, program: programFile('aptos-node'), log: pino({ level: 'silent' }), commitMs: 2 })
let dir = ''
let network: AptosNetwork
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-aptos-beat-'))
  network = open()
})
afterAll(async () => {
  await network.close()
  await rm(dir, { recursive: true, force: true })
})

const ledger = z.object({ ledger_version: z.string() })
const version = async (): Promise<number> => {
  const { rpcUrl } = await network.start()
  return Number(ledger.parse(await (await fetch(rpcUrl)).json()).ledger_version)
}

it('without a transaction, and comes to the same again at the next start', async () => {
  expect(await version()).toBe(0)
  const release = network.hold()
  // A block of nothing has its metadata and its epilogue.
  await vi.waitFor(async () => expect(await version()).toBeGreaterThanOrEqual(4), { timeout: 60_000 })
  release()
  const before = await version()
  await network.close()
  network = open()
  expect(await version()).toBeGreaterThanOrEqual(before)
})
