import { base58 } from '@scure/base'
import type { KnownLeaf, LeafContext } from '../../family/trees.ts'
import { nodeOf } from './changes.ts'
import { emptyLeaf, provedIn } from './merkle.ts'

/**
 * The places of a tree whose leaves the proof of `place` is computed from: the canopy holds all nodes above them on chain.
 * @returns `from` inclusive, `to` exclusive
 */
export function partOf(
  { depth, canopy }: { depth: number; canopy: number },
  place: number,
): { from: number; to: number } {
  const size = 2 ** (depth - canopy)
  const from = Math.floor(place / size) * size
  return { from, to: from + size }
}

/**
 * The proof that a transaction brings for a leaf: base58 nodes, lowest first, without those of the canopy. `around` must hold all leaves of the
 * leaf's part (`partOf`).
 * @param core the Core collection's address for a tree of Bubblegum V2; else null
 */
export function proofOf({ depth, canopy, leaf, around }: LeafContext, core: string | null = null): string[] {
  const { from } = partOf({ depth, canopy }, leaf.place)
  const nodes = new Map(around.map((one) => [one.place - from, nodeOf(one, core)]))
  return provedIn(depth - canopy, nodes, leaf.place - from).proof.map((node) => base58.encode(node))
}

/** The root of a tree, computed from all its leaves. */
export function rootOf(depth: number, leaves: readonly KnownLeaf[], core: string | null = null): Uint8Array {
  return provedIn(depth, new Map(leaves.map((leaf) => [leaf.place, nodeOf(leaf, core)])), 0).top
}

/** Whether the leaf's place was emptied: the token was burnt. */
export function isGone({ node }: Pick<KnownLeaf, 'node'>): boolean {
  return node !== null && Buffer.from(node, 'hex').equals(emptyLeaf)
}

/**
 * Sent as the root of each proof. The program finds no such root in its log, so it applies all logged changes (64) to the proof. So a proof is
 * valid while others change the tree, before and after it was computed, and the tree need not be read.
 */
export const anyRoot: Uint8Array = emptyLeaf
