import { keccak_256 } from '@noble/hashes/sha3'

/** The node of a place that was never filled, or was emptied by a burn. */
export const emptyLeaf: Uint8Array = new Uint8Array(32)

/** Ours: more levels than any tree of account compression has. */
const levelsAtMost = 31
const empties: readonly Uint8Array[] = emptyNodes(levelsAtMost)

/** The parent of two nodes. */
export function nodeAbove(left: Uint8Array, right: Uint8Array): Uint8Array {
  return keccak_256(Buffer.concat([left, right]))
}

/**
 * The top node of a part of a tree, and the proof of one of its places: the siblings on the way up, lowest first.
 * @param height levels from the leaves to the top; the part has 2^height places
 * @param leaves by place within the part, from 0; absent places are empty
 * @param place the place to prove
 */
export function provedIn(
  height: number,
  leaves: ReadonlyMap<number, Uint8Array>,
  place: number,
): { top: Uint8Array; proof: Uint8Array[] } {
  const proof: Uint8Array[] = []
  let nodes = leaves
  for (let level = 0, at = place; level < height; level++, at = Math.floor(at / 2)) {
    const empty = emptyAt(level)
    proof.push(nodes.get(at % 2 === 0 ? at + 1 : at - 1) ?? empty)
    const above = new Map<number, Uint8Array>()
    for (const index of nodes.keys()) {
      const parent = Math.floor(index / 2)
      if (above.has(parent)) continue
      above.set(parent, nodeAbove(nodes.get(parent * 2) ?? empty, nodes.get(parent * 2 + 1) ?? empty))
    }
    nodes = above
  }
  return { top: nodes.get(0) ?? emptyAt(height), proof }
}

/** The root that a proof (siblings, lowest first) leads to from the node at a place. */
export function rootOver(node: Uint8Array, proof: readonly Uint8Array[], place: number): Uint8Array {
  return proof.reduce(
    (below, beside, level) =>
      Math.floor(place / 2 ** level) % 2 === 0 ? nodeAbove(below, beside) : nodeAbove(beside, below),
    node,
  )
}

/** The top node of 2^level empty places. */
export function emptyAt(level: number): Uint8Array {
  const node = empties[level]
  if (!node) throw new Error(`a tree of ${level} levels`)
  return node
}

function emptyNodes(levels: number): Uint8Array[] {
  const nodes = [emptyLeaf]
  for (let level = 0; level < levels; level++) {
    const below = nodes[level] ?? emptyLeaf
    nodes.push(nodeAbove(below, below))
  }
  return nodes
}
