/** What a collection's contract may be able to do beside minting and a supply limit at creation. */
export type ContractFeature =
  | 'update'
  | 'supply-limit'
  | 'royalties'
  | 'payments'
  | 'base-uri'
  | 'transferable'
  | 'metadata'
  | 'transfer-by-signature'

/** A kind of contract, or of a standard that collections follow. */
export interface CollectionKind {
  readonly name: string
  /** What the API calls tokens of it. */
  readonly standard: string
  /** As a person chooses it; null: it is not chosen, it follows from what is minted. */
  readonly choice: { readonly label: string; readonly about: string; readonly perMint: MintCost } | null
  readonly features: readonly ContractFeature[]
  /** Whether its tokens are compressed into trees, as long as nobody asks otherwise. */
  readonly compressed: boolean
  /** Whether each collection has a contract of its own, which is never changed; else it is a record of a program that all have in common. */
  readonly ownContract: boolean
}

/** What one mint costs, before there is anything to estimate. */
export type MintCost =
  /** Units of weight, in a batch of 200, to addresses that hold nothing yet, the transaction's own share included. */
  | {
      readonly weight: number
      /** What is charged beside the weight, in the coin's smallest unit; absent: nothing. */
      readonly beside?: number
    }
  /** The coin's smallest unit: compressed, without a tree's rent, and as an account of its own. */
  | { readonly compressed: number; readonly account: number; readonly symbol: string; readonly decimals: number }
