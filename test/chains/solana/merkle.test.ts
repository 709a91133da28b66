import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KnownLeaf } from '../../../src/core/chains/family/trees.ts'
import { emptyAt, nodeAbove, provedIn } from '../../../src/core/chains/solana/trees/merkle.ts'
import { isGone, partOf, proofOf, rootOf } from '../../../src/core/chains/solana/trees/proofs.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const hash = (text: string) => keccak_256(Buffer.from(text))

/** Every node of a tree, the plain way: all places, empty ones too. */
function levelsOf(depth: number, leaves: ReadonlyMap<number, Uint8Array>): Uint8Array[][] {
  const levels = [Array.from({ length: 2 ** depth }, (_, place) => leaves.get(place) ?? new Uint8Array(32))]
  for (let level = 0; level < depth; level++) {
    const below = levels[level] ?? []
    levels.push(
      Array.from({ length: below.length / 2 }, (_, at) =>
        keccak_256(Buffer.concat([below[at * 2] ?? new Uint8Array(32), below[at * 2 + 1] ?? new Uint8Array(32)])),
      ),
    )
  }
  return levels
}

const leaf = (place: number, node: string | null = null): KnownLeaf => ({
  ...{ place, node, delegate: null },
  ...{ address: solanaRecipientOf(place), owner: solanaRecipientOf(1000 + place) },
  ...{ dataHash: Buffer.from(hash(`d${place}`)).toString('hex'), creatorHash: '00'.repeat(32) },
})

const trees = fc.integer({ min: 1, max: 7 }).chain((depth) =>
  fc.record({
    depth: fc.constant(depth),
    places: fc.uniqueArray(fc.integer({ min: 0, max: 2 ** depth - 1 }), { minLength: 1, maxLength: 2 ** depth }),
    canopy: fc.integer({ min: 0, max: depth }),
    proved: fc.nat(),
  }),
)

describe('proofs of leaves', () => {
  it('come to the same root and the same siblings as every node of the tree computed', () => {
    fc.assert(
      fc.property(trees, ({ depth, places, proved }) => {
        const leaves = new Map(places.map((place) => [place, hash(String(place))]))
        const levels = levelsOf(depth, leaves)
        const place = places[proved % places.length] ?? 0
        const { top, proof } = provedIn(depth, leaves, place)
        expect(Buffer.from(top)).toEqual(Buffer.from(levels[depth]?.[0] ?? []))
        for (const [level, node] of proof.entries())
          expect(Buffer.from(node)).toEqual(Buffer.from(levels[level]?.[(place >> level) ^ 1] ?? []))
      }),
    )
  })

  it('need the leaves of their part alone, and with the canopy above come to the root of all', () => {
    fc.assert(
      fc.property(trees, ({ depth, places, canopy, proved }) => {
        // What was burnt is in the tree as nothing.
        const all = places.map((place, at) => leaf(place, at % 5 === 4 ? '00'.repeat(32) : null))
        const one = all[proved % all.length] ?? leaf(0)
        const { from, to } = partOf({ depth, canopy }, one.place)
        const around = all.filter(({ place }) => place >= from && place < to)
        const proof = proofOf({ tree: solanaRecipientOf(1), depth, canopy, leaf: one, around })
        expect(proof).toHaveLength(depth - canopy)
        const root = rootOf(depth, all)
        const levels = levelsOf(depth, new Map(all.map((known) => [known.place, nodeIn(known)])))
        let node = nodeIn(one)
        for (const [level, sibling] of proof.entries()) {
          const other = base58.decode(sibling)
          node = (one.place >> level) % 2 === 0 ? nodeAbove(node, other) : nodeAbove(other, node)
        }
        for (let level = proof.length; level < depth; level++) {
          const sibling = levels[level]?.[(one.place >> level) ^ 1] ?? new Uint8Array(32)
          node = (one.place >> level) % 2 === 0 ? nodeAbove(node, sibling) : nodeAbove(sibling, node)
        }
        expect(Buffer.from(node)).toEqual(Buffer.from(root))
      }),
    )
  })

  it('of an empty tree is the root of nothing', () => {
    expect(rootOf(14, [])).toEqual(emptyAt(14))
    expect(isGone(leaf(1))).toBe(false)
    expect(isGone(leaf(1, '00'.repeat(32)))).toBe(true)
  })
})

/** What lies in the tree for a leaf: the lowest sibling of the place beside it. */
function nodeIn(known: KnownLeaf): Uint8Array {
  const tree = { tree: solanaRecipientOf(1), depth: 7, canopy: 6 }
  const [node = ''] = proofOf({ ...tree, leaf: leaf(known.place ^ 1), around: [known] })
  return base58.decode(node)
}
