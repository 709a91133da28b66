import type { ChainCall } from './call.ts'
import type { CollectionFacts } from './collections.ts'
import type { OwnTokensClient } from './own-tokens.ts'
import type { NewToken } from './tokens.ts'

/** The size of a tree of tokens. */
export interface TreeSize {
  depth: number
  buffer: number
  canopy: number
  /** Most tokens that it can ever hold. */
  capacity: number
}

/** A token of a tree, as its minting transaction describes it; all data that a proof needs. Hashes in hex. */
export interface Leaf {
  /** Its place in the tree, from 0. */
  place: number
  /** The token's own address. */
  address: string
  owner: string
  dataHash: string
  creatorHash: string
}

/** The current state of a leaf, as far as the journal knows it. */
export interface KnownLeaf extends Leaf {
  /** Who else may move it; null: only its owner. */
  delegate: string | null
  /** The hash in the tree at its place, in hex. Null: as minted, so that it follows from the other fields. Zeros: the leaf is gone. */
  node: string | null
}

/** A leaf with the data from which its proof is computed. */
export interface LeafContext {
  /** The tree's address. */
  tree: string
  depth: number
  canopy: number
  leaf: KnownLeaf
  /** All known leaves (`leaf` among them) of the subtree whose root the canopy keeps on chain: `TreesClient.partOf`. */
  around: readonly KnownLeaf[]
}

/** A change of a leaf, read from a transaction. */
export interface LeafChange {
  place: number
  /** Its number among the changes of its tree: later changes have higher numbers. */
  sequence: number
  /** See `KnownLeaf`. */
  node: string
  /** The new fields of the leaf; null where the transaction does not contain them, as in a burn. */
  says: { owner: string; delegate: string | null; dataHash: string; creatorHash: string } | null
}

/** Changes of a tree that were read back from the chain. */
export interface TreeHistory {
  /** In no order. */
  changes: LeafChange[]
  /** The newest transaction read or passed over; null: none, or more than `pagesAtMost` allows. */
  newest: string | null
}

/** A leaf of a tree that was read back from the chain, and the transaction that put it there. */
export interface FoundLeaf extends Leaf {
  txHash: string
  /** The fee payer of that transaction. */
  payer: string
}

/** For families whose tokens can be compressed into trees. */
export interface TreesClient extends OwnTokensClient {
  /** The smallest tree that holds this many tokens. */
  treeFor(tokens: number): TreeSize
  treeAddress(projectIndex: number, collectionId: string, ordinal: number): string
  /** The call that makes a tree; null when the tree exists. */
  treeCall(facts: CollectionFacts, ordinal: number, size: TreeSize): Promise<ChainCall | null>
  /** The size of a tree of ours on chain. @throws when it does not exist */
  sizeOf(tree: string): Promise<TreeSize>
  /** How many tokens were ever minted into each of these trees, at the last final block. */
  minted(trees: readonly string[]): Promise<number[]>
  /** The tokens of a tree from a place on, read from its transactions; fewer where the node's history does not reach back. */
  leavesFrom(tree: string, place: number): Promise<FoundLeaf[]>
  /** The places of the leaves from which a proof of this one is computed: `from` inclusive, `to` exclusive. */
  partOf(tree: { depth: number; canopy: number }, place: number): { from: number; to: number }
  /**
   * The final changes of a tree after a transaction (null: all). The transactions that `passOver` returns are not read. `pagesAtMost`: pages
   * of a thousand transactions each.
   * @throws CoreError `network.incomplete` when the node lists a transaction that it does not have
   */
  historyOf(
    tree: string,
    after: string | null,
    passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
    pagesAtMost?: number,
  ): Promise<TreeHistory>
  /** Whether the place is empty again, because the token was burnt. */
  isGone(leaf: Pick<KnownLeaf, 'node'>): boolean
  /** The id of the token at a place of a tree. */
  tokenId(ordinal: number, place: number): number
  /** The inverse of `tokenId`. */
  placeOf(tokenId: number): { ordinal: number; place: number }
  /** The data hash of a token's leaf, which identifies the token. Hex. */
  dataHash(contractKind: string, contract: string, token: NewToken): string
}
