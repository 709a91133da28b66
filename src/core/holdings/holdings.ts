import { LRUCache } from 'lru-cache'
import { reasonIn } from '../chains/reason.ts'
import { CoreError } from '../lib/errors.ts'
import type { Fetcher } from '../metadata/fetch-file.ts'
import { dropExpiredMetadata } from '../store/holdings/foreign-metadata.ts'
import { assetAsker } from './ask-assets.ts'
import { indexAsker } from './ask-index.ts'
import { providerAsker } from './ask-provider.ts'
import { type AssetsPage, type AssetsQuery, listAssets } from './assets.ts'
import type { ShownMetadata } from './foreign-metadata.ts'
import { type ExplorerPages, type IndexSourcesOptions, openIndexSources } from './index-source.ts'
import { countIndexed, type IndexedDeps, type IndexedPage, type IndexedQuery, listIndexed } from './indexed.ts'
import { countHeld, type HeldPage, type HeldQuery, type HoldingsDeps, listHeld, listTokens } from './list.ts'
import { type MetadataReaderOptions, metadataReader } from './metadata-reader.ts'
import { leafProver } from './prove-leaves.ts'
import type { Providers } from './provider-settings.ts'
import type { Wallet } from './read-events.ts'
import { openScans, type Scans, type ScansOptions } from './scans.ts'

/** Lists what any wallet holds. */
export interface Holdings {
  /** A page of the tokens that a wallet holds; see `listHeld`. */
  list(wallet: Wallet, query: HeldQuery): Promise<HeldPage>
  /** The same without the URIs and names that contracts report; see `listTokens`. */
  tokens(wallet: Wallet, query: HeldQuery): ReturnType<typeof listTokens>
  /** The same on a chain whose tokens have addresses of their own; see `listAssets`. */
  assets(wallet: Wallet, query: AssetsQuery): Promise<AssetsPage>
  /** How many such NFTs the wallet is known to hold, without asking a provider. */
  countAssets(wallet: Wallet): Promise<number>
  /** The same on a chain of which only an index is read; see `listIndexed`. */
  indexed(wallet: Wallet, query: IndexedQuery): Promise<IndexedPage>
  countIndexed(wallet: Wallet): Promise<number>
  /** The explorer's pages for a wallet of such a chain, and for its assets; null: there are none. */
  explorer(wallet: Wallet): Promise<ExplorerPages | null>
  /** How many NFTs the wallet is known to hold. */
  count(wallet: Wallet): Promise<number>
  /** Other people's metadata by address, in the order given; null where it cannot be fetched now. */
  metadata(uris: readonly string[]): Promise<(ShownMetadata | null)[]>
  readonly scans: Scans
  close(): Promise<void>
}

export interface HoldingsOptions extends ScansOptions {
  content: MetadataReaderOptions['content']
  /** Created with `foreignBounds`; closed with this. */
  fetcher: Fetcher
  providers: Pick<Providers, 'of' | 'gateways'>
  clock: () => number
  /** For tests: see `Pace`. */
  pace?: IndexSourcesOptions['pace']
}

const month = 30 * 86_400_000

export function openHoldings(options: HoldingsOptions): Holdings {
  const { db, chains, content, fetcher, providers, clock, log } = options
  const names = new LRUCache<string, string>({ max: 5_000, ttl: 86_400_000 })
  const ending = new AbortController()
  const askProvider = providerAsker({ db, providers, clock, log, signal: ending.signal })
  const askAssets = assetAsker({ providers, clock, log, signal: ending.signal })
  const proveLeaves = leafProver({ providers, clock, log, signal: ending.signal })
  const deps: HoldingsDeps = { db, chains, askProvider, names, clock }
  const indexed: IndexedDeps = {
    sources: openIndexSources({ providers, clock, signal: ending.signal, ...(options.pace && { pace: options.pace }) }),
    asker: indexAsker({ clock, log, signal: ending.signal }),
  }
  const reader = metadataReader({ db, content, fetcher, clock, gateways: providers.gateways })
  const scans = openScans(options)
  let cleaned = 0
  return {
    scans,
    list: (wallet, query) => reachable(wallet, () => listHeld(deps, wallet, query)),
    tokens: (wallet, query) => reachable(wallet, () => listTokens(deps, wallet, query)),
    assets: (wallet, query) =>
      reachable(wallet, () => listAssets({ db, chains, askProvider: askAssets, proveLeaves }, wallet, query)),
    async countAssets(wallet) {
      const { total } = await reachable(wallet, () => listAssets({ db, chains }, wallet, { offset: 0, limit: 0 }))
      return total
    },
    indexed: (wallet, query) => listIndexed(indexed, wallet, query),
    countIndexed: (wallet) => countIndexed(indexed, wallet),
    explorer: (wallet) => indexed.sources.explorer(wallet),
    count: (wallet) => reachable(wallet, () => countHeld(deps, wallet)),
    async metadata(uris) {
      if (clock() - cleaned > month) {
        cleaned = clock()
        await dropExpiredMetadata(db, clock() - month)
      }
      return await reader.read(uris)
    },
    async close() {
      ending.abort()
      await scans.close()
      await reader.close()
    },
  }
}

/** Turns an RPC's error into `network.unreachable`. */
async function reachable<T>({ chain, kind }: Wallet, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof CoreError ? null : reasonIn(error)
    if (why === null) throw error
    const cure = kind === 'practice' ? 'Try again.' : 'Try again, or set another RPC.'
    throw new CoreError(
      'network.unreachable',
      `The ${kind} network ${chain} could not be asked what the wallet holds: its RPC fails (${why}) ${cure}`,
    )
  }
}
