/** A hand-over that is paused or cancelled makes way for the others of its signers. */
import { expect, it } from 'vitest'
import { handOver, signedFor } from '../transfers/handed-over.ts'
import { openPlanners } from '../transfers/planner.ts'
import { orderedHandOvers } from './ordered.ts'

const person = { kind: 'userId', user: 'ada' } as const

it.each(['pause', 'cancel'] as const)(
  '%s: a wallet that waited for coin for it sends what another hand-over moves',
  async (what) => {
    const world = await openPlanners()
    const { order, close } = orderedHandOvers(world)
    const { chain, treasury } = world
    const wallet = world.wallet(person)
    const first = await handOver(world, 'first', { count: 2, by: person })
    const second = await handOver(world, 'second', { count: 1, by: person })
    chain.setBalance(treasury.signer, 0n)
    await wallet.round()
    await treasury.round()
    // From here on the treasury alone looks again by itself.
    expect((await wallet.round()).waitMs).toBeNull()
    expect(await signedFor(world, first)).toEqual([])
    expect(await order(what, first)).toEqual([wallet.signer])
    await wallet.round()
    expect(wallet.woken.at(-1)).toBe(treasury.signer)
    chain.setBalance(treasury.signer, 10n ** 18n)
    await treasury.round()
    chain.mine(3)
    await treasury.round()
    expect(treasury.woken).toEqual([wallet.signer])
    await wallet.round()
    expect((await signedFor(world, second)).map(([purpose]) => purpose)).toEqual(['fund', 'transfer'])
    expect(await signedFor(world, first)).toEqual([])
    await close()
    await world.close()
  },
)
