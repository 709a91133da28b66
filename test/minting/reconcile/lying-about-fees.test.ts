/** One RPC of a list lies about what the network asks for a unit of gas. */
import { describe, expect, it } from 'vitest'
import { feeOf } from '../simulated/chain.ts'
import type { SimulatedRpc } from '../simulated/rpcs.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'
import { lyingWorlds } from './lying-world.ts'

const { opened } = lyingWorlds()

describe('that the network asks a thousand times its fee', () => {
  const dear: SimulatedRpc['lies'] = (truth) => ({
    fees: async () => {
      const { base, expected } = await truth.fees()
      const fee = { max: expected.max * 1_000n, priority: expected.max * 500n }
      return { base, low: fee, expected: fee, high: fee }
    },
  })
  const signedFor = async (world: SimulatedWorld) => {
    const [last] = await world.db.selectFrom('attempts').selectAll().orderBy('pk', 'desc').limit(1).execute()
    return { max: BigInt(last?.max_fee ?? 0), priority: BigInt(last?.priority_fee ?? 0) }
  }

  it('no more is signed than four times what another one asks', async () => {
    const { world, of } = await opened('A', 'B')
    of('A').lies = dear
    await world.addMints(['x1'])
    await world.settle()
    const asked = feeOf(world.chain.world.baseFee)
    const { max, priority } = await signedFor(world)
    expect(max).toBeLessThanOrEqual(4n * asked.max)
    expect(priority).toBeLessThanOrEqual(4n * (world.chain.world.baseFee + asked.priority))
    await expectTruth(world, ['warm', 'x1'])
  })

  it('and another one asks it, too: that is the fee', async () => {
    const { world, of } = await opened('A', 'B', 'C')
    of('A').lies = dear
    of('C').lies = dear
    await world.addMints(['x1'])
    await world.settle()
    expect((await signedFor(world)).max).toBe(feeOf(world.chain.world.baseFee).max * 1_000n)
    await expectTruth(world, ['warm', 'x1'])
  })
})
