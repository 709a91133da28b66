import type { TreeSize } from '../../family/trees.ts'

/** Depths that the compression program allows, each with its smallest buffer; a tree of depth d holds 2^d NFTs. */
const depths: readonly (readonly [depth: number, buffer: number])[] = [
  [5, 8],
  [14, 64],
  [15, 64],
  [16, 64],
  [17, 64],
  [18, 64],
  [19, 64],
  [20, 64],
]

/**
 * Nodes of a proof that a transfer must bring itself; the canopy holds the others on chain. Ours: with six or seven, a transfer fits into one
 * transaction and leaves room for a marketplace's own accounts.
 */
const provedByShallow = 6
const provedByDeep = 7
const deep = 15

/** The smallest tree that holds this many NFTs, or the largest there is. */
export function treeFor(mints: number): TreeSize {
  const [depth, buffer] = depths.find(([depth]) => 2 ** depth >= mints) ?? [20, 64]
  const canopy = Math.max(0, depth - (depth < deep ? provedByShallow : provedByDeep))
  return { depth, buffer, canopy, capacity: 2 ** depth }
}

/** Bytes of a tree's account: header, log of changes for concurrent proofs, rightmost path, canopy. */
export function treeBytes({ depth, buffer, canopy }: TreeSize): number {
  const change = 32 + 32 * depth + 8
  return 2 + 54 + (24 + buffer * change + 32 * depth + 40) + 32 * Math.max(2 ** (canopy + 1) - 2, 0)
}
