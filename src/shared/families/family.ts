import type { CheckedAddress } from '../address.ts'
import type { ChainName } from '../chains.ts'
import type { CollectionKind } from '../collection-kinds.ts'

/** The form of the names of a family's name service. */
export interface NameService {
  readonly label: string
  /** The endings of its names, without the dot. */
  readonly endings: readonly string[]
  /** Whether the service also resolves names with any other ending, such as DNS names. */
  readonly anyEnding: boolean
}

/** The words that a person reads for a family's concepts. */
export interface FamilyWords {
  /** Label of a collection's on-chain address. */
  contract: string
  /** The noun in `… of it for the contract, once`, about the cost of deploying. */
  deployed: string
  /** Label of a token's identifier. */
  token: string
  /** Name of the unit that a transaction uses up. */
  weight: string
  /** What else is charged, independently of the price of a unit: `… of it for data`. */
  beside: string
  block: string
  /** State of a transaction that can never be included. */
  dead: string
  /** Label of the choice between the kinds of collections. */
  kind: string
  /** Why royalties have one recipient only. @param label the chain's */
  oneRoyaltyRecipient(label: string): string
  /** Error: there is nothing at the address from which an NFT is to be moved. */
  nothingAt(address: string, label: string): string
  /** Error: what is at the address cannot be moved. */
  notMovable(address: string, label: string): string
}

/** The unit in which a person reads and writes gas prices. */
export interface GasPriceUnit {
  readonly name: string
  /** Its decimals down to the coin's smallest unit: 9 for gwei. */
  readonly decimals: number
  /** The lowest price, in the coin's smallest unit, at which the chain ever includes a transaction. */
  readonly least: bigint
}

/**
 * How a family of chains differs from the others, as far as core, window and command line all need it. Code outside `core/chains` tests
 * these properties and never a family's name, so a family has no name here.
 */
export interface Family {
  /** The family's chains as a sentence names them. */
  readonly label: string
  /** The chain that represents the family where one is enough; every project has a default collection on it. */
  readonly mainChain: ChainName
  /** Path segments of an explorer's pages for an address and a transaction. */
  readonly explorerPaths: Readonly<Record<'address' | 'tx', string>>
  /** Whether this version has networks of the family. */
  readonly supported: boolean
  /** Checks an address and returns its normal form. */
  checkAddress(text: string): CheckedAddress
  /** The family's name service; null: Mintdesk supports none. */
  readonly names: NameService | null
  /** Whether addresses are case-insensitive. */
  readonly caselessAddresses: boolean
  /** Matches a text that begins as addresses do, whole or not, to recognise cut or mistyped ones; null: no such form is distinctive. */
  readonly shortAddress: RegExp | null
  /** Whether only a query to the chain shows that an address is a contract. */
  readonly contractsLookAlike: boolean
  /** Whether the chain orders a signer's transactions by nonce or sequence number. */
  readonly sequences: boolean
  /** The unit of prices per unit of weight, in which a fee ceiling is given; null: fees are not paid by weight. */
  readonly gasPrice: GasPriceUnit | null
  /** Whether a token is a number in its collection's contract; otherwise it has an address of its own. */
  readonly tokenIds: boolean
  /** Whether a token can name any address as its metadata; otherwise only the hash of the content. */
  readonly anyAddress: boolean
  /** The API's field names for the address of a token and of its collection; null where tokens are numbers in contracts. */
  readonly apiNames: {
    readonly token: 'mintHash' | 'tokenAddress'
    readonly collection: 'mintAddress' | 'collectionAddress'
  } | null
  /** Matches a token's own address in a locator; null: tokens have none. */
  readonly tokenAddress: RegExp | null
  /** Whether tokens can be compressed into trees. */
  readonly compressed: boolean
  /** The kind of contract of semi-fungible collections; null: there are none. */
  readonly semiFungible: CollectionKind | null
  /** Whether anybody can buy tokens from a collection on chain. */
  readonly payments: boolean
  /** Whether the chain's events show who holds what, so that a scan of all of them finds a wallet's NFTs. */
  readonly holdingEvents: boolean
  /** Whether this version only lists wallets there, with what an indexing service reports. */
  readonly indexed: boolean
  /** Whether the chain refuses two collections of one treasury with the same name. */
  readonly namesAreUnique: boolean
  /** Kinds of non-fungible collections, the usual one first. */
  readonly kinds: readonly CollectionKind[]
  /** The most characters of a collection's symbol that a person may enter; null: the chain stores no symbol. */
  readonly symbolAtMost: number | null
  /** The most bytes (not characters) that the chain stores for a token and for a collection; null: no limit. */
  readonly longest: Readonly<
    Record<'name' | 'symbol' | 'uri', number> & { /** Absent: the chain stores none. */ description?: number }
  > | null
  readonly words: FamilyWords
}
