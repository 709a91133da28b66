/** A contract that all collections of a family share: the same code at the same address on each network. */
export interface SharedContract {
  /** Its name in the source: `Collection721`. */
  name: string
  address: string
  /** The file in `resources/contracts/submissions` that holds its source. */
  submission: string
}

/** Contracts whose source can be submitted to explorers. */
export interface SharedContractsClient {
  /** The EIP-155 chain id, for explorers. */
  readonly chainId: number
  readonly list: readonly SharedContract[]
  /** Whether there is code at the address now. */
  isDeployed(contract: SharedContract): Promise<boolean>
}
