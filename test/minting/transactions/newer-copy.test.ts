/** Until when a database that was restored from an older copy waits for what the newer one signed: one RPC of the list lies that it is over. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Head } from '../../../src/core/chains/family/network.ts'
import type { QueueContext } from '../../../src/core/minting/deps.ts'
import { type NewerCopyMemory, newerCopyOf } from '../../../src/core/minting/transactions/newer-copy.ts'
import { families } from '../../../src/shared/families.ts'
import { countedChains } from '../simulated/counted-client.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { simulatedRpcs } from '../simulated/rpcs.ts'
import type { SimulatedWorldOptions } from '../simulated/world.ts'

let close = async (): Promise<void> => {}
afterEach(() => close())

async function opened(names: readonly string[], options: SimulatedWorldOptions = {}) {
  const list = simulatedRpcs(...names)
  const held = await heldWorld({ ...options, through: list.through })
  close = held.close
  await held.world.addMints(['warm'])
  await held.world.settle()
  return { ...list, world: held.world }
}

/** Says that all of the pool is in blocks long since, and that nothing waits. */
const allIncluded = (truth: ChainClient): Partial<ChainClient> => ({
  sequence: (address) => truth.pendingSequence(address),
  sequenceAt: (address) => truth.pendingSequence(address),
})

describe('one RPC says that what a newer copy signed is in blocks', () => {
  it.each([[['A', 'B']], [['A', 'B', 'C']]])(
    'of %j: a collection that only counts its tokens gets none twice',
    async (names) => {
      const { world, of } = await opened(names, { chainsOf: countedChains })
      await world.keepCopy()
      await world.addMints(['x1'])
      expect(world.chain.pending()).toHaveLength(1)
      await world.restoreCopy()
      of('A').lies = allIncluded
      await world.addMints(['x1', 'y2'])
      await world.round()
      expect(world.chain.pending(), 'nothing is signed behind it').toHaveLength(1)
      expect(world.notice()).toContain('this database is an older copy')
      expect(world.notice()).toContain('And what A says of what was sent is confirmed by no other RPC of the list: B ')
      await world.settle()
      expect(world.chain.tokens(), 'warm, x1 and y2').toHaveLength(3)
    },
  )
})

describe('what expires is over when its time has passed', () => {
  const mark = { sequence: 7, hash: 'of a newer copy' }

  /** Rounds answered by the first of these RPCs, each of which says so of its head, round by round; whether something may still come in each. */
  async function told(heads: Readonly<Record<string, readonly number[]>>): Promise<boolean[]> {
    const memory: NewerCopyMemory = { heads: new Map(), over: null }
    const [first = ''] = Object.keys(heads)
    const answers: boolean[] = []
    for (const round of (heads[first] ?? []).keys()) {
      const clientOf = (name: string) =>
        ({
          family: families.solana,
          expiry: { lifetime: 151 },
          head: async (): Promise<Head> => ({ number: heads[name]?.[round] ?? 0, hash: '' }),
        }) as unknown as ChainClient
      const others = Object.keys(heads)
        .filter((name) => name !== first)
        .map((name) => ({ name, client: async () => clientOf(name) }))
      const witnesses = { asked: first, others, compared: () => {} }
      const client = { ...clientOf(first), ...(others.length > 0 && { witnesses }) }
      answers.push((await newerCopyOf({ client, queue: {} } as unknown as QueueContext, memory, mark)).mayCome)
    }
    return answers
  }

  it('by the word of the only RPC, or of two', async () => {
    expect(await told({ A: [1_000, 1_151, 1_152, 1_153] })).toEqual([true, true, false, false])
    expect(await told({ A: [1_000, 1_151, 1_152], B: [990, 1_141, 1_142] })).toEqual([true, true, false])
    expect(await told({ A: [1_000, 1_152], B: [1_000, 1_151], C: [1_000, 1_152] })).toEqual([true, false])
  })

  it('and not by that of one alone, of where the chain is or where it was', async () => {
    expect(await told({ A: [1_000, 9_000], B: [1_000, 1_001], C: [1_000, 1_001] })).toEqual([true, true])
    expect(await told({ A: [1, 1_001], B: [1_000, 1_001], C: [1_000, 1_001] })).toEqual([true, true])
  })
})
