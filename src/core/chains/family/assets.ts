import type { Leaf } from './trees.ts'

/** A token with an address of its own, as the chain has it; anybody may have made it. */
export interface ChainAsset {
  address: string
  name: string
  /** '' where there is none. */
  uri: string
  /** The collection's address; null where no collection confirms it. */
  collection: string | null
  /** The holder, where the token's own account names it; null: only `heldBy` says who holds it. */
  holder: string | null
}

/** A leaf of any tree as a provider claims it to be, with its Merkle proof. Hashes and nodes in hex. */
export interface ClaimedLeaf extends Leaf {
  tree: string
  /** See `KnownLeaf`. */
  delegate: string | null
  /** The further fields of a Bubblegum V2 leaf; null: the leaf is of V1. */
  more: { collectionHash: string; assetDataHash: string; flags: number } | null
  /** The sibling nodes on the path to the root, lowest first. */
  proof: readonly string[]
}

/** Reads tokens, in families whose tokens have addresses of their own. */
export interface AssetsClient {
  /** Whether `heldBy` returns everything except tokens in trees. */
  readonly whole: boolean
  /** Ours: tokens outside the page that one answer may look at (`described`): some chains read many in one call, others one a call. */
  readonly lookedBeside: number
  /** Addresses of the tokens of which an account holds one unit now, NFTs among them; without tokens in trees. */
  heldBy(holder: string): Promise<string[]>
  /** The tokens at these addresses, in the order asked; null for what is no NFT. */
  described(addresses: readonly string[]): Promise<(ChainAsset | null)[]>
  /** The cached answer of `described` for one address; undefined where there is none. */
  knownAs(address: string): ChainAsset | null | undefined
  /** The names of collections, in the order asked; '' where the chain has none. */
  collectionNames(collections: readonly string[]): Promise<string[]>
  /** How often each of these trees has been changed so far; null for what is no tree of NFTs. */
  treeChanges(trees: readonly string[]): Promise<(number | null)[]>
  /**
   * Proves by the trees' roots on chain that these leaves are in their trees now.
   * @returns how often the leaf's tree had been changed then (`treeChanges`); null where the leaf is not proved
   */
  proved(claims: readonly ClaimedLeaf[]): Promise<(number | null)[]>
}
