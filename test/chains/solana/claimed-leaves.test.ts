import { findLeafAssetIdPda, findTreeConfigPda, mplBubblegum } from '@metaplex-foundation/mpl-bubblegum'
import { publicKey } from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { ClaimedLeaf } from '../../../src/core/chains/family/assets.ts'
import { compressionProgram } from '../../../src/core/chains/solana/instructions/instructions.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { claimedNode } from '../../../src/core/chains/solana/trees/changes.ts'
import { provedLeaves } from '../../../src/core/chains/solana/trees/claimed-leaves.ts'
import { nodeAbove } from '../../../src/core/chains/solana/trees/merkle.ts'

const umi = createUmi('http://127.0.0.1').use(mplBubblegum())
const key = (n: number) => base58.encode(new Uint8Array(32).fill(n))
const tree = key(1)
const authority = String(findTreeConfigPda(umi, { merkleTree: publicKey(tree) })[0])
const hex = (node: Uint8Array) => Buffer.from(node).toString('hex')

/** A leaf at a place of a tree of two places, with no proof yet. */
const leaf = (place: number, owner: string): ClaimedLeaf => ({
  ...{ tree, place, owner, delegate: null, more: null, proof: [] },
  ...{ dataHash: '11'.repeat(32), creatorHash: '22'.repeat(32) },
  address: String(findLeafAssetIdPda(umi, { merkleTree: publicKey(tree), leafIndex: place })[0]),
})
const [first, second, moved] = [leaf(0, key(5)), leaf(1, key(6)), leaf(1, key(7))].map(
  (one) => [one, claimedNode(one)] as const,
) as [Told, Told, Told]
type Told = readonly [ClaimedLeaf, Uint8Array]
const proved = ([claim]: Told, [, beside]: Told): ClaimedLeaf => ({ ...claim, proof: [hex(beside)] })

/** The account of a tree of depth 1 that keeps two changes: the newest lies before the one that it follows. */
function account(by: string, changes: readonly { root: Uint8Array; place: number }[]): Buffer {
  const data = Buffer.alloc(80 + 2 * 72)
  data[0] = 1
  data.writeUInt32LE(2, 2)
  data.writeUInt32LE(1, 6)
  data.set(base58.decode(by), 10)
  data.writeBigUInt64LE(BigInt(changes.length), 56)
  data.writeBigUInt64LE(BigInt(changes.length % 2), 64)
  data.writeBigUInt64LE(2n, 72)
  for (const [number, { root, place }] of changes.entries()) {
    const at = 80 + ((number + 1) % 2) * 72
    data.set(root, at)
    data.writeUInt32LE(place, at + 64)
  }
  return data
}

function node(data: Buffer, owner = compressionProgram) {
  const asked: string[] = []
  const read = (options: unknown) => {
    const { offset, length } = (options as { dataSlice: { offset: number; length: number } }).dataSlice
    asked.push(`${length} bytes`)
    return { lamports: 1, owner, data: [data.subarray(offset, offset + length).toString('base64'), 'base64'] }
  }
  const answer = (method: string, [, options]: readonly unknown[]) => ({
    context: { slot: 1 },
    value: method === 'getMultipleAccounts' ? [read(options)] : read(options),
  })
  const rpc: SolanaRpc = {
    call: async (method, params, schema) => schema.parse(answer(method, params)),
    many: async (method, all, schema) => all.map((params) => schema.parse(answer(method, params))),
  }
  return { rpc, asked }
}

const before = { root: nodeAbove(first[1], second[1]), place: 1 }
const after = { root: nodeAbove(first[1], moved[1]), place: 1 }
const changes = [{ root: nodeAbove(first[1], new Uint8Array(32)), place: 0 }, before, after]

describe('leaves that somebody tells of', () => {
  it('are proved by the newest root, with 112 bytes of the tree', async () => {
    const { rpc, asked } = node(account(authority, changes))
    expect(await provedLeaves(rpc, [proved(moved, first), proved(first, moved)])).toEqual([3, 3])
    expect(asked).toEqual(['80 bytes', '32 bytes'])
  })

  it('are proved by a root before it, unless they were changed since, or the tree keeps it no more', async () => {
    const { rpc } = node(account(authority, changes))
    const old = { ...first[0], proof: ['00'.repeat(32)] }
    expect(await provedLeaves(rpc, [proved(first, second), proved(second, first), old])).toEqual([3, null, null])
  })

  it('are nothing in trees that are not Bubblegum’s, whatever these hold', async () => {
    for (const { rpc } of [node(account(key(9), changes)), node(account(authority, changes), key(9))])
      expect(await provedLeaves(rpc, [proved(moved, first)])).toEqual([null])
  })
})
