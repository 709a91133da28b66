import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptWithdrawal, checkWithdrawal, type Request } from '../../src/core/minting/transfers/withdraw.ts'
import { findProject } from '../../src/core/store/installation/projects.ts'
import { setCaps } from '../../src/core/store/journal/spending.ts'
import { listWithdrawals } from '../../src/core/store/journal/withdrawals.ts'
import type { Project } from '../../src/shared/app-api.ts'
import { programFile } from '../core/built-programs.ts'
import { aptosAddress } from './aptos-address.ts'
import { type OpenEngine, openEngine, recipientOf, solanaRecipientOf } from './open-engine.ts'

let dir: string
let world: OpenEngine
let project: Project

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-withdraw-'))
  const aptos = { program: programFile('aptos-node'), commitMs: 20 }
  const quick = { blockMs: 50, override: { confirmations: 1 }, timing: { groupMs: 20, pollMs: 20 } }
  world = await openEngine({ dir, aptos, ...quick })
  const found = await findProject(world.db, world.project.id)
  if (!found) throw new Error('there is no project')
  project = found
})
afterAll(async () => {
  await world?.close()
  await rm(dir, { recursive: true, force: true })
})

const deps = () => ({ db: world.db, chains: world.chains, clock: Date.now })
const request = (chain: string, to: string, amount: string | null, more: Partial<Request> = {}): Request => ({
  ...{ id: `${chain} ${to} ${amount}`, chain, to, again: to, amount, toContract: false, anyway: false },
  ...more,
})

async function ended(id: string) {
  for (;;) {
    const row = (await listWithdrawals(world.db, project.id, 10)).find((one) => one.id === id)
    if (row && row.status !== 'pending') return row
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('coin of the fee balance', () => {
  for (const [chain, to, decimals] of [
    ['polygon', recipientOf(1), 18],
    ['aptos', aptosAddress(1), 8],
  ] as const)
    it(`arrives on ${chain}, an amount and then all, less the fee`, async () => {
      const client = await world.chains.client('practice', chain)
      for (const amount of ['1.5', null]) {
        const before = await client.balance(to)
        const checked = await checkWithdrawal(deps(), project, request(chain, to, amount))
        const { id } = await acceptWithdrawal(deps(), project, request(chain, to, amount))
        world.engine.wakeChain(project.id, chain)
        const { status, error_message, sent, fee } = await ended(id)
        expect([status, error_message]).toEqual(['succeeded', null])
        const arrived = (await client.balance(to)) - before
        expect(arrived).toBe(BigInt(sent ?? 0))
        if (amount !== null) expect(arrived).toBe(15n * 10n ** BigInt(decimals - 1))
        else expect(arrived).toBeGreaterThan((checked.balance * 9n) / 10n)
        expect(BigInt(fee ?? 0)).toBeGreaterThan(0n)
      }
    })

  it('stays where it is for an address that is mistyped, typed differently, nobody’s, or its own, and above the balance', async () => {
    const to = recipientOf(2)
    const treasury = (await world.chains.client('practice', 'polygon')).treasury(project.index)
    for (const [code, asked] of [
      ['withdrawal.address', request('polygon', '0x9D90dbDd0E22a079008Feb3bC671023D5D507c21', '1')],
      ['withdrawal.address', request('polygon', to.slice(0, -1), '1')],
      ['withdrawal.address', request('polygon', solanaRecipientOf(1), '1')],
      ['withdrawal.address', request('polygon', `0x${'0'.repeat(40)}`, '1')],
      ['withdrawal.address', request('polygon', treasury, '1')],
      ['withdrawal.again', request('polygon', to, '1', { again: recipientOf(3) })],
      ['withdrawal.amount', request('polygon', to, '-1')],
      ['withdrawal.amount', request('polygon', to, '0')],
      ['withdrawal.short', request('polygon', to, '1000000000')],
      ['withdrawal.chain', request('nowhere', to, '1')],
      ['withdrawal.contract', request('polygon', '0x4e59b44847b379578588920ca78fbf26c0b4956c', '1')],
    ] as const)
      await expect(acceptWithdrawal(deps(), project, asked), `${code} ${asked.to}`).rejects.toMatchObject({ code })
    expect((await listWithdrawals(world.db, project.id, 20)).every(({ status }) => status === 'succeeded')).toBe(true)
  })

  it('that a run needs is not taken away unasked', async () => {
    // At a cap it waits, with its price.
    await setCaps(world.db, { projectId: project.id, chain: 'aptos' }, { run: 1n, day: null, project: null })
    await world.addRun(3)
    const quote = JSON.stringify({ low: '1', expected: `9${'0'.repeat(40)}`, high: '1', contract: '0' })
    await world.db.updateTable('runs').set({ quote }).execute()
    const to = aptosAddress(4)
    await expect(acceptWithdrawal(deps(), project, request('aptos', to, '1'))).rejects.toMatchObject({
      code: 'withdrawal.needed',
    })
  })
})
