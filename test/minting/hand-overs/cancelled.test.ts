/** A hand-over that is cancelled while something of it is signed ends with that, whatever becomes of it. */
import { afterEach, expect, it } from 'vitest'
import { handOverByPk } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { markDead } from '../../../src/core/store/journal/settle-transaction.ts'
import { handOver } from '../transfers/handed-over.ts'
import { openPlanners, type PlannerWorld } from '../transfers/planner.ts'
import { type Ordered, orderedHandOvers } from './ordered.ts'

let world: PlannerWorld
let ordered: Ordered
afterEach(async () => {
  await ordered.close()
  await world.close()
})

async function open(seen?: Parameters<typeof openPlanners>[0]): Promise<void> {
  world = await openPlanners(seen)
  ordered = orderedHandOvers(world)
}

/** A hand-over that was cancelled once its only transfer was signed, and waits for what becomes of that. */
async function cancelledWhileSigned(): Promise<number> {
  const pk = await handOver(world, 'given', { count: 1 })
  await world.treasury.round()
  const waits = ordered.workedOn(pk)
  await ordered.order('cancel', pk)
  await waits
  expect(await ended(pk)).toEqual({ at: null, nft: 'entered', transfer: 'pending', code: null })
  return pk
}

async function ended(pk: number) {
  const nft = await world.db.selectFrom('hand_over_nfts').select('state').executeTakeFirstOrThrow()
  const transfer = await world.db.selectFrom('transfers').select(['status', 'error_code']).executeTakeFirstOrThrow()
  const { completed_at: at } = await handOverByPk(world.db, pk)
  return { at, nft: nft.state, transfer: transfer.status, code: transfer.error_code }
}

const given = { nft: 'cancelled', transfer: 'failed', code: 'handOver.cancelled' }

it('where something else used its sequence', async () => {
  await open()
  const pk = await cancelledWhileSigned()
  world.chain.spendExternally(world.treasury.signer, 0)
  world.chain.mine(4)
  const over = ordered.workedOn(pk)
  await world.treasury.round()
  expect(await ended(pk)).toMatchObject(given)
  await over
  expect(await ended(pk)).toEqual({ ...given, at: 2_000 })
})

it('where it failed in a way after which others are signed again', async () => {
  await open((truth) => ({
    ...truth,
    outcome: async () => ({ kind: 'failed', code: 'token.stale', message: 'The tree was changed: it is read again.' }),
  }))
  const pk = await cancelledWhileSigned()
  world.chain.mine(3)
  const over = ordered.workedOn(pk)
  await world.treasury.round()
  expect(await ended(pk)).toMatchObject(given)
  await over
  expect(await ended(pk)).toEqual({ ...given, at: 2_000 })
})

it('at once where what was signed is given up: a core that is killed then leaves no NFT that is still being moved', async () => {
  await open()
  const pk = await cancelledWhileSigned()
  const { pk: transactionPk } = await world.db.selectFrom('transactions').select('pk').executeTakeFirstOrThrow()
  await markDead(world.db, transactionPk, 1)
  expect(await ended(pk)).toMatchObject(given)
})

it('and one that is paused keeps what it has to sign again', async () => {
  await open()
  const pk = await handOver(world, 'given', { count: 1 })
  await world.treasury.round()
  await ordered.order('pause', pk)
  world.chain.spendExternally(world.treasury.signer, 0)
  world.chain.mine(4)
  await world.treasury.round()
  expect(await ended(pk)).toEqual({ at: null, nft: 'entered', transfer: 'pending', code: null })
})
