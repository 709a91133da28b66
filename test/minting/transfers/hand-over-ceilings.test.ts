import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setCeilings } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { digest } from '../simulated/chain.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { handOver, signedFor } from './handed-over.ts'
import { openPlanners, type PlannerWorld } from './planner.ts'

/** The base fee is 10 and the tip 1. */
const asked = 11n
const tooLow = asked - 1n
const person = { kind: 'userId', user: 'ada' } as const

let world: PlannerWorld

beforeEach(async () => {
  world = await openPlanners()
})
afterEach(() => world.close())

describe('a hand-over above its fee ceiling', () => {
  it('holds up no other of the treasury’s, however much of it waits before them', async () => {
    const held = await handOver(world, 'held', { count: 40, ceiling: tooLow })
    const other = await handOver(world, 'other', { count: 2 })
    const within = await handOver(world, 'within', { count: 2, ceiling: asked })
    const { aboveCeiling } = await world.treasury.round()
    expect(await signedFor(world, held)).toEqual([])
    expect(await signedFor(world, other)).toHaveLength(2)
    expect(await signedFor(world, within)).toEqual([
      ['transfer', asked],
      ['transfer', asked],
    ])
    expect(aboveCeiling).toEqual({ price: asked, ceilings: new Map([['held', tooLow]]) })
  })

  it('goes on first when the fee has fallen', async () => {
    const held = await handOver(world, 'held', { count: 40, ceiling: tooLow })
    const other = await handOver(world, 'other', { count: 2 })
    world.chain.world.baseFee = tooLow - 1n
    const { aboveCeiling } = await world.treasury.round()
    expect([(await signedFor(world, held)).length, await signedFor(world, other)]).toEqual([18, []])
    expect(aboveCeiling.ceilings.size).toBe(0)
  })

  it('holds up no other of a wallet’s that sends its own', async () => {
    const held = await handOver(world, 'held', { count: 20, ceiling: tooLow, by: person })
    const other = await handOver(world, 'other', { count: 1, by: person })
    const wallet = world.wallet(person)
    world.chain.setBalance(wallet.signer, 10n ** 18n)
    await wallet.round()
    expect([await signedFor(world, held), (await signedFor(world, other)).length]).toEqual([[], 1])
    // Nothing else waits once that is settled: it looks again by itself.
    world.chain.mine(3)
    const planned = await wallet.round()
    expect(await signedFor(world, held)).toEqual([])
    expect(planned.waitMs).toBeGreaterThan(0)
    world.chain.world.baseFee = tooLow - 1n
    await wallet.round()
    expect(await signedFor(world, held)).toHaveLength(1)
  })

  it('holds up no other of a wallet’s that waits for coin for it', async () => {
    const held = await handOver(world, 'held', { count: 1, ceiling: asked, by: person })
    const other = await handOver(world, 'other', { count: 1, by: person })
    const wallet = world.wallet(person)
    const planned = await wallet.round()
    expect([await wants(), wallet.woken]).toEqual([['held 0'], [world.treasury.signer]])
    expect(planned.waitMs).toBeGreaterThan(0)
    // The fee rises before the coin is sent.
    await setCeilings(world.db, held, { polygon: tooLow.toString() })
    await wallet.round()
    expect(await wants()).toEqual(['held 0', 'other 0'])
    expect([await signedFor(world, held), await signedFor(world, other)]).toEqual([[], []])
  })

  it('gets no coin for its wallets, and what else there is to sign goes on', async () => {
    const held = await handOver(world, 'held', { count: 1, ceiling: tooLow, by: person })
    const other = await handOver(world, 'other', { count: 1, by: { kind: 'userId', user: 'eve' } })
    const sent = await handOver(world, 'sent', { count: 2 })
    await world.db.updateTable('transfers').set({ wants: '1000' }).where('hand_over_pk', 'in', [held, other]).execute()
    const { aboveCeiling } = await world.treasury.round()
    expect(await signedFor(world, held)).toEqual([])
    expect((await signedFor(world, other)).map(([purpose]) => purpose)).toEqual(['fund'])
    expect(await signedFor(world, sent)).toHaveLength(2)
    expect(aboveCeiling).toEqual({ price: asked, ceilings: new Map([['held', tooLow]]) })
    // It is brought, for no more than the ceiling, when the fee has fallen.
    world.chain.world.baseFee = tooLow - 1n
    await world.treasury.round()
    expect(await signedFor(world, held)).toEqual([['fund', tooLow]])
  })

  it('is told of by the treasury’s queue though only wallets send, and that is woken for it once', async () => {
    await handOver(world, 'held', { count: 2, ceiling: tooLow, by: person })
    const wallet = world.wallet(person)
    await wallet.round()
    await wallet.round()
    expect(wallet.woken).toEqual([world.treasury.signer])
    const { aboveCeiling } = await world.treasury.round()
    expect(aboveCeiling).toEqual({ price: asked, ceilings: new Map([['held', tooLow]]) })
  })
})

it('a hand-over that waits for lower fees says so while another goes on, until the fee falls', async () => {
  const { world: simulated, close } = await heldWorld()
  try {
    // The id is what a run of this name would have.
    const id = digest('held').slice(2)
    const held = await handOver(simulated, id, { count: 20, ceiling: tooLow })
    const other = await handOver(simulated, 'other', { count: 2 })
    await simulated.during(simulated.wakeChain)
    expect(simulated.runNotice('held')).toContain('the run goes on by itself when the fee falls')
    expect([await signedFor(simulated, held), (await signedFor(simulated, other)).length]).toEqual([[], 2])
    simulated.chain.world.baseFee = tooLow - 1n
    await simulated.during(simulated.wakeChain)
    expect(simulated.runNotice('held')).toBeNull()
    expect((await signedFor(simulated, held)).length).toBeGreaterThan(0)
  } finally {
    await close()
  }
})

/** The transfers that want coin. */
async function wants(): Promise<string[]> {
  const rows = await world.db
    .selectFrom('transfers')
    .select('id')
    .where('wants', 'is not', null)
    .orderBy('pk')
    .execute()
  return rows.map(({ id }) => id)
}
