import type { ChainCall } from './call.ts'

/** The facts that determine the address and the deployment of a collection's contract. They never change after creation. */
export interface CollectionFacts {
  projectIndex: number
  id: string
  name: string
  symbol: string
  contractUri: string
  /** Only for families that write it on chain; absent: none. */
  description?: string
  contractKind: string
  /** New collections get `contractVersion` (contract-features.ts). */
  contractVersion: number
  /** 0: no limit. The limit at creation. */
  supplyLimit: number
  /** What is for sale to anyone from the start; null: nothing. */
  sale: Sale | null
}

/** What of a collection is for sale to anyone. */
export interface Sale {
  /** For one token, in the coin's smallest unit, as a decimal string. */
  price: string
  payee: string
  /** Tokens for sale; null: as many as there can ever be. */
  supply: number | null
}

/** A collection's own metadata without its name; '' for what it leaves out. */
export interface ShownOfCollection {
  description: string
  imageUrl: string
  bannerUrl: string
  /** A web page about the collection. */
  link: string
}

/** A change of a collection that takes a transaction of its own. */
export type CollectionChange = { contract: string } & (
  | { kind: 'set-supply-limit' /** null: none */; supplyLimit: number | null }
  | { kind: 'set-payments' /** null: nothing is for sale */; sale: Sale | null }
  | { kind: 'set-royalty' /** null: none */; royalty: { receiver: string; basisPoints: number } | null }
  /** `uri` without a slash at its end. */
  | { kind: 'set-base-uri'; uri: string }
  | { kind: 'set-transferable'; transferable: boolean }
  /** `uri`: where the metadata is that holds `shown`. */
  | { kind: 'set-metadata'; uri: string; shown: ShownOfCollection }
  /** To an owner who requested it on chain (`handover`); minters stay minters. */
  | { kind: 'hand-over'; to: string }
)

export interface CollectionCounters {
  /** Tokens ever minted; ids run from 1 to this. */
  minted: number
  batches: number
  /** Of `minted`: tokens that were bought. */
  purchased: number
  /** Tokens that can still be bought. */
  saleLeft: number
}

/** The changeable settings of a collection, as its contract has them. */
export interface ContractSettings {
  supplyLimit: number | null
  /** `supply`: tokens that can still be bought. */
  sale: Sale | null
  royalty: { receiver: string; basisPoints: number } | null
  baseUri: string | null
  transferable: boolean
}

/** What a contract publishes about itself for wallets and markets. */
export interface PublishedContract {
  /** Where the contract's own metadata is (ERC-7572). */
  contractUri: string
  interfaces: { name: string; supported: boolean }[]
}

/** Tokens with consecutive numbers. */
export interface TokenRange {
  firstTokenId: number
  quantity: number
}

/** A batch as the chain has it. */
export interface ChainBatch {
  /** 0x-hex digest of the metadata folder; '' for batches with one URI per token. */
  folder: string
  firstTokenId: number
  recipients: readonly string[]
  /** The transaction that minted it; '' when it cannot be found. */
  txHash: string
  /** The block of that transaction; null when it cannot be found. Never earlier than that of a previous batch. */
  block: number | null
}

/** A collection that a factory of ours made for an account. */
export interface MadeCollection {
  contract: string
  creator: string
  /** The block in which it was made. */
  block: number
  /** The facts that it was made with; without its id, which is not on chain. */
  facts: Omit<CollectionFacts, 'id' | 'projectIndex'>
}

/** What a new owner does on chain to request a collection. */
export type Acceptance =
  /** Calls a function of the contract without arguments: its name and the call data. */
  | { kind: 'call'; contract: string; name: string; data: string }
  /** Pays exactly this amount, in the coin's smallest unit, as a decimal string. */
  | { kind: 'payment'; to: string; amount: string }

/** A collection changes owner in two steps: the new owner requests it on chain, then the old owner confirms. */
export interface HandoverClient {
  /** Why a collection of this kind cannot get another owner, in a sentence; null: it can. */
  impossible(contractKind: string): string | null
  acceptance(contract: string, by: string, projectIndex: number): Acceptance
  /** Until when the request of `by` can be confirmed, milliseconds since 1970; null: there is none, or it has expired. */
  askedUntil(contract: string, by: string, projectIndex: number): Promise<number | null>
}

/** A token as it was minted. */
export interface MintedToken {
  tokenId: number
  recipient: string
  uri: string
  txHash: string
  /** The block of that transaction; null when it cannot be found. Never earlier than that of a previous token. */
  block: number | null
}

/**
 * Reads collections of ours, and their contracts where they have one. `since`: the block from which events are searched; nothing of what is
 * asked for can have happened before it.
 */
export interface CollectionsClient {
  /** Where a collection's contract is or will be; needs no network. */
  contractAddress(facts: CollectionFacts): string
  /**
   * The calls that can be sent together now to make a collection's contract; empty when it exists. The caller asks again after they settled.
   * @param price the most that they will be signed for, per unit of weight
   * @throws Refusal `nameTaken` where a different collection occupies the address for ever
   */
  deploymentCalls(facts: CollectionFacts, price?: bigint): Promise<ChainCall[]>
  /** The first token id of a job, or 0; at `block`, or at the head where absent. */
  job(contract: string, jobId: string, block?: number): Promise<number>
  /** All counters, read at the same block: this one, or the head. */
  counters(contract: string, block?: number): Promise<CollectionCounters>
  /** The owner of a collection, who may do more than its minters. Absent where the treasury always is the owner. */
  owner?(contract: string): Promise<string>
  /** What wallets and markets read of it. Absent where collections are no contracts of ours. */
  published?(contract: string, copies: boolean): Promise<PublishedContract>
  /** Absent where another owner would take the right to mint from the minter. */
  readonly handover?: HandoverClient
  /** All settings, read at the same block. */
  settings(contract: string): Promise<ContractSettings>
  /** All purchases from a collection, oldest first. */
  purchases(contract: string, since: number): Promise<TokenRange[]>
  /** The tokens of each of the first `count` batches, in order. */
  batchRanges(contract: string, count: number): Promise<TokenRange[]>
  chainBatch(contract: string, index: number, since: number): Promise<ChainBatch>
  /** The batch in which a token was minted; null for a token that was minted alone. */
  batchOfToken(contract: string, tokenId: number, since: number): Promise<ChainBatch | null>
  /** Collections that were made for these accounts in the blocks from..to, without kinds unknown to this version. @throws RangeRefused */
  madeCollections(creators: readonly string[], from: number, to: number): Promise<MadeCollection[]>
  /** Tokens as they were minted, but with their current URIs ('' for burnt ones), in the order given. */
  mintedTokens(contract: string, tokenIds: readonly number[], since: number): Promise<MintedToken[]>
  /** Hash of the transaction that minted a token; '' when it cannot be found. */
  mintTransaction(contract: string, tokenId: number, since: number): Promise<string>
  /** Current owner of a token, or null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}
