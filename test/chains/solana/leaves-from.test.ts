/** Leaves read back from a tree's transactions, where a node does not keep all of them. */
import { getLeafSchemaSerializer, MPL_BUBBLEGUM_PROGRAM_ID } from '@metaplex-foundation/mpl-bubblegum'
import { publicKey } from '@metaplex-foundation/umi'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { instructionsOf, logWrapper } from '../../../src/core/chains/solana/instructions/instructions.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { treesClient } from '../../../src/core/chains/solana/trees/trees.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const [payer, collection, tree, ann, bob, address] = [1, 2, 3, 4, 5, 6].map((n) => solanaRecipientOf(n)) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const build = instructionsOf(payer)
const [mint] = build.compressed(collection, tree, [{ recipient: ann, name: 'Badge', symbol: 'B', uri: 'ipfs://b' }])
/** Anchor's discriminator of Bubblegum's `transfer`. */
const transfer = Buffer.from('a334c8e78c0345ba', 'hex')
const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** What the program of trees logs of the leaf at a place: what it says now, and the change. */
function logged(place: number, owner: string, sequence: number): string[] {
  const leaf = getLeafSchemaSerializer().serialize({
    ...{ __kind: 'V1', id: publicKey(address), owner: publicKey(owner), delegate: publicKey(owner), nonce: place },
    ...{ dataHash: hash(7), creatorHash: hash(8) },
  })
  const change = Buffer.alloc(38 + 36 + 12)
  change.set(base58.decode(tree), 2)
  change.writeUInt32LE(1, 34)
  change.writeBigUInt64LE(BigInt(sequence), 74)
  change.writeUInt32LE(place, 82)
  return [Buffer.from([1, 0, 0, 0, 0, 0, 1, 0, ...leaf]), change].map((bytes) => base58.encode(bytes))
}

function transaction(signature: string, data: Uint8Array, logs: readonly string[]) {
  return {
    slot: 1,
    meta: {
      ...{ err: null, fee: 5_000, preBalances: [1], postBalances: [1] },
      innerInstructions: [{ index: 0, instructions: logs.map((data) => ({ programIdIndex: 2, accounts: [0], data })) }],
    },
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: [payer, String(MPL_BUBBLEGUM_PROGRAM_ID), logWrapper, tree, collection],
        instructions: [
          { programIdIndex: 1, accounts: [3, 0, 0, 3, 0, 0, 0, 0, 4], data: base58.encode(Uint8Array.from(data)) },
        ],
      },
    },
  }
}

const minted = transaction('minted', mint?.data ?? new Uint8Array(), logged(0, ann, 1))
const moved = transaction('moved', transfer, logged(0, bob, 2))

/** The leaves that a node tells of. @param listed newest first, as pages @param kept transactions that it has */
async function leavesBy(listed: readonly (readonly string[])[], kept: readonly (typeof minted)[]) {
  const pages = [...listed]
  const answer = (method: string, [asked]: readonly unknown[]): unknown =>
    method === 'getSignaturesForAddress'
      ? (pages.shift() ?? []).map((signature) => ({ signature, err: null }))
      : (kept.find((one) => one.transaction.signatures[0] === asked) ?? null)
  const node: SolanaRpc = {
    call: async (method, params, schema) => schema.parse(answer(method, params)),
    many: async <Schema extends z.ZodType>(method: string, params: readonly (readonly unknown[])[], schema: Schema) =>
      params.map((one) => schema.parse(answer(method, one))),
  }
  const none = () => {
    throw new Error('nothing else is asked for')
  }
  const client = treesClient({
    ...{ rpc: async () => node, treasury: none, instructions: none, treeConfig: none, named: none, charge: none },
    measures: new Map(),
  })
  return client.leavesFrom(tree, 0)
}

const asMinted = {
  ...{ place: 0, address, owner: ann, payer, txHash: 'minted' },
  dataHash: Buffer.from(hash(7)).toString('hex'),
  creatorHash: Buffer.from(hash(8)).toString('hex'),
}

it('a leaf is as it was minted, whatever was done to it since', async () => {
  expect(await leavesBy([['moved', 'minted']], [minted, moved])).toEqual([asMinted])
})

it('a leaf is not known by what was done to it, where the node has forgotten who it was minted for', async () => {
  expect(await leavesBy([['moved', 'minted']], [moved])).toEqual([])
  expect(await leavesBy([['moved']], [moved])).toEqual([])
})

it('the transactions of a tree are read until a page is empty, since a node may answer with fewer than it was asked for', async () => {
  expect(await leavesBy([['moved'], ['minted']], [minted, moved])).toEqual([asMinted])
})

it('a node that begins anew each time is not asked for ever', async () => {
  const page = ['moved', 'minted']
  await expect(leavesBy([page, page, page], [minted, moved])).rejects.toMatchObject({ code: 'network.incomplete' })
})
