import type { Logger } from 'pino'
import type { Chains } from '../../chains/family/family.ts'
import type { EventHub } from '../../events/hub.ts'
import type { Holdings } from '../../holdings/holdings.ts'
import type { ContentStore } from '../../metadata/content-store.ts'
import type { Storage } from '../../metadata/storage.ts'
import type { MintMetadata } from '../../minting/deps.ts'
import type { Minting } from '../../minting/minting.ts'
import type { StoredSession } from '../../store/installation/sessions.ts'
import type { ForcedCommits } from '../../store/sqlite/forced-commits.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Reader } from '../../store/sqlite/reader.ts'
import type { RowCache } from '../../store/sqlite/row-cache.ts'
import type { Wallets } from '../../wallets/addresses.ts'

/** Everything that the HTTP side uses. `openCore` puts it together; nothing is reached in any other way. */
export interface CoreContext {
  readonly version: string
  /** Absolute path of the data folder. */
  readonly dataDir: string
  readonly db: Store
  /** Synchronous reads of committed rows. */
  readonly reads: Reader
  readonly cache: RowCache
  readonly commits: ForcedCommits
  readonly chains: Chains
  readonly minting: Minting
  readonly wallets: Wallets
  /** Stores linked files and metadata; the engine's own. */
  readonly metadata: MintMetadata
  /** The content store, which `/ipfs/<path>` serves: the pinning service of practice networks. */
  readonly content: ContentStore
  /** The storage of live projects. */
  readonly storage: Storage
  readonly events: EventHub
  /** What wallets hold. */
  readonly holdings: Holdings
  /** The sessions of windows, and that of `api.json`. */
  readonly sessions: { find(token: string): Promise<StoredSession | undefined> }
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Logger
}
