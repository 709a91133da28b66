import type { CollectionFacts, ContractSettings } from './collections.ts'
import type { TokenTexts } from './tokens.ts'
import type { Leaf, LeafChange, TreeSize } from './trees.ts'

/** A collection as the chain has it now; anybody may have made it. */
export interface CollectionNow {
  contract: string
  /** Who may change it. */
  authority: string
  /** Who else may mint into it; null: the collection keeps no such list. */
  delegates: readonly string[] | null
  /** `symbol`: null where it is not on chain. */
  facts: Omit<CollectionFacts, 'id' | 'projectIndex' | 'symbol'> & { symbol: string | null }
  settings: ContractSettings
  /** Whether the supply limit is on chain; else only the lost database knew it. */
  limitKept: boolean
  /** The collection's own count of its NFTs. `inTrees`: it includes compressed NFTs; otherwise it leaves out burnt ones. */
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
  /** Its collection and its texts on chain; null where the transaction does not contain them. */
  minted: { collection: string; texts: TokenTexts } | null
}

/** What one transaction did to collections, tokens and trees. */
export interface HistoryEntry {
  hash: string
  /** The fee payer. */
  payer: string
  /** Collections that the transaction made. */
  collections: string[]
  tokens: TokenMinted[]
  leaves: LeafMinted[]
  /** Every change of a tree, mints included. */
  changes: { tree: string; change: LeafChange }[]
  /** New texts of leaves. */
  updates: { tree: string; place: number; texts: TokenTexts }[]
  /** Uncompressed tokens whose texts it changed; null: the transaction does not say which. */
  rewritten: string[] | null
  /** Moves of uncompressed tokens minted before it; only where the chain itself has no list of what a wallet holds. */
  moved: { token: string; from: string; to: string }[]
}

/** A page of an account's transactions. */
export interface HistoryPage {
  /** Hashes of the transactions that succeeded, newest first. */
  hashes: string[]
  /** The newest transaction of the page, whether it succeeded or not; null: there is none. */
  newest: string | null
  /** The cursor of the next page; null: there is none. */
  next: string | null
}

/** Finds collections and tokens without a database, in families where they can be read from the transactions of their maker's account. */
export interface HistoryClient {
  /** An account's final transactions, newest first. @param after a page's `next`; null: from the newest on */
  list(account: string, after: string | null): Promise<HistoryPage>
  /**
   * What these transactions did, in the order asked.
   * @throws CoreError `network.incomplete` when the node lists a transaction that it does not have
   */
  read(hashes: readonly string[]): Promise<HistoryEntry[]>
  /** A collection as it is now; null where there is none. */
  collection(contract: string): Promise<CollectionNow | null>
  /** The current texts on chain of uncompressed tokens, in the order asked; null: the token is gone. */
  textsOf(addresses: readonly string[]): Promise<(TokenTexts | null)[]>
  /** The sizes of those of these trees that an account made, in the order asked; null for the others. */
  treesMadeBy(maker: string, trees: readonly string[]): Promise<(TreeSize | null)[]>
}
