import type { ChainCall } from './call.ts'
import type { CollectionFacts } from './collections.ts'
import type { OwnTokensClient } from './own-tokens.ts'
import type { NewToken } from './tokens.ts'

/** How large a tree of tokens is made. */
export interface TreeSize {
  depth: number
  buffer: number
  canopy: number
  /** Most tokens it can ever hold. */
  capacity: number
}

/** A token of a tree as its minting told it; all that a proof of it needs. Hashes in hex. */
export interface Leaf {
  /** Its place in the tree, from 0. */
  place: number
  /** The token's own address. */
  address: string
  owner: string
  dataHash: string
  creatorHash: string
}

/** A leaf as it is now, as far as the journal knows. */
export interface KnownLeaf extends Leaf {
  /** Who may move it in its owner's place; null: nobody else. */
  delegate: string | null
  /** What lies in the tree at its place, in hex; null: as it was minted, which its other fields tell. Zeros: nothing, it is gone. */
  node: string | null
}

/** A leaf and what a proof of it is computed from. */
export interface LeafContext {
  /** The tree's address. */
  tree: string
  depth: number
  canopy: number
  leaf: KnownLeaf
  /** All known leaves (`leaf` among them) of the part of the tree whose top the canopy holds on chain: `TreesClient.partOf`. */
  around: readonly KnownLeaf[]
}

/** A change of a leaf, as a transaction told it. */
export interface LeafChange {
  place: number
  /** Its number among the changes of its tree: later ones have higher ones. */
  sequence: number
  /** See `KnownLeaf`. */
  node: string
  /** What the leaf says since; null where that was not told, as when it was burnt. */
  says: { owner: string; delegate: string | null; dataHash: string; creatorHash: string } | null
}

/** Changes of a tree that were read back from the chain. */
export interface TreeHistory {
  /** In no order. */
  changes: LeafChange[]
  /** The newest transaction that was read, or passed over; null: there was none, or there are more than were to be read. */
  newest: string | null
}

/** A leaf of a tree that was read back from the chain, and the transaction that put it there. */
export interface FoundLeaf extends Leaf {
  txHash: string
  /** Who paid for that transaction. */
  payer: string
}

/** What is asked of families whose tokens can be compressed into trees. */
export interface TreesClient extends OwnTokensClient {
  /** The smallest tree that holds so many. */
  treeFor(tokens: number): TreeSize
  treeAddress(projectIndex: number, collectionId: string, ordinal: number): string
  /** The call that makes a tree; null when it is there. */
  treeCall(facts: CollectionFacts, ordinal: number, size: TreeSize): Promise<ChainCall | null>
  /** How large a tree of ours is on chain. @throws when there is none */
  sizeOf(tree: string): Promise<TreeSize>
  /** How many tokens were ever minted into each of these trees, as far as it is final. */
  minted(trees: readonly string[]): Promise<number[]>
  /** The tokens of a tree from a place on, read from its transactions; fewer where the node's history does not reach. */
  leavesFrom(tree: string, place: number): Promise<FoundLeaf[]>
  /** The places whose leaves a proof of this one is computed from: from, and to without its end. */
  partOf(tree: { depth: number; canopy: number }, place: number): { from: number; to: number }
  /**
   * What was changed in a tree after a transaction (null: ever), as far as it is final. Of the transactions that `passOver` answers nothing
   * is read. `pagesAtMost`: of a thousand transactions each.
   * @throws CoreError `network.incomplete` when the node lists a transaction that it does not keep
   */
  historyOf(
    tree: string,
    after: string | null,
    passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
    pagesAtMost?: number,
  ): Promise<TreeHistory>
  /** Whether there is nothing at this place any more: it was burnt. */
  isGone(leaf: Pick<KnownLeaf, 'node'>): boolean
  /** The id of the token at a place of a tree. */
  tokenId(ordinal: number, place: number): number
  /** The other way round. */
  placeOf(tokenId: number): { ordinal: number; place: number }
  /** What a token's leaf says of it: tells whose leaf it is. Hex. */
  dataHash(contractKind: string, contract: string, token: NewToken): string
}
