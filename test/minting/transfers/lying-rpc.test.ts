/** One RPC of two lies about why a transfer was refused: its permission is revoked all the same before the transfer has failed. */
import { afterEach, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Outcome } from '../../../src/core/chains/family/outcome.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { confirming } from '../../../src/core/minting/reconcile/second-word.ts'
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
