/** Units of one template for one recipient. */
export interface Copies {
  recipient: string
  tokenId: number
  amount: number
}

/** A template as its contract defines it. */
export interface TemplateDefinition {
  tokenId: number
  /** '' where the metadata is under the contract's base URI. */
  uri: string
  /** 0: no limit. */
  limit: number
}

/** Reads semi-fungible collections. Their batches have numbers, from 1, instead of first token ids. */
export interface CopiesClient {
  /** A rough upper bound of the weight of minting these in one batch; `prepare` returns the exact weight. */
  weight(copies: number, definitions: readonly TemplateDefinition[]): bigint
  /**
   * A batch as the chain has it, with the transaction that minted it and its block ('' and null when it cannot be found).
   * @param since a block before which the batch was not minted
   */
  batch(
    contract: string,
    number: number,
    since: number,
  ): Promise<{ folder: string; txHash: string; block: number | null }>
  /**
   * The copies that a batch minted, in order, read from the events of its transaction.
   * @throws CoreError `network.incomplete` when the node lacks that transaction or some of its events
   */
  items(contract: string, number: number, since: number): Promise<Copies[]>
  /** The current definitions of these templates on the contract, in the order asked. */
  definitions(contract: string, tokenIds: readonly number[]): Promise<TemplateDefinition[]>
  /** How many units of a token an address holds now. */
  balance(contract: string, address: string, tokenId: number): Promise<bigint>
}
