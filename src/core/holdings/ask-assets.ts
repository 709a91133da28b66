import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type AskProviderDeps, patiently } from './ask-provider.ts'
import type { UsedProvider } from './provider-settings.ts'
import { type AssetPage, type AssetProvider, type ProviderAsset, ProviderError } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

export interface AssetsSaid {
  assets: readonly ProviderAsset[]
  /** Whether it is everything that the provider knows of the wallet, and recent. */
  complete: boolean
  notes: string[]
}

/** Ours: how long a list counts as recent, ms; the most pages and NFTs of one wallet; NFTs of all wallets in memory; the wait for a provider, ms. */
const freshMs = 60_000
const mostPages = 500
const mostAssets = 50_000
const mostRemembered = 100_000
const usualPatience = 8_000

type Asked = Pick<Wallet, 'chain' | 'address'>

interface Answer {
  assets: ProviderAsset[]
  /** When the list was asked for. */
  at: number
  /** See `AssetPage`. */
  lag: string | undefined
}

type Asking = UsedProvider & { provider: AssetProvider }

function saidBy({ assets, lag }: Pick<Answer, 'assets' | 'lag'>): AssetsSaid {
  return { assets, complete: lag === undefined, notes: lag === undefined ? [] : [lag] }
}

/**
 * Asks a network's provider which NFTs with addresses of their own a wallet holds. The caller waits for a moment; after that the request
 * continues in the background. Answers are kept in memory only: they may be wrong, and can soon be had again.
 */
export function assetAsker({
  providers,
  clock,
  log,
  signal,
  patienceMs = usualPatience,
}: Omit<AskProviderDeps, 'db'>): (wallet: Asked) => Promise<AssetsSaid> {
  const answers = new LRUCache<string, Answer>({
    maxSize: mostRemembered,
    sizeCalculation: ({ assets }) => assets.length + 1,
  })
  const under = new Map<string, { telling: Promise<AssetsSaid>; soFar: ProviderAsset[] }>()

  async function askAll(
    name: string,
    { chain, address }: Asked,
    { provider, key, url }: Asking,
    soFar: ProviderAsset[],
  ): Promise<AssetsSaid> {
    const at = clock()
    let cursor: string | null = null
    let lag: string | undefined
    for (let pages = 0; pages < mostPages && soFar.length < mostAssets; pages++) {
      const asked: string | null = cursor
      const page: AssetPage = await patiently(signal, () =>
        provider.page({ chain, address, cursor: asked, key, url: url ?? null, signal }),
      )
      soFar.push(...page.assets)
      cursor = page.next
      lag ??= page.lag
      if (cursor === null || cursor === asked) {
        answers.set(name, { assets: soFar, at, lag })
        return saidBy({ assets: soFar, lag })
      }
    }
    return { assets: soFar, complete: false, notes: [`${provider.name} has more of this wallet than is asked for.`] }
  }

  function asked(name: string, wallet: Asked, set: Asking) {
    const { provider } = set
    const known = under.get(name)
    if (known) return known
    const soFar: ProviderAsset[] = []
    const telling = askAll(name, wallet, set, soFar)
      .catch((error: unknown): AssetsSaid => {
        const before = answers.get(name)?.assets ?? soFar
        if (error instanceof ProviderError) return { assets: before, complete: false, notes: [error.message] }
        if (!signal.aborted) log.warn({ err: error }, 'a provider could not be asked')
        return { assets: before, complete: false, notes: [`${provider.name} could not be asked.`] }
      })
      .finally(() => under.delete(name))
    const one = { telling, soFar }
    under.set(name, one)
    return one
  }

  return async (wallet) => {
    const { chain, address } = wallet
    const nothing: AssetsSaid = { assets: [], complete: false, notes: [] }
    try {
      const set = await providers.of(chain)
      const provider = set?.provider
      if (!set || provider?.lists !== 'assets') return nothing
      const name = `${provider.name} ${set.url ?? ''} ${chain} ${address}`
      const before = answers.get(name)
      if (before !== undefined && clock() - before.at < freshMs) return saidBy(before)
      const { telling, soFar } = asked(name, wallet, { ...set, provider })
      const late = new AbortController()
      const soon = wait(patienceMs, undefined, { signal: late.signal }).then(
        (): AssetsSaid => ({
          assets: before?.assets ?? [...soFar],
          complete: false,
          notes: [`${provider.name} is still telling what the wallet holds; ask again for the rest.`],
        }),
        () => nothing,
      )
      try {
        return await Promise.race([telling, soon])
      } finally {
        late.abort()
      }
    } catch (error) {
      if (error instanceof ProviderError) return { ...nothing, notes: [error.message] }
      throw error
    }
  }
}
