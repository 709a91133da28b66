import type { Logger } from 'pino'
import type { AppEvent } from '../shared/app-api.ts'
import type { ChainName } from '../shared/chains.ts'
import type { Chains } from './chains/family.ts'
import type { Holdings } from './holdings/holdings.ts'
import type { ContentStore } from './metadata/content-store.ts'
import type { Storage } from './metadata/storage.ts'
import type { MintMetadata } from './minting/deps.ts'
import type { Minting } from './minting/minting.ts'
import type { ForcedCommits } from './store/forced-commits.ts'
import type { Store } from './store/open.ts'
import type { Reader } from './store/reader.ts'
import type { RowCache } from './store/row-cache.ts'

/** Everything that the HTTP side works with. `openCore` puts it together; nothing is reached in any other way. */
export interface CoreContext {
  readonly version: string
  /** Absolute path of the data folder. */
  readonly dataDir: string
  readonly db: Store
  /** What is committed, at once. */
  readonly reads: Reader
  readonly cache: RowCache
  readonly commits: ForcedCommits
  readonly chains: Chains
  readonly minting: Minting
  readonly wallets: Wallets
  /** Stores linked files and metadata; the engine's own. */
  readonly metadata: MintMetadata
  /** What `/ipfs/<path>` serves: the practice networks' pinning service. */
  readonly content: ContentStore
  /** The pinning service of live projects. */
  readonly storage: Storage
  readonly events: EventHub
  /** What wallets hold. */
  readonly holdings: Holdings
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Logger
}

export type ProjectKind = 'practice' | 'live'

/** Who a wallet of the project is made for: a normalised e-mail address or a user id. */
export interface WalletUser {
  kind: 'email' | 'userId'
  user: string
}

/** Derives the wallets of users from the seed of the project's kind; the database is not needed for it (architecture.md, Keys). */
export interface Wallets {
  /** The address of a user's wallet; about 1.5 ms of work the first time. */
  address(kind: ProjectKind, projectIndex: number, user: WalletUser, chain: ChainName): Promise<string>
}

/** The event stream of the window. Numbers grow for as long as the core runs. */
export interface EventHub {
  publish(projectId: string, event: AppEvent): void
  /**
   * Hears the project's events after `lastId` (undefined: from now on), first the kept ones. A `reset` comes first when `lastId` is
   * too long ago. Returns the function that ends it.
   */
  subscribe(projectId: string, lastId: number | undefined, listener: (id: number, event: AppEvent) => void): () => void
}
