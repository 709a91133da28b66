import type { CheckedAddress } from '../address.ts'
import type { ChainName } from '../chains.ts'
import type { CollectionKind } from '../collection-kinds.ts'

/** What names of a family's name service look like. */
export interface NameService {
  readonly label: string
  /** What its names end with, without the dot. */
  readonly endings: readonly string[]
  /** Whether names with any other ending may be its, too: those of DNS. */
  readonly anyEnding: boolean
}

/** What a family's own things are called for a person. */
export interface FamilyWords {
  /** What a collection is on chain. */
  contract: string
  /** What it is within a sentence about what putting it on chain costs. */
  deployed: string
  /** What tells an NFT from the others. */
  token: string
  /** What a transaction uses up. */
  weight: string
  /** What is paid for beside that, whatever a unit of it costs: `… of it for data`. */
  beside: string
  block: string
  /** What became of a transaction that can never count. */
  dead: string
  /** What a collection is made by: the question which of the kinds it is. */
  kind: string
  /** Why royalties have one recipient only. @param label the chain's */
  oneRoyaltyRecipient(label: string): string
  /** That there is nothing at an address from which an NFT is to be moved. */
  nothingAt(address: string, label: string): string
  /** That what is at an address cannot be moved. */
  notMovable(address: string, label: string): string
}

/** What the price of a unit of gas is written in. */
export interface GasPriceUnit {
  readonly name: string
  /** How many digits of it come after the point. */
  readonly decimals: number
  /** Below this, in the coin's smallest unit, nothing is ever included, however long one waits. */
  readonly least: bigint
}

/**
 * What sets a family of chains apart, as far as core, window and command line all need it. Code outside `core/chains` asks for these
 * properties, and for no family by its name: it has none here.
 */
export interface Family {
  /** As a sentence names its chains. */
  readonly label: string
  /** The chain that stands for it where one is enough; every project has a default collection there. */
  readonly mainChain: ChainName
  /** Where its explorers show an address and a transaction. */
  readonly explorerPaths: Readonly<Record<'address' | 'tx', string>>
  /** Whether this version has networks of the family. */
  readonly supported: boolean
  /** Checks an address and brings it into its one normal form. */
  checkAddress(text: string): CheckedAddress
  /** Null: there is none that is known here. */
  readonly names: NameService | null
  /** Whether addresses that differ in the case of letters alone are the same. */
  readonly caselessAddresses: boolean
  /** What the beginning of an address looks like, as somebody types it; null: it looks like nothing else does. */
  readonly shortAddress: RegExp | null
  /** Whether nothing but the chain tells that an address is a contract's. */
  readonly contractsLookAlike: boolean
  /** Whether a signer's transactions stand in an order on chain. */
  readonly sequences: boolean
  /** What the price of a unit of weight is written in, of which the most can be named; null: fees are not paid by weight. */
  readonly gasPrice: GasPriceUnit | null
  /** Whether a token is a number in its collection's contract; else it has an address of its own. */
  readonly tokenIds: boolean
  /** Whether tokens name their metadata at whatever address; else by the hash of its content. */
  readonly anyAddress: boolean
  /** What the API calls the address of a token and of its collection; null where tokens are numbers in contracts. */
  readonly apiNames: {
    readonly token: 'mintHash' | 'tokenAddress'
    readonly collection: 'mintAddress' | 'collectionAddress'
  } | null
  /** What a token's own address looks like in a locator; null: there are none. */
  readonly tokenAddress: RegExp | null
  /** Whether tokens can be compressed into trees. */
  readonly compressed: boolean
  /** The kind of contract of semi-fungible collections; null: there are none. */
  readonly semiFungible: CollectionKind | null
  /** Whether strangers can buy from a collection. */
  readonly payments: boolean
  /** Whether the chain's events tell who holds what, so that a wallet can be looked for in all of them. */
  readonly holdingEvents: boolean
  /** Whether this version does nothing there but look at wallets, of which an index alone tells. */
  readonly indexed: boolean
  /** Whether two collections of one treasury cannot have the same name on chain. */
  readonly namesAreUnique: boolean
  /** Kinds of non-fungible collections, the usual one first. */
  readonly kinds: readonly CollectionKind[]
  /** Most characters of a collection's symbol that a person is asked for; null: the chain has no place for one. */
  readonly symbolAtMost: number | null
  /** Most bytes (not characters) that the chain keeps of a token and of a collection; null: it sets no bound. */
  readonly longest: Readonly<
    Record<'name' | 'symbol' | 'uri', number> & { /** Absent: it stands nowhere on chain. */ description?: number }
  > | null
  readonly words: FamilyWords
}
