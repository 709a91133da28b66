/** One RPC of two lies about transfers: why one was refused, or what a wallet holds. */
import { afterEach, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Outcome } from '../../../src/core/chains/family/outcome.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import type { Planned } from '../../../src/core/minting/planned.ts'
import { confirming } from '../../../src/core/minting/reconcile/second-word.ts'
import { walletOf } from '../simulated/client.ts'
import { handOver } from './handed-over.ts'
import { openPlanners, type PlannerWorld } from './planner.ts'

let world: PlannerWorld
afterEach(() => world.close())

const refused: Outcome = { kind: 'failed', code: 'transfer.refused', message: 'The recipient refused it.' }
const used: Outcome = { kind: 'already-minted', firstTokenId: 0 }

it.each(['transfer', 'revoke'] as const)('that the permission was used, of a %s', async (lied) => {
  let lies = true
  const seen = (truth: ChainClient): ChainClient => {
    const honest: ChainClient = {
      ...truth,
      transfers: {
        holderSends: true,
        leavesPermission: () => true,
        standing: async () => ({ kind: 'no-nft' }),
        madeBy: async () => null,
        effect: async () => ({ kind: 'absent' }),
      },
      outcome: async (work: Work, receipt) => {
        if (work.kind !== 'transfer' && work.kind !== 'revoke') return await truth.outcome(work, receipt)
        return refused
      },
    }
    const liar: ChainClient = {
      ...honest,
      outcome: async (work, receipt) => (lies && work.kind === lied ? used : await honest.outcome(work, receipt)),
    }
    const others = [{ name: 'B', client: async () => honest }]
    return confirming({ ...liar, witnesses: { asked: 'A', others, compared() {} } })
  }
  world = await openPlanners(seen)
  await handOver(world, 'copies', { count: 1, standard: 'erc-1155' })
  const stateOf = async () =>
    await world.db.selectFrom('transfers').select(['status', 'error_code', 'error_message']).executeTakeFirstOrThrow()
  const next = async () => {
    await world.treasury.round()
    world.chain.mine(3)
  }
  for (let round = 0; round < 4; round++) await next()
  expect(await stateOf()).toMatchObject({ status: 'pending' })
  lies = false
  for (let round = 0; round < 20; round++) await next()
  const { status, error_code, error_message } = await stateOf()
  expect({ status, error_code }).toEqual({ status: 'failed', error_code: 'transfer.refused' })
  expect(error_message).toContain('could not be revoked')
})

it('that a wallet still lacks the coin which it was sent: it is sent no more', async () => {
  const user = { kind: 'email', user: 'ada@example.com' } as const
  let lies = true
  const seen = (truth: ChainClient): ChainClient => {
    const honest: ChainClient = {
      ...truth,
      transfers: {
        holderSends: true,
        standing: async () => ({ kind: 'no-nft' }),
        madeBy: async () => null,
      },
    }
    const balance: ChainClient['balance'] = async (address) =>
      lies && address === walletOf(user) ? 0n : await truth.balance(address)
    const others = [{ name: 'B', client: async () => honest }]
    return confirming({ ...honest, balance, witnesses: { asked: 'A', others, compared() {} } })
  }
  world = await openPlanners(seen)
  await handOver(world, 'one', { count: 1, by: user })
  const wallet = world.wallet(user)
  const rounds = async () => {
    let doubt: Planned['doubt'] = null
    for (let round = 0; round < 6; round++) {
      await wallet.round()
      doubt = (await world.treasury.round()).doubt ?? doubt
      world.chain.mine(3)
    }
    return doubt
  }
  const sent = async () =>
    (await world.db.selectFrom('transactions').select('purpose').execute()).map(({ purpose }) => purpose)
  const doubt = await rounds()
  expect(await sent()).toEqual(['fund'])
  expect(doubt).toMatchObject({ kind: 'disputed', rpcs: ['A', 'B'] })
  lies = false
  await rounds()
  expect(await sent()).toEqual(['fund', 'transfer'])
  expect(await world.db.selectFrom('transfers').select('status').execute()).toEqual([{ status: 'succeeded' }])
})
