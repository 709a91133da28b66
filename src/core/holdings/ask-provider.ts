import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findProviderList, noteProviderList, type ProviderListRow } from '../store/holdings/provider-lists.ts'
import { blockUnknown, suggestSightings } from '../store/holdings/sightings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { Providers } from './provider-settings.ts'
import { type Provider, ProviderError } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

export interface AskProviderDeps {
  db: Store
  providers: Pick<Providers, 'of'>
  clock: () => number
  log: Logger
  /** Aborted when the core closes; ends running requests. */
  signal: AbortSignal
  /** How long an answer waits for the provider, ms. */
  patienceMs?: number
  /** The most pages in a row. */
  pagesAtMost?: number
}

export interface ProviderSaid {
  /** Whether everything that the provider knows of the wallet was read recently. */
  complete: boolean
  notes: string[]
}

/** Ours: how long a list counts as recent, and how long an interrupted one goes on, ms; pages of one wallet; the wait for a provider, ms; tries. */
const freshMs = 60_000
const goesOnMs = 10 * 60_000
const mostPages = 2_000
const usualPatience = 8_000
const attempts = 5

/**
 * Asks a network's provider what a wallet holds. The caller waits for a moment; after that the request continues in the background, and
 * its answers are listed the next time. They are only hints: a token is listed after the chain has confirmed it.
 */
export function providerAsker(deps: AskProviderDeps): (wallet: Wallet, network: string) => Promise<ProviderSaid> {
  const { db, clock, patienceMs = usualPatience } = deps
  const under = new Map<string, Promise<ProviderSaid>>()

  function asked(wallet: Wallet, network: string, provider: Provider, key: string): Promise<ProviderSaid> {
    const name = `${network} ${wallet.address}`
    const known = under.get(name)
    if (known) return known
    const asking = askAll(deps, wallet, network, provider, key)
      .then((complete): ProviderSaid => ({ complete, notes: complete ? [] : [more(provider)] }))
      .catch((error: unknown): ProviderSaid => {
        if (error instanceof ProviderError) return { complete: false, notes: [error.message] }
        if (!deps.signal.aborted) deps.log.warn({ err: error }, 'a provider could not be asked')
        return { complete: false, notes: [`${provider.name} could not be asked.`] }
      })
      .finally(() => under.delete(name))
    under.set(name, asking)
    return asking
  }

  return async (wallet, network) => {
    try {
      const set = await deps.providers.of(wallet.chain)
      const provider = set?.provider
      if (!set || provider?.lists !== 'tokens') return { complete: false, notes: [] }
      const row = await findProviderList(db, network, wallet.address)
      if (row?.complete === 1 && row.provider === provider.name && clock() - row.begun_at < freshMs)
        return { complete: true, notes: [] }
      const late = new AbortController()
      const soon = wait(patienceMs, undefined, { signal: late.signal }).then(
        (): ProviderSaid => ({
          complete: false,
          notes: [`${provider.name} is still telling what the wallet holds; ask again for the rest.`],
        }),
        (): ProviderSaid => ({ complete: false, notes: [] }),
      )
      try {
        return await Promise.race([asked(wallet, network, provider, set.key), soon])
      } finally {
        late.abort()
      }
    } catch (error) {
      if (error instanceof ProviderError) return { complete: false, notes: [error.message] }
      throw error
    }
  }
}

function more({ name }: Provider): string {
  return `${name} has more of this wallet than is asked for at once; ask again for the rest.`
}

/** Asks page by page; commits each page together with the cursor of the next. @returns whether the last page was reached */
async function askAll(
  deps: AskProviderDeps,
  { chain, address }: Wallet,
  network: string,
  provider: Provider,
  key: string,
): Promise<boolean> {
  const { db, clock, signal, pagesAtMost = mostPages } = deps
  const before = await findProviderList(db, network, address)
  let row: Omit<ProviderListRow, 'network' | 'wallet'> =
    before && before.complete === 0 && before.provider === provider.name && clock() - before.begun_at < goesOnMs
      ? before
      : { provider: provider.name, cursor: null, complete: 0, begun_at: clock() }
  for (let pages = 0; pages < pagesAtMost; pages++) {
    const { cursor } = row
    const page = await patiently(signal, () => provider.page({ chain, address, cursor, key, url: null, signal }))
    // A provider that returns the same cursor for ever would be asked for ever.
    const complete = page.next === null || page.next === cursor
    row = { ...row, cursor: complete ? null : page.next, complete: complete ? 1 : 0 }
    const { provider: name, cursor: next, begun_at } = row
    await db.transaction().execute(async (trx) => {
      await suggestSightings(
        trx,
        network,
        address,
        page.tokens.map((token) => ({
          ...token,
          contract: token.contract.toLowerCase(),
          block: token.block ?? blockUnknown,
        })),
      )
      await noteProviderList(trx, network, address, {
        provider: name,
        cursor: next,
        complete: complete ? 1 : 0,
        begun_at,
      })
    })
    if (complete) return true
  }
  return false
}

/** Repeats a call a few times, after the wait that the provider asks for. */
export async function patiently<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let left = attempts; ; left--) {
    try {
      return await call()
    } catch (error) {
      const rest = error instanceof ProviderError ? error.retryAfterMs : null
      if (rest === null || left <= 1) throw error
      await wait(rest, undefined, { signal })
    }
  }
}
