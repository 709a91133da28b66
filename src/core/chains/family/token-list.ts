/** A token of a collection of ours, read from the transaction that minted it. */
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
 * For families whose collections count their tokens on chain, but record no jobs: the count proves that the journal has all mints, and the
 * creator's own transactions show those that it lacks. Only the creator can mint into such a collection.
 */
export interface TokenListClient {
  /** How many tokens were ever minted into a collection, burnt ones included. */
  minted(collection: string): Promise<number>
  /**
   * All tokens that its creator ever minted into a collection, by number.
   * @throws CoreError `network.incomplete` when the node does not have all of the creator's transactions
   */
  tokensOf(collection: string, creator: string): Promise<ListedToken[]>
  /**
   * The tokens of a collection that these transactions minted.
   * @throws CoreError `network.incomplete` when the node lacks one of the transactions
   */
  tokensIn(collection: string, hashes: readonly string[]): Promise<ListedToken[]>
}
