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

/** What is asked of families whose tokens have addresses of their own. */
export interface AssetsClient {
  /** Whether `heldBy` knows all but what lies in trees. */
  readonly whole: boolean
  /** Addresses of what an account holds one unit of now, NFTs among them; what lies in trees is not known here. */
  heldBy(holder: string): Promise<string[]>
  /** What these are, in the order asked; null for what is no NFT. */
  described(addresses: readonly string[]): Promise<(ChainAsset | null)[]>
  /** What collections call themselves, in the order asked; '' where nothing says so. */
  collectionNames(collections: readonly string[]): Promise<string[]>
}
