import { base58 } from '@scure/base'
import type { KnownLeaf, LeafContext } from '../../family/trees.ts'
import { nodeOf } from './changes.ts'
import { emptyLeaf, provedIn } from './merkle.ts'

/**
 * The places of a tree whose leaves a proof is computed from: its canopy has all that lies above them on chain.
 * @returns from, and to without its end
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
 * The nodes that a transaction brings for a leaf, base58, from the lowest on; those of the canopy are left out.
 * `around`: all leaves of its part (`partOf`) that there are
 * @param core the Core collection's address, where the tree is of Bubblegum V2; else null
 */
export function proofOf({ depth, canopy, leaf, around }: LeafContext, core: string | null = null): string[] {
  const { from } = partOf({ depth, canopy }, leaf.place)
  const nodes = new Map(around.map((one) => [one.place - from, nodeOf(one, core)]))
  return provedIn(depth - canopy, nodes, leaf.place - from).proof.map((node) => base58.encode(node))
}

/** The root of a tree, of all its leaves. */
export function rootOf(depth: number, leaves: readonly KnownLeaf[], core: string | null = null): Uint8Array {
  return provedIn(depth, new Map(leaves.map((leaf) => [leaf.place, nodeOf(leaf, core)])), 0).top
}

/** Whether nothing lies at its place any more. */
export function isGone({ node }: Pick<KnownLeaf, 'node'>): boolean {
  return node !== null && Buffer.from(node, 'hex').equals(emptyLeaf)
}

/**
 * Named in place of a root: the program knows none like it, and then applies all changes that it keeps (64) to a proof. So a proof is good
 * while others change the tree, before and after it was made, without the tree being read.
 */
export const anyRoot: Uint8Array = emptyLeaf
