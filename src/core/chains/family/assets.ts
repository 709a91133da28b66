import type { Leaf } from './trees.ts'

/** A token with an address of its own, of whoever made it, as the chain has it. */
export interface ChainAsset {
  address: string
  name: string
  /** '' where there is none. */
  uri: string
  /** The collection's address; null: none that says so too. */
  collection: string | null
  /** Who holds it, where its own account says that; null: `heldBy` alone tells. */
  holder: string | null
}

/** A leaf of anybody's tree as somebody says that it is, and what proves it. Hashes and nodes in hex. */
export interface ClaimedLeaf extends Leaf {
  tree: string
  /** See `KnownLeaf`. */
  delegate: string | null
  /** What a leaf of Bubblegum V2 says beside; null: it is one of V1. */
  more: { collectionHash: string; assetDataHash: string; flags: number } | null
  /** The nodes beside the way up to the root, from the lowest on. */
  proof: readonly string[]
}

/** What is asked of families whose tokens have addresses of their own. */
export interface AssetsClient {
  /** Whether `heldBy` knows all but what lies in trees. */
  readonly whole: boolean
  /** Ours: how many beside those of a page are looked at for one answer (`described`), which some chains answer together and others one by one. */
  readonly lookedBeside: number
  /** Addresses of what an account holds one unit of now, NFTs among them; what lies in trees is not known here. */
  heldBy(holder: string): Promise<string[]>
  /** What these are, in the order asked; null for what is no NFT. */
  described(addresses: readonly string[]): Promise<(ChainAsset | null)[]>
  /** The same of one as it was found lately, without asking; undefined where it is to be asked for. */
  knownAs(address: string): ChainAsset | null | undefined
  /** What collections call themselves, in the order asked; '' where nothing says so. */
  collectionNames(collections: readonly string[]): Promise<string[]>
  /** How often each of these trees was changed by now; null for what is no tree of NFTs. */
  treeChanges(trees: readonly string[]): Promise<(number | null)[]>
  /**
   * Whether these lie in their trees now, by the roots that the trees have on chain: how often the tree was changed by then (`treeChanges`);
   * null where it is not proved.
   */
  proved(claims: readonly ClaimedLeaf[]): Promise<(number | null)[]>
}
