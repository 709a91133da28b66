import type { CardanoNetwork } from '../../chains/cardano/cardano-networks.ts'
import type { RawMetadata } from '../../chains/cardano/metadata.ts'
import type { ClaimedLeaf } from '../../chains/family/assets.ts'
import type { TokenKind } from '../../chains/family/tokens.ts'
import { CoreError } from '../../lib/errors.ts'

/** A token that a provider says an address holds. */
export interface ProviderToken {
  /** 0x-hex. */
  contract: string
  /** Decimal digits. */
  tokenId: string
  /** Null where the provider does not say. */
  standard: TokenKind | null
  /** In which it came to the wallet, as far as the provider says. */
  block: number | null
}

export interface ProviderPage {
  tokens: ProviderToken[]
  /** Where the next page begins, opaque; null after the last. */
  next: string | null
}

/** An NFT with an address of its own that a provider says an address holds. */
export interface ProviderAsset {
  /** The mint, or the asset's id. */
  address: string
  /** It lies in a tree, so that no account says who holds it: see `AssetProvider.leaves`. */
  compressed: boolean
  name: string
  /** '' where there is none. */
  uri: string
  /** Its collection's name; '' where the provider does not say. */
  collectionName: string
}

export interface AssetPage {
  assets: ProviderAsset[]
  /** See `ProviderPage`. */
  next: string | null
  /** How far the index is behind its chain, a sentence, where that is worth one. */
  lag?: string
}

/** Somebody who keeps an index of who holds what. One small file each. */
interface Index<Page> {
  /** As people know it. */
  readonly name: string
  /** The live networks that it knows, by API name. */
  readonly chains: readonly string[]
  /**
   * A page of what an address holds, of whatever size the provider likes.
   * @throws ProviderError
   */
  page(options: PageOptions): Promise<Page>
}

/** Of tokens that have a contract and an id. */
export interface Provider extends Index<ProviderPage> {
  readonly lists: 'tokens'
}

/** Of NFTs that have an address of their own. */
export interface AssetProvider extends Index<AssetPage> {
  readonly lists: 'assets'
  /** Whether it answers without a key. */
  readonly keyless: boolean
  /** An address that holds nothing, as far as anybody knows. */
  readonly quiet: string
  /**
   * Absent where its chains have no trees. Tells of NFTs in trees as they are now, with what proves them; null of one that lies in none (any more). Of which nothing can be had,
   * nothing is told.
   * @throws ProviderError, also after some were told
   */
  leaves?(options: LeavesOptions, tell: (address: string, leaf: ClaimedLeaf | null) => void): Promise<void>
}

/** An asset of a chain that is only asked about at an index, and how much of it an address holds. */
export interface HeldUnit {
  /** What names it, as the chain writes it. */
  unit: string
  quantity: bigint
}

export interface UnitPage {
  held: HeldUnit[]
  /** Whether each is told once with all of it; else in parts, to be added up. */
  sums: boolean
  /** Rows that could not be read. */
  unread: number
  /** See `ProviderPage`. */
  next: string | null
}

/** What an index tells of an asset. */
export interface UnitFacts {
  /** How much of it there is in all; null where that cannot be told. */
  supply: bigint | null
  metadata: RawMetadata
}

/** Where an index answers, and for which network; null where only it can say that. */
export interface IndexPlace {
  base: string
  network: CardanoNetwork | null
}

/** Keeps calls to a service within its limits. */
export interface Pace {
  /** Resolves, in the order of asking, when the next call may leave. @throws ProviderError where that is too long to wait */
  turn(signal: AbortSignal): Promise<void>
  /** None leaves for so long: the service said so. */
  rest(ms: number): void
}

/** What a service takes. */
export interface PaceRule {
  /** When the next call may leave, by the same clock. */
  free(now: number): number
  /** One leaves. */
  took(now: number): void
}

export interface UnitOptions extends Pick<IndexPlace, 'base'> {
  key: string
  signal: AbortSignal
  /** Shared by all calls to that address. */
  pace: Pace
}

/** Of a chain that has no node here: all that is known of its wallets comes from the index. */
export interface UnitProvider {
  readonly lists: 'units'
  readonly name: string
  readonly chains: readonly string[]
  /** Whether it answers without a key. */
  readonly keyless: boolean
  /** What its server takes, from a rest on. */
  rule(): PaceRule
  /** Assets that may be asked about beside those of a page. */
  readonly beside: number
  /** @param url a server that a person set; null: the public one @param networks those that may be meant, the likeliest first */
  place(options: { key: string; url: string | null; networks: readonly CardanoNetwork[] }): IndexPlace
  /** The magic of the network that answers. @throws ProviderError */
  magic(options: UnitOptions): Promise<number>
  /** A page of what an address, or all addresses of a stake address, hold. @throws ProviderError */
  held(options: UnitOptions & { address: string; cursor: string | null }): Promise<UnitPage>
  /** Tells of assets; null of one that it does not know. Of which nothing can be had, nothing is told. @throws ProviderError, also after some were told */
  describe(options: UnitOptions & { units: readonly string[] }, tell: TellUnit): Promise<void>
}

export type TellUnit = (unit: string, facts: UnitFacts | null) => void

export type AnyProvider = Provider | AssetProvider | UnitProvider

export interface PageOptions {
  chain: string
  /** 0x-hex, or as the chain writes it. */
  address: string
  cursor: string | null
  /** '' where it is asked without one. */
  key: string
  /** The server of one's own that is asked; null: the usual one. */
  url: string | null
  signal: AbortSignal
}

export interface LeavesOptions extends Pick<PageOptions, 'chain' | 'key' | 'signal'> {
  /** The NFTs'. */
  addresses: readonly string[]
}

/** What keeps a provider from answering, in one sentence without the key. */
export class ProviderError extends CoreError {
  /** How long it wants to be left alone, where it said so, ms; null unless it is asked too often. */
  readonly retryAfterMs: number | null
  constructor(code: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(`provider.${code}`, message)
    this.name = 'ProviderError'
    this.retryAfterMs = retryAfterMs
  }
}

/** `key`: it does not take the key; `limited`: asked too often; `chain`: it does not know the network; `answer`: what it says cannot be read; `url`: that is no address of a server. */
export type ProviderFault = 'key' | 'limited' | 'chain' | 'unreachable' | 'answer' | 'refused' | 'url'
