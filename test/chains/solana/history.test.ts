import { expect, it } from 'vitest'
import type { z } from 'zod'
import { historyClient } from '../../../src/core/chains/solana/history/history.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'

/** A node that answers every call with this. */
function clientOf(answer: (method: string, params: readonly unknown[]) => unknown) {
  const node: SolanaRpc = {
    call: async (method, params, schema) => schema.parse(answer(method, params)),
    many: async <Schema extends z.ZodType>(method: string, params: readonly (readonly unknown[])[], schema: Schema) =>
      params.map((one) => schema.parse(answer(method, one))),
  }
  return historyClient({ rpc: async () => node, metadataOf: (mint) => mint, treeConfig: (tree) => tree })
}

it('goes on until a page is empty, since a node may answer with fewer than it was asked for, and only with what succeeded', async () => {
  const pages = new Map([
    [undefined, ['a', 'b']],
    ['b', ['c']],
    ['c', []],
  ])
  const client = clientOf((_method, [, options]) =>
    pages
      .get((options as { before?: string }).before)
      ?.map((signature) => ({ signature, err: signature === 'b' ? 'failed' : null })),
  )
  expect(await client.list('account', null)).toEqual({ hashes: ['a'], newest: 'a', next: 'b' })
  expect(await client.list('account', 'b')).toEqual({ hashes: ['c'], newest: 'c', next: 'c' })
  expect(await client.list('account', 'c')).toEqual({ hashes: [], newest: null, next: null })
})

it('does not guess what a transaction did that the node lists and does not keep', async () => {
  const client = clientOf(() => null)
  await expect(client.read(['abc'])).rejects.toMatchObject({
    code: 'network.incomplete',
    message: expect.stringContaining(
      'lists the transaction abc and does not keep it: set one that keeps the whole history, and take out those',
    ),
  })
})

it('reads nothing of a program it does not know, and no instruction that is not as it was', async () => {
  const answer = {
    slot: 1,
    meta: { err: null, fee: 5_000, preBalances: [1], postBalances: [1], innerInstructions: null },
    transaction: {
      message: {
        accountKeys: ['payer', 'BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY'],
        // Begins as mint_to_collection_v1 does, and ends there.
        instructions: [
          { programIdIndex: 1, accounts: [0], data: 'Sc11WcT5qXc' },
          { programIdIndex: 0, accounts: [0], data: '2' },
        ],
      },
    },
  }
  expect(await clientOf(() => answer).read(['abc'])).toEqual([
    {
      hash: 'abc',
      payer: 'payer',
      collections: [],
      tokens: [],
      leaves: [],
      changes: [],
      updates: [],
      rewritten: null,
      moved: [],
    },
  ])
})
