import { afterEach, expect, it, vi } from 'vitest'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

let world: OpenEngine | undefined
afterEach(() => world?.close())

it('a treasury without SOL is told with its address and the sum before anything is signed, and the run goes on when it arrives', async () => {
  await newTape('treasury')
  world = await openSolana(await temporaryFolder(), nodeFor('treasury'), { override: { faucet: false } })
  const { engine, project, db, chains, solana } = world
  const run = await world.addRun(3)
  const notice = await vi.waitUntil(() => engine.notice(project.id, 'solana', run), { timeout: 60_000 })
  const { treasury } = await chains.client('practice', 'solana')
  expect(notice.for).toBe('funds')
  expect(notice.text).toContain(treasury(project.index))
  expect(notice.text).toMatch(/send it 0\.\d+ SOL more/)
  expect(await db.selectFrom('transactions').select('pk').execute()).toEqual([])

  const gift = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'requestAirdrop' },
    params: [treasury(project.index), 5_000_000_000],
  })
  await fetch(solana?.status().rpcUrl ?? '', { method: 'POST', body: gift })
  const mints = await ended(world)
  expect(mints.map(({ state }) => state)).toEqual(Array(3).fill('succeeded'))
  expect(await onChain(world)).toHaveLength(3)
  expect(engine.notice(project.id, 'solana', run)).toBeNull()
})
