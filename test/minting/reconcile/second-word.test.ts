/** What is believed by the word of two RPCs alone: what a tree holds, and what became of a permission. */
import { describe, expect, it } from 'vitest'
import type { ChainClient, Compared } from '../../../src/core/chains/family/family.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { confirming } from '../../../src/core/minting/reconcile/second-word.ts'

const leaf = { place: 4, address: 'a', owner: 'ann', dataHash: 'd', creatorHash: 'c', txHash: 't', payer: 'p' }
const change = { place: 4, sequence: 9, node: 'n', says: null }
const transfer = { kind: 'transfer', by: 'treasury', jobId: '0x1', contract: 'c', tokenId: '1' } as Extract<
  Work,
  { kind: 'transfer' }
>

/** What one RPC says. */
interface Says {
  minted?: number
  owner?: string
  node?: string
  effect?: 'there' | 'absent'
  madeBy?: string | null | undefined
}

function rpcOf({ minted = 5, owner = 'ann', node = 'n', effect = 'absent', ...says }: Says): ChainClient {
  const madeBy = 'madeBy' in says ? says.madeBy : null
  const parts = {
    trees: {
      minted: async () => [minted],
      leavesFrom: async () => [{ ...leaf, owner }],
      historyOf: async () => ({ changes: [{ ...change, node }], newest: 't' }),
    },
    transfers: {
      madeBy: async () => madeBy,
      effect: async () => (effect === 'there' ? { kind: effect, doneBy: 't' } : { kind: effect }),
    },
  }
  return parts as unknown as ChainClient
}

/** A look that the first of these RPCs answers. */
function look(first: Says, ...others: Says[]) {
  const told: Compared[] = []
  const names = ['A', 'B', 'C'] as const
  const witnesses = {
    asked: 'A',
    others: others.map((says, at) => ({ name: names[at + 1] ?? '', client: async () => rpcOf(says) })),
    compared: (result: Compared) => void told.push(result),
  }
  const client = confirming({ ...rpcOf(first), witnesses })
  const { trees, transfers } = client
  if (!trees || !transfers?.effect) throw new Error('no trees')
  const { effect } = transfers
  const none = async () => new Set<string>()
  return {
    told,
    reads: {
      minted: () => trees.minted(['tree']),
      owner: () => trees.leavesFrom('tree', 0),
      node: () => trees.historyOf('tree', null, none),
      effect: () => effect(transfer, { since: 0, through: 9 }),
      madeBy: () => transfers.madeBy(transfer, [1], 9),
    },
  }
}

describe.each<[keyof ReturnType<typeof look>['reads'], Says]>([
  ['minted', { minted: 4 }],
  ['owner', { owner: 'eve' }],
  ['node', { node: '00' }],
  ['effect', { effect: 'there' }],
  ['madeBy', { madeBy: 'h' }],
  ['madeBy', { madeBy: undefined }],
])('%s, of which one RPC says %j', (what, lie) => {
  it('is not believed as long as another one says otherwise, which may only be behind', async () => {
    const { reads, told } = look(lie, {})
    await expect(reads[what]()).rejects.toMatchObject({
      code: 'network.disputed',
      message: expect.stringContaining('A and B do not say the same'),
    })
    expect(told).toEqual([{ agreed: [], outvoted: [], disputed: [] }])
  })

  it('is outvoted by two', async () => {
    const { reads, told } = look(lie, {}, {})
    await expect(reads[what]()).rejects.toMatchObject({ code: 'network.disputed' })
    expect(told).toEqual([{ agreed: ['B', 'C'], outvoted: ['A'], disputed: [] }])
  })

  it('is believed when another one says it, too, or there is no other', async () => {
    const own = await look(lie).reads[what]()
    expect(await look(lie, lie).reads[what]()).toEqual(own)
    expect(await look(lie, {}, lie).reads[what]()).toEqual(own)
  })
})
