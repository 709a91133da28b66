import { base58 } from '@scure/base'
import { Message } from '@solana/web3.js'
import { expect, it } from 'vitest'
import type { OwnToken, Transfer } from '../../../src/core/chains/family/work.ts'
import { solanaClient } from '../../../src/core/chains/solana/client.ts'
import { coreProgram } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import { tokenProgram } from '../../../src/core/chains/solana/made-once.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { transferClient } from '../../../src/core/chains/solana/transfers.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import { smallLimits } from '../../minting/simulated/client.ts'

const account = (ordinal: number) => ({ address: solanaRecipientOf(ordinal), sign: () => new Uint8Array(64) })
const [asset, collection, holder, to] = [10, 11, 12, 13].map(solanaRecipientOf) as [string, string, string, string]

/** A node that has one Core asset at every address. @param data of its account */
function nodeWith(data: Uint8Array): SolanaRpc {
  const one = { lamports: 1, owner: coreProgram, data: [Buffer.from(data).toString('base64'), 'base64'] }
  const values: Record<string, unknown> = {
    getAccountInfo: one,
    getMultipleAccounts: [one, null],
    simulateTransaction: { err: null, logs: [], unitsConsumed: 8_000 },
  }
  return {
    async call(method, _params, schema) {
      if (method === 'getMinimumBalanceForRentExemption') return schema.parse(890_880)
      return schema.parse(method in values ? { context: { slot: 1 }, value: values[method] } : [])
    },
    many: async () => [],
  }
}

/** As mpl_core keeps it: key, owner, whose collection it is in, name, URI, no number. */
const held = Buffer.concat([
  Buffer.of(1),
  base58.decode(holder),
  Buffer.of(2),
  base58.decode(collection),
  Buffer.from([...[1, 0, 0, 0], 65, ...[1, 0, 0, 0], 66, 0]),
])

const clientOf = (data: Uint8Array) =>
  solanaClient({
    ...{
      network: 'practice:solana',
      confirmations: 32,
      limits: smallLimits,
      clock: Date.now,
      rpc: async () => nodeWith(data),
    },
    ...{ treasury: () => account(1), named: () => account(2), user: () => account(3) },
  })

const transfer: Transfer = {
  ...{ kind: 'transfer', by: 'treasury', jobId: '0x01', contract: asset, tokenId: '', standard: 'addressed' },
  ...{ quantity: '1', holder, owner: { kind: 'userId', user: 'ann' }, to },
}

it("moves a stranger's Core asset, which names its own collection", async () => {
  const client = clientOf(held)
  expect(await client.transfers?.standing(asset, '', holder)).toEqual({ kind: 'nft', standard: 'addressed', held: 1n })
  expect(await client.transfers?.standing(asset, '', to)).toMatchObject({ held: 0n })
  const { data, owner, value } = await client.prepare(transfer, 0)
  const message = Message.from(Buffer.from(data.slice(2), 'hex'))
  const accounts = message.accountKeys.map((key) => key.toBase58())
  const [, moves] = message.instructions
  expect(owner).toEqual(transfer.owner)
  // A Core asset needs no token account, whose rent the node tells.
  expect(value).toBe('0')
  expect([
    accounts[moves?.programIdIndex ?? 0],
    ...(moves?.accounts ?? []).slice(0, 5).map((at) => accounts[at]),
  ]).toEqual([...[coreProgram, asset, collection, solanaRecipientOf(1), holder, to]])
})

it('says of a burnt asset that it is none, and of one that moved on who has it', async () => {
  expect(await clientOf(Buffer.of(0)).transfers?.standing(asset, '', holder)).toEqual({ kind: 'no-nft' })
  await expect(clientOf(held).prepare({ ...transfer, holder: solanaRecipientOf(14) }, 0)).rejects.toMatchObject({
    outcome: { code: 'transfer.notHeld', message: expect.stringContaining(`held by ${holder} now`) },
  })
})

it('takes a token whose metadata is in a form of later programs for none that it can move', async () => {
  const mint = Buffer.alloc(82)
  mint.writeBigUInt64LE(1n, 36)
  const accountOf = (owner: string, data: Uint8Array) => ({
    ...{ lamports: 1, owner, data: [Buffer.from(data).toString('base64'), 'base64'] },
  })
  const standing = (metadata: Uint8Array) =>
    transferClient({
      rpc: async () => ({
        call: async (_method, _params, schema) =>
          schema.parse({
            context: { slot: 1 },
            value: [accountOf(tokenProgram, mint), accountOf(solanaRecipientOf(30), metadata)],
          }),
        many: async () => [],
      }),
      ...{ metadataOf: () => solanaRecipientOf(31), ownerOf: async () => holder },
    }).standing(asset, '', holder)
  expect(await standing(Buffer.of(4, 1, 2))).toEqual({ kind: 'no-nft' })
})

it('refuses to move a leaf that was frozen, whatever the proof', async () => {
  const leaf = {
    ...{ place: 0, address: asset, owner: holder, delegate: null, node: 'ab'.repeat(32) },
    ...{ dataHash: '01'.repeat(32), creatorHash: '02'.repeat(32) },
  }
  const own: OwnToken = {
    ...{ address: asset, collection, contractKind: 'core', texts: { name: 'A', symbol: '', uri: 'B' } },
    leafContext: { tree: solanaRecipientOf(20), depth: 5, canopy: 0, leaf, around: [leaf] },
  }
  await expect(clientOf(held).prepare({ ...transfer, own }, 0)).rejects.toMatchObject({
    outcome: { code: 'nft.changedElsewhere', message: expect.stringContaining('frozen or bound to its holder') },
  })
})
