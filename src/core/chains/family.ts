/**
 * What the minting engine, the API and the window ask of a chain. A family (evm, solana, aptos) implements `ChainClient` once; a
 * client belongs to one network (`practice:polygon`). The engine knows no family by name, and a family knows no database.
 */
import type { ChainName } from '../../shared/chains.ts'
import type { CoreError } from '../errors.ts'

/** Facts of a collection that decide its contract's address and its deployment. They never change after creation. */
export interface CollectionFacts {
  projectIndex: number
  id: string
  name: string
  symbol: string
  contractUri: string
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

/** A change of a collection that takes a transaction of its own. */
export type CollectionChange = { contract: string } & (
  | { kind: 'set-supply-limit' /** null: none */; supplyLimit: number | null }
  | { kind: 'set-payments' /** null: nothing is for sale */; sale: Sale | null }
  | { kind: 'set-royalty' /** null: none */; royalty: { receiver: string; basisPoints: number } | null }
  /** `uri` without a slash at its end. */
  | { kind: 'set-base-uri'; uri: string }
  | { kind: 'set-transferable'; transferable: boolean }
)

/** Who a wallet of the project is derived for; null: the treasury itself. */
export type WalletOwner = { kind: 'email' | 'userId'; user: string } | null

/** One thing to be done on a chain, in terms every family understands. */
export type Work =
  | {
      kind: 'mint-batch'
      contract: string
      jobId: string
      folder: string
      recipients: readonly string[]
      sorted: boolean
      /** The folder is there to be read back; the collection's base URI says where the tokens' metadata is. */
      base?: boolean
    }
  | { kind: 'mint-uris'; contract: string; jobId: string; recipients: readonly string[]; uris: readonly string[] }
  /** `uri` '': under the collection's base URI. */
  | { kind: 'mint-single'; contract: string; jobId: string; recipient: string; uri: string }
  /** Tokens with a URI of their own each, into a tree; without one there is one token, an account of its own that follows from its job. */
  | {
      kind: 'mint-tokens'
      contract: string
      /** The collection's (contract-features.ts). */
      contractKind: string
      jobId: string
      tree: { ordinal: number; address: string } | null
      tokens: readonly NewToken[]
    }
  /** Copies of templates, all of them or none; `definitions` are those that may be new to the contract. */
  | {
      kind: 'mint-copies'
      contract: string
      jobId: string
      /** 0x-hex digest of the folder that names the mints. */
      folder: string
      copies: readonly Copies[]
      definitions: readonly TemplateDefinition[]
    }
  /** Most units of a template ever to be minted; 0: no limit. */
  | { kind: 'limit-template'; contract: string; tokenId: number; limit: number }
  /** `name`: only where it stands on chain beside the URI (`own`). */
  | { kind: 'update'; contract: string; tokenId: number; uri: string; name?: string; own?: OwnToken }
  /** With the holder's signature, once for each job. `quantity`: units, as a decimal string; only of copies (ERC-1155). */
  | {
      kind: 'burn'
      contract: string
      jobId: string
      tokenId: number
      quantity?: string
      holder: string
      owner: WalletOwner
      own?: OwnToken
    }
  | Transfer
  /** Brings an account coin from the treasury, so that it can send a transaction of its own. `amount`: smallest unit, as a decimal string. */
  | { kind: 'fund'; account: string; amount: string }
  | CollectionChange
  /** Does nothing: takes a sequence of the treasury, or with an owner of that wallet, so that those behind it can go on. */
  | { kind: 'fill'; owner?: WalletOwner }

/**
 * Moves an NFT out of a wallet of the project, once for each job. `by` says whose transaction it is: the `treasury`'s, which pays, the
 * holder only signing; or the `holder`'s own, which needs coin for it (`fund`).
 */
export interface Transfer {
  kind: 'transfer'
  by: 'treasury' | 'holder'
  jobId: string
  /** The token contract; on Solana the mint (`tokenId` is '' then). */
  contract: string
  /** A whole number of any size, in decimal digits. */
  tokenId: string
  standard: TokenStandard
  /** Units, as a decimal string; '1' of what there is one of only. */
  quantity: string
  holder: string
  owner: WalletOwner
  to: string
  /** Absent where it is no token of ours. */
  own?: OwnToken
}

/**
 * A token of ours with an address of its own, as the journal knows it. The engine adds it to work on such a token each time it is prepared;
 * it is never kept with the work.
 */
export interface OwnToken {
  address: string
  /** Its collection's contract, and what kind that is of. */
  collection: string
  contractKind: string
  /** What stands on chain of it. */
  texts: TokenTexts
  /** Where it lies in a tree; null: it is an account of its own. */
  spot: TreeSpot | null
}

/** A leaf and what a proof of it is computed from. */
export interface TreeSpot {
  /** The tree's address. */
  tree: string
  depth: number
  canopy: number
  leaf: KnownLeaf
  /** All known leaves (`leaf` among them) of the part of the tree whose top the canopy holds on chain: `TreesClient.partOf`. */
  around: readonly KnownLeaf[]
}

export type TokenStandard = TokenKind | 'solana'

/** What stands on chain of a token. */
export interface TokenTexts {
  name: string
  symbol: string
  uri: string
}

/** A token as it is to stand on chain. */
export interface NewToken extends TokenTexts {
  recipient: string
}

/** How large a tree of tokens is made. */
export interface TreeSize {
  depth: number
  buffer: number
  canopy: number
  /** Most tokens it can ever hold. */
  capacity: number
}

/** A token of a tree as its minting told it; all that a proof of it needs. Hashes in hex. */
export interface Leaf {
  /** Its place in the tree, from 0. */
  place: number
  /** The token's own address. */
  address: string
  owner: string
  dataHash: string
  creatorHash: string
}

/** A leaf as it is now, as far as the journal knows. */
export interface KnownLeaf extends Leaf {
  /** Who may move it in its owner's place; null: nobody else. */
  delegate: string | null
  /** What lies in the tree at its place, in hex; null: as it was minted, which its other fields tell. Zeros: nothing, it is gone. */
  node: string | null
}

/** A change of a leaf, as a transaction told it. */
export interface LeafChange {
  place: number
  /** Its number among the changes of its tree: later ones have higher ones. */
  sequence: number
  /** See `KnownLeaf`. */
  node: string
  /** What the leaf says since; null where that was not told, as when it was burnt. */
  says: { owner: string; delegate: string | null; dataHash: string; creatorHash: string } | null
}

/** Changes of a tree that were read back from the chain. */
export interface TreeHistory {
  /** In no order. */
  changes: LeafChange[]
  /** The newest transaction that was read, or passed over; null: there was none, or there are more than were to be read. */
  newest: string | null
}

/** A leaf of a tree that was read back from the chain, and the transaction that put it there. */
export interface FoundLeaf extends Leaf {
  txHash: string
}

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

/** A call ready to be signed: opaque to the engine but for its weight. Kept in the journal as JSON. */
export interface ChainCall {
  to: string | null
  /** 0x-hex */
  data: string
  /** Smallest unit of the coin, as a decimal string. */
  value: string
  /** Upper bound of what it may use of a block (EVM: gas limit), as a decimal string. */
  weight: string
  /** The most it costs beside its weight (OP stack: the data fee), smallest unit, as a decimal string; absent: nothing. */
  extra?: string
  /** The wallet of the project that signs it: in the treasury's place, or where a family has several signers, beside it. */
  owner?: WalletOwner
  /** Names of further keys that must sign, in the family's terms. */
  signers?: readonly string[]
}

/** Price of a unit of weight, in the coin's smallest unit. */
export interface Fee {
  max: bigint
  priority: bigint
  /** The network has no base fee: `max` is paid whole. */
  legacy?: boolean
}

/** What a unit of weight costs now: `base` is what everybody pays, so about `base + priority` is paid; `max` is the ceiling signed. */
export interface Fees {
  base: bigint
  low: Fee
  expected: Fee
  high: Fee
}

/** Mints that would go out together: with metadata of ours, or each with a hosted URI like this one. */
export type BatchShape = (
  | { kind: 'batch'; size: number }
  | { kind: 'uris'; size: number; uri: string }
  /** A token that is an account of its own, where others lie in trees, with a URI like this one. */
  | { kind: 'account'; size: 1; uri: string }
) & {
  /** Of copies: how many templates they are of, and how many of those no batch before it defined; absent: each is of one of its own. */
  templates?: { all: number; fresh: number }
}

/** What something costs: units of weight, and what is charged beside them, expected and at most, in the coin's smallest unit. */
export interface Cost {
  weight: bigint
  extra: bigint
  extraAtMost: bigint
}

/** What transactions would use if they were sent now, one after the other. */
export interface Rehearsal {
  /** One for each transaction that a collection's contract still needs; empty when it is there. */
  deployment: Cost[]
  /** One for each batch, in the order given. */
  batches: Cost[]
}

export interface SignedAttempt {
  hash: string
  /** 0x-hex of the signed bytes. */
  raw: `0x${string}`
  fee: Fee
  /** The last head at which it can still be included; absent where its sequence alone decides. */
  validUntil?: number
}

/** What the network said to a send. Only `rejected` means that these bytes will not be included as things stand. */
export type SendAnswer =
  | { kind: 'accepted' }
  /** The network has them already, or has included something with this sequence: look. */
  | { kind: 'known' }
  | { kind: 'sequence-used' }
  | { kind: 'underpriced' }
  | { kind: 'insufficient-funds'; message: string }
  | { kind: 'rate-limited'; retryAfterMs?: number }
  | { kind: 'rejected'; message: string }
  /** No answer, or one that says nothing: the bytes may or may not be there. */
  | { kind: 'unclear'; message: string }

export interface Receipt {
  hash: string
  blockNumber: number
  blockHash: string
  ok: boolean
  /** Units of weight used. */
  used: bigint
  /** Smallest unit of the coin, everything included. */
  fee: bigint
  /** Whether it cannot be taken back any more, where the network says so itself; absent: its confirmations tell. */
  final?: boolean
  /** The family's own receipt, for `outcome`. */
  detail: unknown
}

/** What a block holds. */
export interface BlockContent {
  hash: string
  transactions: readonly string[]
}

export interface Head {
  number: number
  hash: string
}

/** What a settled piece of work came to. */
export type Outcome =
  /** `addresses`: of tokens that have addresses of their own, by place; `leaves`: of those in a tree. */
  | { kind: 'minted'; firstTokenId: number; addresses?: readonly string[]; leaves?: readonly Leaf[] }
  /** The contract knows the job already: read `job` to learn which tokens it made. */
  | { kind: 'already-minted'; firstTokenId: number; addresses?: readonly string[] }
  /** `changes`: what became of leaves of a tree. */
  | { kind: 'done'; changes?: { tree: string; leaves: readonly LeafChange[] } }
  /**
   * `token.stale`: what the journal knows of a token, or of those around it, is not what is on the chain: its tree is to be read again.
   * `place`: of the one mint of the batch that was refused, where it is known; the others can be minted without it. */
  | { kind: 'failed'; code: string; message: string; place?: number }

/** Thrown by `prepare` when the chain says that the call would fail. */
export class Refusal extends Error {
  readonly outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>
  constructor(outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>) {
    super(outcome.kind === 'failed' ? outcome.message : 'already minted')
    this.name = 'Refusal'
    this.outcome = outcome
  }
}

/** A batch as the chain remembers it. */
export interface ChainBatch {
  /** 0x-hex digest of the metadata folder; '' for batches of URIs. */
  folder: string
  firstTokenId: number
  recipients: readonly string[]
  /** The transaction that minted it. */
  txHash: string
}

/** A collection that a factory of ours made for an account. */
export interface MadeCollection {
  contract: string
  creator: string
  /** What it was made from; without its id, which the chain does not tell. */
  facts: Omit<CollectionFacts, 'id' | 'projectIndex'>
}

/** A token as it was minted. */
export interface MintedToken {
  tokenId: number
  recipient: string
  uri: string
  txHash: string
}

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

/** Tokens that were bought together. */
export interface Purchase {
  firstTokenId: number
  quantity: number
}

export interface Limits {
  /** Most a transaction may weigh. */
  weightPerTransaction: bigint
  /** Most that one signer keeps in flight. */
  weightInFlight: bigint
  transactionsInFlight: number
  /** Most mints in one batch. */
  mintsPerBatch: number
  /** Most tokens of a collection in batches whose order is free; further ones are sorted by recipient. */
  unsortedPerCollection: number
  /** The next transaction goes out only after the last one was accepted. */
  inOrder?: boolean
}

/** What one signer may have in flight. */
export interface InFlight {
  weight: bigint
  transactions: number
}

/** What is asked of semi-fungible collections. Their batches have numbers, from 1, in place of first token ids. */
export interface CopiesClient {
  /** Most that minting these in one batch may weigh, roughly: `prepare` says exactly. */
  weight(copies: number, definitions: readonly TemplateDefinition[]): bigint
  /** A batch as the chain remembers it. */
  batch(contract: string, number: number): Promise<{ folder: string; txHash: string }>
  /**
   * What a batch minted, in its order, by the events of its transaction.
   * @throws CoreError `network.incomplete` when the node does not keep that transaction, or not whole
   */
  items(contract: string, number: number): Promise<Copies[]>
  /** What the contract says of these templates now, in the order asked. */
  definitions(contract: string, tokenIds: readonly number[]): Promise<TemplateDefinition[]>
  /** How many units of a token an address holds now. */
  balance(contract: string, address: string, tokenId: number): Promise<bigint>
}

export type TokenKind = 'erc-721' | 'erc-1155'

/** A token of any contract, ours or a stranger's. */
export interface TokenRef {
  contract: string
  /** A whole number in decimal digits, up to 2^256 - 1. */
  tokenId: string
  /** Where it is known: the contract is then asked about that alone. */
  standard?: TokenKind | undefined
}

/** What an address holds of a token. */
export interface HeldToken {
  /** Null: what is there is no contract of NFTs, or nothing is there. */
  standard: TokenKind | null
  /** Units held now; of erc-721 1n or 0n. */
  quantity: bigint
}

/** Whose transfers are looked for: to and from an address, of all contracts; or of these contracts, whoever's. */
export type TransferFilter = { holder: string } | { contracts: readonly string[] }

/** A token that went from one address to another, as an event says. Addresses in lower case. */
export interface TokenMove {
  contract: string
  tokenId: string
  standard: TokenKind
  from: string
  to: string
  block: number
}

/** A node does not look through so many blocks at once: ask for fewer. */
export class RangeRefused extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'RangeRefused'
  }
}

/** What is asked of contracts that anybody may have written. One answer for each, in the order asked. */
export interface TokensClient {
  /** Transfers in the blocks from..to, in the order of the chain. @throws RangeRefused */
  transfers(filter: TransferFilter, from: number, to: number): Promise<TokenMove[]>
  /** Hash of a block; null where there is none (yet, or any more). */
  blockHash(block: number): Promise<string | null>
  /** Who holds each of these tokens now, in their order; null where there is none (any more). Many are asked for together. */
  owners(contract: string, tokenIds: readonly number[]): Promise<(string | null)[]>
  /** What the address holds now, by `ownerOf` or `balanceOf`. */
  held(holder: string, tokens: readonly TokenRef[]): Promise<HeldToken[]>
  /** `tokenURI` or `uri` as they stand (`{id}` as it is); null where the contract has none to give. */
  uris(tokens: readonly (TokenRef & { standard: TokenKind })[]): Promise<(string | null)[]>
  /** `name()`; null where the contract has none. */
  names(contracts: readonly string[]): Promise<(string | null)[]>
}

/** A token with an address of its own, of whoever made it, as the chain has it. */
export interface ChainAsset {
  address: string
  name: string
  /** '' where there is none. */
  uri: string
  /** The collection's address; null: none that says so too. */
  collection: string | null
  /** Who holds it, where its own account says that; null: `heldBy` alone tells. */
  holder: string | null
}

/** What is asked of families whose tokens have addresses of their own. */
export interface AssetsClient {
  /** Whether `heldBy` knows all but what lies in trees. */
  readonly whole: boolean
  /** Addresses of what an account holds one unit of now, NFTs among them; what lies in trees is not known here. */
  heldBy(holder: string): Promise<string[]>
  /** What these are, in the order asked; null for what is no NFT. */
  described(addresses: readonly string[]): Promise<(ChainAsset | null)[]>
  /** What collections call themselves, in the order asked; '' where nothing says so. */
  collectionNames(collections: readonly string[]): Promise<string[]>
}

/** What is at an address, asked before anything is moved out of a wallet. */
export type TokenStanding =
  | { kind: 'no-contract' }
  /** There is a contract, but none of a standard that can be moved here. */
  | { kind: 'no-nft' }
  /** `held`: units of the token that the account has now; 0 too where there is no such token. */
  | { kind: 'nft'; standard: TokenStandard; held: bigint }

/** NFTs of any contract, strangers' too. */
export interface TransferClient {
  /** Whether the holder of what is of no contract of ours must send the transaction (EVM); else the treasury can, and the holder signs. */
  readonly holderSends: boolean
  /** What is at a contract's address, and how much of the token an account holds now. */
  standing(contract: string, tokenId: string, holder: string): Promise<TokenStanding>
  /**
   * The transaction by which the holder's account made this transfer, known by its job; null when none did. Undefined where it cannot be
   * told (any more). Asked only of holders that send transfers themselves, where something used their accounts that the journal does not
   * know: under these sequences, at or before `block`.
   */
  madeBy(work: Transfer, sequences: readonly number[], block: number): Promise<string | null | undefined>
}

/** What is asked of families whose transactions have no sequence on the chain: each is good for a while, and never after it. */
export interface ExpiryClient {
  /** Heads for which signed bytes are good at most. */
  readonly lifetime: number
  /** Heads after which the same bytes are sent again while they are in no block; absent: the journal's own patience. */
  readonly resendAfter?: number
  /**
   * Whether none of these transactions is in any block, nor can be: asked of the same node that said how far the chain is, in all of its
   * history. @throws when the node cannot tell
   */
  gone(hashes: readonly string[]): Promise<boolean>
}

/** What is asked of families that mint tokens with a URI of their own each, as many in a transaction as its bytes hold. */
export interface TreesClient {
  /** Most bytes (not characters) of what stands on chain of a token. */
  readonly longest: { name: number; symbol: number; uri: number }
  /** How many of these, from the first on, go into one transaction; at least one. */
  fit(facts: CollectionFacts, tokens: readonly NewToken[], inTree: boolean): number
  /** The smallest tree that holds so many. */
  treeFor(tokens: number): TreeSize
  treeAddress(projectIndex: number, collectionId: string, ordinal: number): string
  /** The call that makes a tree; null when it is there. */
  treeCall(facts: CollectionFacts, ordinal: number, size: TreeSize): Promise<ChainCall | null>
  /** How many tokens were ever minted into each of these trees, as far as it is final. */
  minted(trees: readonly string[]): Promise<number[]>
  /** The tokens of a tree from a place on, read from its transactions; fewer where the node's history does not reach. */
  leavesFrom(tree: string, place: number): Promise<FoundLeaf[]>
  /** The places whose leaves a proof of this one is computed from: from, and to without its end. */
  partOf(tree: { depth: number; canopy: number }, place: number): { from: number; to: number }
  /**
   * What was changed in a tree after a transaction (null: ever), as far as it is final. Of the transactions that `passOver` answers nothing
   * is read. `pagesAtMost`: of a thousand transactions each.
   * @throws CoreError `network.incomplete` when the node lists a transaction that it does not keep
   */
  historyOf(
    tree: string,
    after: string | null,
    passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
    pagesAtMost?: number,
  ): Promise<TreeHistory>
  /** Whether there is nothing at this place any more: it was burnt. */
  isGone(leaf: Pick<KnownLeaf, 'node'>): boolean
  /** The id of the token at a place of a tree. */
  tokenId(ordinal: number, place: number): number
  /** The other way round. */
  placeOf(tokenId: number): { ordinal: number; place: number }
  /** Who holds a token that is an account of its own now; null when nobody does. `final`: as far as it will not be taken back. */
  ownerOf(address: string, final?: boolean): Promise<string | null>
  /** What a token's leaf says of it: tells whose leaf it is. Hex. */
  dataHash(contractKind: string, contract: string, token: NewToken): string
}

export interface ChainClient {
  /** `practice:polygon` */
  readonly network: string
  readonly chain: ChainName
  /** Blocks on top of the including one, itself counted, before anything is called done. */
  readonly confirmations: number
  readonly limits: Limits
  /** How often an open lane looks at the chain, ms; the engine's own timing where absent. */
  readonly pollMs?: number
  /** Milliseconds from one block to the next; absent on a practice network, which makes them as it is told. */
  readonly blockMs?: number

  /**
   * Everything that \`read\` asks of the client it is given is answered by one node, so that what it learns fits together; when that
   * node fails, the look fails as a whole. Sends are not bound to it.
   */
  look<T>(read: (client: ChainClient) => Promise<T>): Promise<T>
  /** Hash of block 0. */
  genesis(): Promise<string>
  head(): Promise<Head>
  /** The last block that will not be taken back. */
  finalized(): Promise<Head>
  /** Tells the network that something is pending until the returned function is called (a practice network then makes blocks). */
  busy(): () => void

  /** The address that pays and mints for a project. */
  treasury(projectIndex: number): string
  balance(address: string): Promise<bigint>
  /** What an account must keep so that it can pay for transactions, smallest unit; absent: nothing. */
  kept?(): Promise<bigint>
  /** Practice networks only: fills the account when it runs low. */
  faucet?(address: string): Promise<void>
  fees(): Promise<Fees>
  /** What bringing a collection's contract (and trees for its tokens) into being and then minting these batches would use now. Nothing is sent. */
  rehearse(facts: CollectionFacts, batches: readonly BatchShape[], newTrees?: readonly TreeSize[]): Promise<Rehearsal>

  /** Where a collection's contract is or will be; needs no network. */
  contractAddress(facts: CollectionFacts): string
  /** Calls that bring a collection's contract into being and can go out together now; empty when it is there. Asked again after they settled. */
  deploymentCalls(facts: CollectionFacts): Promise<ChainCall[]>
  /** Calls and weight of a piece of work; @throws Refusal when it would fail. */
  prepare(work: Work, projectIndex: number): Promise<ChainCall>
  sign(call: ChainCall, projectIndex: number, sequence: number, fee: Fee): Promise<SignedAttempt>
  /** Most that the account may have in flight now, as the chain's head and the account's code say. */
  inFlight(address: string): Promise<InFlight>
  /** Whether an error of one of these calls says that the network is asked too often, and when to come back if it says so; else null. */
  limited(error: unknown): { retryAfterMs?: number } | null
  /** Sends signed bytes in the order given; one answer each. Never throws. */
  send(raws: readonly `0x${string}`[]): Promise<SendAnswer[]>
  /** How many transactions of the account the chain has included at its head. */
  sequence(address: string): Promise<number>
  /** The same with those that wait in the node's pool without a gap. */
  pendingSequence(address: string): Promise<number>
  /** The same as `sequence` at `block`. */
  sequenceAt(address: string, block: number): Promise<number>
  /** Hash of the transaction that used this sequence of the account, at or before `block`; null where it cannot be told (any more). */
  usedBy(address: string, sequence: number, block: number): Promise<string | null>
  /** Receipts of the hashes that are on the canonical chain now; absent ones are not in the answer. */
  receipts(hashes: readonly string[]): Promise<Map<string, Receipt>>
  /**
   * Hash and transactions' hashes of the blocks at these heights, as they are on the canonical chain now; those that it does not have are
   * not in the answer. Absent: inclusion is seen by receipts alone, which are many times larger.
   */
  blocks?(numbers: readonly number[]): Promise<Map<number, BlockContent>>
  /** What an included transaction did. */
  outcome(work: Work, receipt: Receipt): Promise<Outcome>

  /** The first token id of a job, or 0; as the contract has it at `block`, at the head where absent. */
  job(contract: string, jobId: string, block?: number): Promise<number>
  /** All as they stand at one block: this one, or the head. */
  counters(contract: string, block?: number): Promise<CollectionCounters>
  /** As they stand at one block. */
  settings(contract: string): Promise<ContractSettings>
  /** Everything that was bought of a collection, oldest first. */
  purchases(contract: string): Promise<Purchase[]>
  chainBatch(contract: string, index: number): Promise<ChainBatch>
  /** The batch that a token was minted in; null for one that was minted alone. */
  batchOfToken(contract: string, tokenId: number): Promise<ChainBatch | null>
  /** Collections that were made for these accounts in the blocks from..to; those of a kind that this version does not know are left out. */
  madeCollections(creators: readonly string[], from: number, to: number): Promise<MadeCollection[]>
  /** Tokens as they were minted, with their URIs of now ('' for burnt ones), in the order given. */
  mintedTokens(contract: string, tokenIds: readonly number[]): Promise<MintedToken[]>
  /** Hash of the transaction that minted a token; '' when it cannot be found. */
  mintTransaction(contract: string, tokenId: number): Promise<string>

  /** Which of these addresses are contracts now, in lower case; wallets that lent themselves code are none. */
  contractsAmong(addresses: readonly string[]): Promise<Set<string>>
  /** Absent where a family has no semi-fungible collections. */
  readonly copies?: CopiesClient
  /** Absent where a family's tokens are not asked for so. */
  readonly tokens?: TokensClient
  /** Absent where tokens are a contract's. */
  readonly assets?: AssetsClient
  /** Absent where nothing can be moved out of wallets (yet). */
  readonly transfers?: TransferClient
  /** Absent where a signer's transactions have a sequence on the chain. Without one, `sequence` and its like answer 0. */
  readonly expiry?: ExpiryClient
  /** Absent where a collection's contract knows its tokens. */
  readonly trees?: TreesClient
  /** Current owner of a token, or null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}

/** Finds the client of a chain for practice or live projects. */
export interface Chains {
  /** @throws CoreError `network.unsupported` when there is no such network here (yet), with a sentence. */
  client(kind: 'practice' | 'live', chain: string): Promise<ChainClient>
  /** Why nothing can be done on this chain now; null when it can. Cheap. */
  unavailable(kind: 'practice' | 'live', chain: string): string | null
  /** What the practice network of a chain lacks on this machine (`network.programs-missing`); absent: nothing ever. */
  practiceLacks?(chain: string): CoreError | null
  /** Why the keys of that kind are out of reach until a person unlocks the vault; null when they are not. What is asked for meanwhile waits. */
  locked(kind: 'practice' | 'live'): string | null
  close(): Promise<void>
}
