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
  /**
   * Tells of NFTs in trees as they are now, with what proves them; null of one that lies in none (any more). Of which nothing can be had,
   * nothing is told.
   * @throws ProviderError, also after some were told
   */
  leaves(options: LeavesOptions, tell: (address: string, leaf: ClaimedLeaf | null) => void): Promise<void>
}

export type AnyProvider = Provider | AssetProvider

export interface PageOptions {
  chain: string
  /** 0x-hex, or as the chain writes it. */
  address: string
  cursor: string | null
  key: string
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

/** `key`: it does not take the key; `limited`: asked too often; `chain`: it does not know the network; `answer`: what it says cannot be read. */
export type ProviderFault = 'key' | 'limited' | 'chain' | 'unreachable' | 'answer' | 'refused'
