import type { CollectionFacts, ContractSettings } from './collections.ts'
import type { TokenTexts } from './tokens.ts'
import type { Leaf, LeafChange, TreeSize } from './trees.ts'

/** A collection as the chain has it now, of whoever made it. */
export interface CollectionNow {
  contract: string
  /** Who may change it. */
  authority: string
  /** Who may mint into it besides; null: it keeps no such list. */
  delegates: readonly string[] | null
  /** `symbol`: null where the chain keeps none. */
  facts: Omit<CollectionFacts, 'id' | 'projectIndex' | 'symbol'> & { symbol: string | null }
  settings: ContractSettings
  /** Whether the chain keeps the supply limit; else nobody but the lost database knew it. */
  limitKept: boolean
  /** NFTs that the collection itself counts; `inTrees`: compressed ones among them, else burnt ones are not. */
  counted: { nfts: number; inTrees: boolean }
}

/** A token as its transaction minted it. */
export interface TokenMinted {
  collection: string
  address: string
  /** Its number here (`mints.token_id`). */
  tokenId: number
  recipient: string
  texts: TokenTexts
}

/** A leaf as its transaction put it into a tree. */
export interface LeafMinted {
  tree: string
  leaf: Leaf
  /** Its collection and what stands on chain of it; null where the transaction does not tell. */
  minted: { collection: string; texts: TokenTexts } | null
}

/** What one transaction did to collections, tokens and trees. */
export interface HistoryEntry {
  hash: string
  /** Who paid for it. */
  payer: string
  /** Collections that it made. */
  collections: string[]
  tokens: TokenMinted[]
  leaves: LeafMinted[]
  /** Every change of a tree; mints are among them. */
  changes: { tree: string; change: LeafChange }[]
  /** What stands on chain of a leaf since. */
  updates: { tree: string; place: number; texts: TokenTexts }[]
  /** Tokens that are accounts of which it changed what stands on chain; null: it does not tell of which. */
  rewritten: string[] | null
  /** Tokens that are accounts and were minted before, as it moved them; where the chain does not tell by itself what a wallet holds. */
  moved: { token: string; from: string; to: string }[]
}

/** A page of an account's transactions. */
export interface HistoryPage {
  /** Of those that succeeded, newest first. */
  hashes: string[]
  /** The newest of the page, whether it succeeded or not; null: there is none. */
  newest: string | null
  /** Where the next page goes on; null: there is no more. */
  next: string | null
}

/** What is asked of families in which the transactions of the account that made collections and tokens tell of them, so that they are found without a database. */
export interface HistoryClient {
  /** An account's transactions, newest first, as far as they are final. @param after a page's `next`; null: from the newest on */
  list(account: string, after: string | null): Promise<HistoryPage>
  /**
   * What these transactions did, in the order asked.
   * @throws CoreError `network.incomplete` when the node lists a transaction that it does not keep
   */
  read(hashes: readonly string[]): Promise<HistoryEntry[]>
  /** A collection as it is now; null where there is none. */
  collection(contract: string): Promise<CollectionNow | null>
  /** What stands on chain now of tokens that are accounts, in the order asked; null: nothing any more. */
  textsOf(addresses: readonly string[]): Promise<(TokenTexts | null)[]>
  /** Which of these trees an account made, and how large they are, in the order asked; null for the others. */
  treesMadeBy(maker: string, trees: readonly string[]): Promise<(TreeSize | null)[]>
}
