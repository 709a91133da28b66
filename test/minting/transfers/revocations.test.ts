/** Permissions of transfers that the chain refused: whoever saw them could carry them out later, so they are revoked before the transfer has failed. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { type Outcome, Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { Effect } from '../../../src/core/chains/family/transfers.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { setCeilings, setHandOverState } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { cancelUnsigned } from '../../../src/core/store/journal/hand-overs/nfts.ts'
import { markDead } from '../../../src/core/store/journal/settle-transaction.ts'
import { handOver } from './handed-over.ts'
import { openPlanners, type PlannerWorld } from './planner.ts'

type Refused = Exclude<Outcome, { kind: 'minted' | 'done' }>

const refused: Refused = { kind: 'failed', code: 'transfer.refused', message: 'The recipient refused it.' }
const used: Refused = { kind: 'already-minted', firstTokenId: 0 }
const asFirstRefused = { status: 'failed', error_code: 'transfer.refused', error_message: 'The recipient refused it.' }

let world: PlannerWorld
/** What a revocation comes to before it is signed, and in its block; null: it is done. */
let revocation: { prepared: Refused | null; included: Refused | null }
let effect: Effect

/** A network on which recipients refuse every transfer in its block. */
function withRefusers(truth: ChainClient): ChainClient {
  const { prepare, outcome } = truth
  return {
    ...truth,
    transfers: {
      holderSends: true,
      leavesPermission: ({ standard }) => standard === 'erc-1155',
      standing: async () => ({ kind: 'no-nft' }),
      madeBy: async () => null,
      effect: async () => effect,
    },
    async prepare(work, ...of) {
      if (work.kind === 'revoke' && revocation.prepared) throw new Refusal(revocation.prepared)
      return await prepare(work, ...of)
    },
    async outcome(work: Work, receipt) {
      if (work.kind === 'transfer') return refused
      if (work.kind === 'revoke') return revocation.included ?? { kind: 'done' }
      return await outcome(work, receipt)
    },
  }
}

beforeEach(async () => {
  revocation = { prepared: null, included: null }
  effect = { kind: 'absent' }
  world = await openPlanners(withRefusers)
})
afterEach(() => world.close())

/** A transfer of copies that was refused in its block, of which that was seen; what is signed next is seen by nobody yet. */
async function refusedTransfer(): Promise<number> {
  const pk = await handOver(world, 'copies', { count: 1, standard: 'erc-1155' })
  await world.treasury.round()
  world.chain.mine(3)
  await world.treasury.round()
  return pk
}

async function next(): Promise<void> {
  world.chain.mine(3)
  await world.treasury.round()
}

async function transfer() {
  return await world.db
    .selectFrom('transfers')
    .select(['status', 'error_code', 'error_message', 'tx_hash'])
    .executeTakeFirstOrThrow()
}

async function signed() {
  return await world.db.selectFrom('transactions').select(['pk', 'purpose', 'state', 'tx_hash']).orderBy('pk').execute()
}

async function purposes(): Promise<string[]> {
  return (await signed()).map(({ purpose, state }) => `${purpose} ${state}`)
}

it('are revoked, and then the transfer fails with what refused it', async () => {
  await refusedTransfer()
  expect((await transfer()).status).toBe('pending')
  expect(await purposes()).toEqual(['transfer failed', 'revoke sent'])
  await next()
  expect(await purposes()).toEqual(['transfer failed', 'revoke succeeded'])
  const [first] = await signed()
  expect(await transfer()).toEqual({ ...asFirstRefused, tx_hash: first?.tx_hash })
  await next()
  expect(await purposes()).toHaveLength(2)
})

it('are not revoked of what there is one of only', async () => {
  await handOver(world, 'one', { count: 1 })
  await world.treasury.round()
  await next()
  expect(await purposes()).toEqual(['transfer failed'])
  expect(await transfer()).toMatchObject(asFirstRefused)
})

it('that somebody carried out meanwhile have made the transfer, seen in the block of the revocation', async () => {
  await refusedTransfer()
  revocation.included = used
  effect = { kind: 'there', doneBy: '0xstranger' }
  await next()
  expect(await transfer()).toEqual({
    status: 'succeeded',
    error_code: null,
    error_message: null,
    tx_hash: '0xstranger',
  })
})

it('that somebody carried out meanwhile have made the transfer, seen before the revocation is signed', async () => {
  revocation.prepared = used
  effect = { kind: 'unconfirmed' }
  await refusedTransfer()
  expect((await transfer()).status).toBe('pending')
  effect = { kind: 'there', doneBy: '0xstranger' }
  await next()
  expect(await transfer()).toMatchObject({ status: 'succeeded', tx_hash: '0xstranger' })
  expect(await purposes()).toEqual(['transfer failed'])
})

it('that another copy of the database revoked leave the transfer failed with what refused it', async () => {
  await refusedTransfer()
  revocation.included = used
  await next()
  expect(await transfer()).toMatchObject(asFirstRefused)
})

it('that were used for what no node tells any more leave it to the person to look', async () => {
  await refusedTransfer()
  revocation.included = used
  effect = { kind: 'unknown' }
  await next()
  expect(await transfer()).toMatchObject({
    status: 'failed',
    error_code: 'permit.used',
    error_message: expect.stringContaining(
      'it may have been done. Look at the wallet in a block explorer before you ask again.',
    ),
  })
})

it('are revoked though the hand-over was cancelled meanwhile', async () => {
  revocation.prepared = used
  effect = { kind: 'unconfirmed' }
  const pk = await refusedTransfer()
  await setHandOverState(world.db, pk, { from: ['running'], to: 'cancelled' })
  expect(await cancelUnsigned(world.db, pk, 100, 1)).toBe(0)
  revocation.prepared = null
  await world.treasury.round()
  await next()
  expect(await purposes()).toEqual(['transfer failed', 'revoke succeeded'])
  expect(await transfer()).toMatchObject(asFirstRefused)
})

it('are revoked again where the revocation lost its place, and the transfer is not sent again', async () => {
  const pk = await refusedTransfer()
  const revoking = (await signed()).find(({ purpose }) => purpose === 'revoke')
  await setHandOverState(world.db, pk, { from: ['running'], to: 'cancelled' })
  expect(await markDead(world.db, revoking?.pk ?? 0, 1)).toBe(false)
  expect(await cancelUnsigned(world.db, pk, 100, 1)).toBe(0)
  await world.treasury.round()
  expect(await purposes()).toEqual(['transfer failed', 'revoke dead', 'revoke sent'])
})

it('wait, as the hand-over does, while more is asked than it pays', async () => {
  revocation.prepared = used
  effect = { kind: 'unconfirmed' }
  const pk = await refusedTransfer()
  revocation.prepared = null
  await setCeilings(world.db, pk, { polygon: '10' })
  const { aboveCeiling } = await world.treasury.round()
  expect(aboveCeiling.ceilings.size).toBe(1)
  expect(await purposes()).toEqual(['transfer failed'])
  world.chain.world.baseFee = 9n
  await world.treasury.round()
  expect(await purposes()).toEqual(['transfer failed', 'revoke sent'])
})

it('that cannot be revoked are told of', async () => {
  revocation.included = { kind: 'failed', code: 'chain.reverted', message: 'No.' }
  await refusedTransfer()
  for (let tries = 0; (await transfer()).status === 'pending'; tries++) {
    expect(tries).toBeLessThan(10)
    await next()
  }
  expect((await purposes()).filter((one) => one === 'revoke failed')).toHaveLength(5)
  const { error_code, error_message } = await transfer()
  expect(error_code).toBe('transfer.refused')
  expect(error_message).toContain(
    'The recipient refused it. The permission that its holder signed for it could not be revoked',
  )
})
