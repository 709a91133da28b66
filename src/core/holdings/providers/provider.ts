import type { CardanoNetwork } from '../../chains/cardano/cardano-networks.ts'
import type { RawMetadata } from '../../chains/cardano/metadata.ts'
import type { ClaimedLeaf } from '../../chains/family/assets.ts'
import type { TokenKind } from '../../chains/family/tokens.ts'
import { CoreError } from '../../lib/errors.ts'

/** A token that an address holds, by a provider. */
export interface ProviderToken {
  /** 0x-hex. */
  contract: string
  /** Decimal digits. */
  tokenId: string
  /** Null where the provider does not report it. */
  standard: TokenKind | null
  /** The block in which the wallet received it; null where the provider does not report it. */
  block: number | null
}

export interface ProviderPage {
  tokens: ProviderToken[]
  /** Opaque cursor of the next page; null after the last. */
  next: string | null
}

/** An NFT with an address of its own that an address holds, by a provider. */
export interface ProviderAsset {
  /** The mint, or the asset's id. */
  address: string
  /** It is a leaf of a tree, so no account shows its holder: see `AssetProvider.leaves`. */
  compressed: boolean
  name: string
  /** '' where there is none. */
  uri: string
  /** Its collection's name; '' where the provider does not report it. */
  collectionName: string
}

export interface AssetPage {
  assets: ProviderAsset[]
  /** See `ProviderPage`. */
  next: string | null
  /** A sentence about how far the index is behind its chain, where it is far behind. */
  lag?: string
}

/** A service with an index of what addresses hold. Each has a small file of its own. */
interface Index<Page> {
  /** Its name for sentences. */
  readonly name: string
  /** Its live networks, by API name. */
  readonly chains: readonly string[]
  /**
   * A page of what an address holds; the provider chooses the size.
   * @throws ProviderError
   */
  page(options: PageOptions): Promise<Page>
}

/** A provider of tokens that have a contract and an id. */
export interface Provider extends Index<ProviderPage> {
  readonly lists: 'tokens'
}

/** A provider of NFTs that have an address of their own. */
export interface AssetProvider extends Index<AssetPage> {
  readonly lists: 'assets'
  /** Whether it works without a key. */
  readonly keyless: boolean
  /** An address that, as far as is known, holds nothing. */
  readonly quiet: string
  /**
   * Reports leaves as they are now, with their proofs; null for an NFT that is not (or no longer) in a tree; no call for an NFT about which
   * nothing can be had. Absent where its chains have no trees.
   * @throws ProviderError, also after some were reported
   */
  leaves?(options: LeavesOptions, tell: (address: string, leaf: ClaimedLeaf | null) => void): Promise<void>
}

/** An asset of a chain of which only an index is read, and how much of it an address holds. */
export interface HeldUnit {
  /** Its name in the chain's own form. */
  unit: string
  quantity: bigint
}

export interface UnitPage {
  held: HeldUnit[]
  /** Whether each asset is listed once with its sum; else its parts must be added up. */
  sums: boolean
  /** Rows that could not be read. */
  unread: number
  /** See `ProviderPage`. */
  next: string | null
}

/** The facts of an asset by an index. */
export interface UnitFacts {
  /** The total supply; null where it is unknown. */
  supply: bigint | null
  metadata: RawMetadata
}

/** The address of an index, and its network; null where only the index itself knows it. */
export interface IndexPlace {
  base: string
  network: CardanoNetwork | null
}

/** Keeps calls to a service within its rate limits. */
export interface Pace {
  /** Resolves when the next call may leave, in the order of the calls. @throws ProviderError where the wait is too long */
  turn(signal: AbortSignal): Promise<void>
  /** Lets no call leave for `ms`, because the service asked for it. */
  rest(ms: number): void
}

/** The rate limit of a service. */
export interface PaceRule {
  /** The time when the next call may leave, by the same clock. */
  free(now: number): number
  /** Records that a call leaves. */
  took(now: number): void
}

export interface UnitOptions extends Pick<IndexPlace, 'base'> {
  key: string
  signal: AbortSignal
  /** Shared by all calls to this address. */
  pace: Pace
}

/** A provider for a chain without RPCs here: everything about its wallets comes from the index. */
export interface UnitProvider {
  readonly lists: 'units'
  readonly name: string
  readonly chains: readonly string[]
  /** Whether it works without a key. */
  readonly keyless: boolean
  /** A new rule with its server's rate limit. */
  rule(): PaceRule
  /** How many assets may be asked about beyond those of a page. */
  readonly beside: number
  /** @param url a server that the person set; null: the public one @param networks the possible networks, likeliest first */
  place(options: { key: string; url: string | null; networks: readonly CardanoNetwork[] }): IndexPlace
  /** The network magic of the server. @throws ProviderError */
  magic(options: UnitOptions): Promise<number>
  /** A page of what an address, or all addresses of a stake address, hold. @throws ProviderError */
  held(options: UnitOptions & { address: string; cursor: string | null }): Promise<UnitPage>
  /** Reports facts of assets; null for an unknown one; no call where nothing can be had. @throws ProviderError, also after some were reported */
  describe(options: UnitOptions & { units: readonly string[] }, tell: TellUnit): Promise<void>
}

export type TellUnit = (unit: string, facts: UnitFacts | null) => void

export type AnyProvider = Provider | AssetProvider | UnitProvider

export interface PageOptions {
  chain: string
  /** 0x-hex, or in the chain's own form. */
  address: string
  cursor: string | null
  /** '' for none. */
  key: string
  /** The person's own server; null: the usual one. */
  url: string | null
  signal: AbortSignal
}

export interface LeavesOptions extends Pick<PageOptions, 'chain' | 'key' | 'signal'> {
  /** Addresses of the NFTs. */
  addresses: readonly string[]
}

/** Why a provider does not answer, in one sentence without the key. */
export class ProviderError extends CoreError {
  /** How long the provider asks to wait, ms; null unless it is asked too often. */
  readonly retryAfterMs: number | null
  constructor(code: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(`provider.${code}`, message)
    this.name = 'ProviderError'
    this.retryAfterMs = retryAfterMs
  }
}

/** `key`: it refuses the key; `limited`: asked too often; `chain`: unknown network; `answer`: unreadable answer; `url`: no address of a server. */
export type ProviderFault = 'key' | 'limited' | 'chain' | 'unreachable' | 'answer' | 'refused' | 'url'
