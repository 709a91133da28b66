/** Optional abilities of a collection's contract, besides minting and a supply limit at creation. */
export type ContractFeature =
  | 'update'
  | 'supply-limit'
  | 'royalties'
  | 'payments'
  | 'base-uri'
  | 'transferable'
  | 'metadata'
  | 'transfer-by-signature'

/** A kind of contract, or a standard that collections follow. */
export interface CollectionKind {
  readonly name: string
  /** The API's name for the token standard. */
  readonly standard: string
  /** How it is presented for choice; null: nobody chooses it, it follows from what is minted. */
  readonly choice: { readonly label: string; readonly about: string; readonly perMint: MintCost } | null
  readonly features: readonly ContractFeature[]
  /** Whether its tokens are compressed into trees by default. */
  readonly compressed: boolean
  /** Whether each collection has a contract of its own, which never changes; otherwise it is an account or object of a shared program. */
  readonly ownContract: boolean
}

/** The typical cost of one mint, for use before an estimate is possible. */
export type MintCost =
  /** Units of weight, including a share of the transaction's own, in a batch of 200 (Aptos: 30) to addresses that hold nothing yet. */
  | {
      readonly weight: number
      /** What is charged on top of the weight, in the coin's smallest unit; absent: nothing. */
      readonly beside?: number
    }
  /** In the coin's smallest unit: compressed, without the tree's rent, and with an account of its own. */
  | { readonly compressed: number; readonly account: number; readonly symbol: string; readonly decimals: number }
