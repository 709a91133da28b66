import { afterEach, expect, it, vi } from 'vitest'
import { acceptWithdrawal, checkWithdrawal, type Request } from '../../src/core/minting/transfers/withdraw.ts'
import { findProject } from '../../src/core/store/installation/projects.ts'
import { listWithdrawals } from '../../src/core/store/journal/withdrawals.ts'
import { type OpenEngine, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { newTape, nodeFor, openSolana } from './world.ts'

let world: OpenEngine | undefined
afterEach(() => world?.close())

const sol = 1_000_000_000n

it('coin of the fee balance arrives on Solana, an amount and then all, less the fee; above the balance it stays', async () => {
  await newTape('withdraw')
  world = await openSolana(await temporaryFolder(), nodeFor('withdraw'), { override: { faucet: false } })
  const { db, chains, engine, solana } = world
  const project = await findProject(db, world.project.id)
  if (!project) throw new Error('there is no project')
  const client = await chains.client('practice', 'solana')
  // It starts with the first question.
  expect(await client.balance(client.treasury(project.index))).toBe(0n)
  const gift = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'requestAirdrop' },
    params: [client.treasury(project.index), Number(5n * sol)],
  })
  await fetch(solana?.status().rpcUrl ?? '', { method: 'POST', body: gift })
  await vi.waitFor(async () => expect(await client.balance(client.treasury(project.index))).toBe(5n * sol), 30_000)

  const to = solanaRecipientOf(1)
  const deps = { db, chains, clock: Date.now }
  const request = (amount: string | null): Request => ({
    ...{ id: `all ${amount}`, chain: 'solana', to, again: to, amount, toContract: false, anyway: false },
  })
  await expect(acceptWithdrawal(deps, project, request('5'))).rejects.toMatchObject({ code: 'withdrawal.short' })
  let spent = 0n
  for (const amount of ['1.5', null]) {
    const before = await client.balance(to)
    const { fee: atMost } = await checkWithdrawal(deps, project, request(amount))
    const { id } = await acceptWithdrawal(deps, project, request(amount))
    engine.wakeChain(project.id, 'solana')
    const row = await vi.waitFor(
      async () => {
        const found = (await listWithdrawals(db, project.id, 10)).find((one) => one.id === id)
        expect(found?.status).not.toBe('pending')
        return found
      },
      { timeout: 60_000, interval: 100 },
    )
    expect([row?.status, row?.error_message]).toEqual(['succeeded', null])
    const arrived = (await client.balance(to)) - before
    expect(arrived).toBe(BigInt(row?.sent ?? 0))
    if (amount !== null) expect(arrived).toBe((15n * sol) / 10n)
    const fee = BigInt(row?.fee ?? 0)
    expect(fee > 0n && fee <= atMost).toBe(true)
    spent += arrived + fee
  }
  expect(await client.balance(client.treasury(project.index))).toBe(5n * sol - spent)
})
