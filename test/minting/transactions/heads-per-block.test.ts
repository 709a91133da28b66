import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient, Chains } from '../../../src/core/chains/family/family.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The same chain, of which so many heads stand for one block of others. */
function withHeads(headsPerBlock: number) {
  return (chains: Chains): Chains => {
    const client = async (...of: Parameters<Chains['client']>): Promise<ChainClient> => {
      const plain = await chains.client(...of)
      return { ...plain, headsPerBlock, observe: (read) => plain.observe((node) => read({ ...node, headsPerBlock })) }
    }
    return { ...chains, client, reader: client }
  }
}

const attempts = async ({ db }: SimulatedWorld) => (await db.selectFrom('attempts').select('pk').execute()).length

/** After how many heads what nobody includes goes out again, and is replaced by what pays more. */
async function patienceIn(headsPerBlock: number): Promise<{ resent: number; bumped: number }> {
  const world = await openWorld(await temporaryFolder(), { confirmations: 1, through: withHeads(headsPerBlock) })
  try {
    await world.addMints(['first'])
    await world.settle()
    let sent = 0
    world.chain.world.onSend = () => {
      sent++
    }
    await world.addMints(['second'])
    for (let rounds = 0; sent === 0 && rounds < 20; rounds++) await world.round()
    const before = await attempts(world)
    let resent = 0
    for (let heads = 1; heads < 20 * headsPerBlock; heads++) {
      world.chain.mine(1, false)
      await world.round()
      if (resent === 0 && sent > 1) resent = heads
      if ((await attempts(world)) > before) return { resent, bumped: heads }
    }
    throw new Error('it was never replaced')
  } finally {
    await world.close()
  }
}

it('waits for as many heads as stand for a block of other chains', async () => {
  const usual = await patienceIn(1)
  expect(usual).toEqual({ resent: 2, bumped: 12 })
  expect(await patienceIn(5)).toEqual({ resent: 5 * usual.resent, bumped: 5 * usual.bumped })
})
