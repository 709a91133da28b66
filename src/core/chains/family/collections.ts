import type { ChainCall } from './call.ts'

/** Facts of a collection that decide its contract's address and its deployment. They never change after creation. */
export interface CollectionFacts {
  projectIndex: number
  id: string
  name: string
  symbol: string
  contractUri: string
  /** For families that write it on chain; absent: none. */
  description?: string
  contractKind: string
  /** What new collections are made with is `contractVersion` (contract-features.ts). */
  contractVersion: number
  /** 0: no limit. The limit at creation. */
  supplyLimit: number
  /** What strangers may buy from the start; null: nothing. */
  sale: Sale | null
}

/** What strangers may buy. */
export interface Sale {
  /** The coin's smallest unit for one token, as a decimal string. */
  price: string
  payee: string
  /** How many; null: as many as there may ever be. */
  supply: number | null
}

/** What a collection's own metadata says beside its name; '' for what it leaves out. */
export interface ShownOfCollection {
  description: string
  imageUrl: string
  bannerUrl: string
  /** A page about it. */
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
  /** `uri`: where the metadata is that says it. */
  | { kind: 'set-metadata'; uri: string; shown: ShownOfCollection }
  /** To an owner who asked for it on chain (`handover`); minters stay minters. */
  | { kind: 'hand-over'; to: string }
)

export interface CollectionCounters {
  /** Tokens ever minted; ids run from 1 to this. */
  minted: number
  batches: number
  /** Of those, bought by strangers. */
  purchased: number
  /** Tokens that strangers can still buy. */
  saleLeft: number
}

/** What can be changed of a collection, as its contract has it. */
export interface ContractSettings {
  supplyLimit: number | null
  /** `supply`: what can still be bought. */
  sale: Sale | null
  royalty: { receiver: string; basisPoints: number } | null
  baseUri: string | null
  transferable: boolean
}

/** What a contract says of itself to whoever does not know it. */
export interface PublishedContract {
  /** Where its own metadata is (ERC-7572). */
  contractUri: string
  interfaces: { name: string; supported: boolean }[]
}

/** Tokens whose numbers follow each other. */
export interface TokenRange {
  firstTokenId: number
  quantity: number
}

/** A batch as the chain remembers it. */
export interface ChainBatch {
  /** 0x-hex digest of the metadata folder; '' for batches of URIs. */
  folder: string
  firstTokenId: number
  recipients: readonly string[]
  /** The transaction that minted it; '' when it cannot be found. */
  txHash: string
  /** The block of that transaction; null when it cannot be found. Later batches are in no earlier one. */
  block: number | null
}

/** A collection that a factory of ours made for an account. */
export interface MadeCollection {
  contract: string
  creator: string
  /** The block that it came with. */
  block: number
  /** What it was made from; without its id, which the chain does not tell. */
  facts: Omit<CollectionFacts, 'id' | 'projectIndex'>
}

/** What a new owner does on chain to ask for a collection. */
export type Acceptance =
  /** Calls the contract: a function without arguments, and its data. */
  | { kind: 'call'; contract: string; name: string; data: string }
  /** Pays exactly so much, in the coin's smallest unit, as a decimal string. */
  | { kind: 'payment'; to: string; amount: string }

/** A collection is given to another owner in two steps: who gets it asks for it on chain, then the owner agrees. */
export interface HandoverClient {
  /** Why a collection of this kind cannot be given away, in a sentence; null: it can. */
  impossible(contractKind: string): string | null
  acceptance(contract: string, by: string, projectIndex: number): Acceptance
  /** Until when what somebody asked for can be agreed to, milliseconds since 1970; null: they did not ask, or it is too late. */
  askedUntil(contract: string, by: string, projectIndex: number): Promise<number | null>
}

/** A token as it was minted. */
export interface MintedToken {
  tokenId: number
  recipient: string
  uri: string
  txHash: string
  /** The block of that transaction; null when it cannot be found. Later tokens are in no earlier one. */
  block: number | null
}

/**
 * What is asked of collections of ours, and of their contracts where they have one. `since`: a block before which nothing of what is asked for
 * can have happened; events are looked for from there.
 */
export interface CollectionsClient {
  /** Where a collection's contract is or will be; needs no network. */
  contractAddress(facts: CollectionFacts): string
  /**
   * Calls that bring a collection's contract into being and can go out together now; empty when it is there. Asked again after they settled.
   * @param price most that they are signed for, a unit of weight
   * @throws Refusal `nameTaken` where another collection, which differs from what is asked for, stands in its place for ever
   */
  deploymentCalls(facts: CollectionFacts, price?: bigint): Promise<ChainCall[]>
  /** The first token id of a job, or 0; as the contract has it at `block`, at the head where absent. */
  job(contract: string, jobId: string, block?: number): Promise<number>
  /** All as they stand at one block: this one, or the head. */
  counters(contract: string, block?: number): Promise<CollectionCounters>
  /** Who owns a collection: who may do what its minters may not. Absent where that is the treasury always. */
  owner?(contract: string): Promise<string>
  /** What wallets and markets ask it for. Absent where collections are no contracts of ours. */
  published?(contract: string, copies: boolean): Promise<PublishedContract>
  /** Absent where a collection cannot be given to another owner without its minter losing the right to mint. */
  readonly handover?: HandoverClient
  /** As they stand at one block. */
  settings(contract: string): Promise<ContractSettings>
  /** Everything that was bought of a collection, oldest first. */
  purchases(contract: string, since: number): Promise<TokenRange[]>
  /** The tokens of the first `count` batches, in their order. */
  batchRanges(contract: string, count: number): Promise<TokenRange[]>
  chainBatch(contract: string, index: number, since: number): Promise<ChainBatch>
  /** The batch that a token was minted in; null for one that was minted alone. */
  batchOfToken(contract: string, tokenId: number, since: number): Promise<ChainBatch | null>
  /** Collections that were made for these accounts in the blocks from..to; those of a kind that this version does not know are left out. @throws RangeRefused */
  madeCollections(creators: readonly string[], from: number, to: number): Promise<MadeCollection[]>
  /** Tokens as they were minted, with their URIs of now ('' for burnt ones), in the order given. */
  mintedTokens(contract: string, tokenIds: readonly number[], since: number): Promise<MintedToken[]>
  /** Hash of the transaction that minted a token; '' when it cannot be found. */
  mintTransaction(contract: string, tokenId: number, since: number): Promise<string>
  /** Current owner of a token, or null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}
