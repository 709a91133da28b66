/** A contract that all collections of a family share: the same code at the same address on each network. */
export interface SharedContract {
  /** As its source names it: `Collection721`. */
  name: string
  address: string
  /** The file in `resources/contracts/submissions` that holds its source. */
  submission: string
}

/** What explorers can be told of a network's contracts. */
export interface SharedContractsClient {
  /** EIP-155, by which explorers know the network. */
  readonly chainId: number
  readonly list: readonly SharedContract[]
  /** Whether code lies at the address now. */
  isDeployed(contract: SharedContract): Promise<boolean>
}
