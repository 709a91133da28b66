/** Units of one template for one recipient. */
export interface Copies {
  recipient: string
  tokenId: number
  amount: number
}

/** What a template is on its contract. */
export interface TemplateDefinition {
  tokenId: number
  /** '' where the contract's base URI says where its metadata is. */
  uri: string
  /** 0: no limit. */
  limit: number
}

/** What is asked of semi-fungible collections. Their batches have numbers, from 1, in place of first token ids. */
export interface CopiesClient {
  /** Most that minting these in one batch may weigh, roughly: `prepare` says exactly. */
  weight(copies: number, definitions: readonly TemplateDefinition[]): bigint
  /**
   * A batch as the chain remembers it, with the transaction that minted it ('') and its block (null when it cannot be found).
   * @param since a block before which it was not minted
   */
  batch(
    contract: string,
    number: number,
    since: number,
  ): Promise<{ folder: string; txHash: string; block: number | null }>
  /**
   * What a batch minted, in its order, by the events of its transaction.
   * @throws CoreError `network.incomplete` when the node does not keep that transaction, or not whole
   */
  items(contract: string, number: number, since: number): Promise<Copies[]>
  /** What the contract says of these templates now, in the order asked. */
  definitions(contract: string, tokenIds: readonly number[]): Promise<TemplateDefinition[]>
  /** How many units of a token an address holds now. */
  balance(contract: string, address: string, tokenId: number): Promise<bigint>
}
