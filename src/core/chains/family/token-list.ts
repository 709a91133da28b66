/** A token of a collection of ours, as the transaction that minted it tells. */
export interface ListedToken {
  /** Its number in its collection, from 1. */
  tokenId: number
  /** The token's own address. */
  address: string
  recipient: string
  name: string
  /** As it was minted. */
  uri: string
  txHash: string
}

/**
 * What is asked of families whose collections count their tokens on chain, where no contract knows our jobs: the count proves that the
 * journal holds all that was minted, and the creator's own transactions tell what it lacks. Nobody but its creator mints into such a collection.
 */
export interface TokenListClient {
  /** How many tokens were ever minted into a collection, burnt ones too. */
  minted(collection: string): Promise<number>
  /**
   * All tokens that its creator ever minted into a collection, by number.
   * @throws CoreError `network.incomplete` when the node does not keep all of the creator's transactions
   */
  tokensOf(collection: string, creator: string): Promise<ListedToken[]>
  /**
   * The tokens of a collection that these transactions minted.
   * @throws CoreError `network.incomplete` when the node does not keep one of them
   */
  tokensIn(collection: string, hashes: readonly string[]): Promise<ListedToken[]>
}
