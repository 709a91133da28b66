import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Chains } from '../../src/core/chains/family/family.ts'
import { CoreError } from '../../src/core/lib/errors.ts'
import { type OpenEngine, openEngine, runFinished, until } from './open-engine.ts'
import { type SimulatedChain, simulatedChain } from './simulated/chain.ts'
import { simulatedChains, treasury } from './simulated/client.ts'
import { temporaryFolder } from './simulated/world.ts'

const sentence = 'The vault is locked: unlock it.'
let dir: string
let chain: SimulatedChain
let opened: OpenEngine
let isLocked: boolean

beforeEach(async () => {
  dir = await temporaryFolder()
  chain = simulatedChain({ confirmations: 2 })
  chain.setBalance(treasury, 10n ** 18n)
})
afterEach(async () => {
  await opened.close()
  await rm(dir, { recursive: true, force: true })
})

/** The chain, whose keys are out of reach while `isLocked`. */
function lockable(): Chains {
  const chains = simulatedChains(chain)
  const requireKeys = (): void => {
    if (isLocked) throw new CoreError('vault.locked', sentence)
  }
  return {
    ...chains,
    locked: () => (isLocked ? sentence : null),
    async client(kind, name) {
      const client = await chains.client(kind, name)
      const sign: typeof client.sign = async (...of) => {
        requireKeys()
        return client.sign(...of)
      }
      const mine = {
        ...client,
        sign,
        treasury: (index: number) => {
          requireKeys()
          return client.treasury(index)
        },
      }
      return { ...mine, observe: (read) => client.observe((node) => read({ ...node, sign })) }
    },
  }
}

const notice = (run: string): string => opened.engine.notice(opened.project.id, 'polygon', run)?.text ?? ''
const signed = async (): Promise<number> => (await opened.db.selectFrom('transactions').select('pk').execute()).length

it('what is there at a start waits for the vault, says so, and goes on by itself when it is unlocked', async () => {
  isLocked = true
  opened = await openEngine({ dir, chains: lockable(), timing: { groupMs: 0, pollMs: 5 } })
  const run = await opened.addRun(5)
  await until('the reason', async () => notice(run) !== '')
  expect(notice(run)).toBe(`${sentence} Nothing is lost; it goes on by itself when the vault is unlocked.`)
  expect(opened.engine.notice(opened.project.id, 'polygon', run)?.for).toBe('vault')
  expect(await signed()).toBe(0)
  isLocked = false
  opened.engine.keysChanged()
  const mining = setInterval(() => chain.mine(), 10)
  await runFinished(opened, run).finally(() => clearInterval(mining))
  expect(notice(run)).toBe('')
})

it('a lock in the middle signs nothing more, but what was sent is seen to its end', async () => {
  isLocked = false
  opened = await openEngine({ dir, chains: lockable(), timing: { groupMs: 0, pollMs: 5 } })
  const first = await opened.addRun(3)
  const mining = setInterval(() => chain.mine(), 10)
  await runFinished(opened, first)
  clearInterval(mining)
  const second = await opened.addRun(3, { id: 'b'.repeat(64) })
  const before = await signed()
  await until('its transaction', async () => (await signed()) > before || chain.mine() !== undefined)
  await until('that it is sent', async () => {
    const rows = await opened.db.selectFrom('transactions').select('state').execute()
    return rows.some(({ state }) => state === 'sent')
  })
  isLocked = true
  opened.engine.keysChanged()
  const last = await opened.addRun(3, { id: 'c'.repeat(64) })
  const after = await signed()
  const still = setInterval(() => chain.mine(), 10)
  await runFinished(opened, second)
  await until('the reason', async () => notice(last).startsWith(sentence))
  expect(await signed()).toBe(after)
  isLocked = false
  opened.engine.keysChanged()
  await runFinished(opened, last).finally(() => clearInterval(still))
})
