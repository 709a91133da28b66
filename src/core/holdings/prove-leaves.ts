import { setTimeout as wait } from 'node:timers/promises'
import type { AssetsClient, ClaimedLeaf } from '../chains/family/assets.ts'
import { boundedCache } from '../lib/bounded-cache.ts'
import { type AskProviderDeps, patiently } from './ask-provider.ts'
import { type AssetProvider, ProviderError } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

/**
 * The standing of a leaf in a tree of others that a wallet holds by a provider. `held`: the tree holds the leaf now, and the wallet owns it;
 * `elsewhere`: the provider itself now names another owner, or no tree; `unproved`: the tree on chain does not hold what the provider says;
 * `unsure`: no proof came in time.
 */
export type LeafStanding = 'held' | 'elsewhere' | 'unproved' | 'unsure'

export interface LeavesProved {
  /** One for each address. */
  standing: ReadonlyMap<string, LeafStanding>
  /** Why some are unsure, a sentence each. */
  notes: string[]
}

type Asked = Pick<Wallet, 'chain' | 'address'>

/** Proves leaves of trees of others: compares a provider's claims and proofs with the trees on chain. */
export type LeafProver = (wallet: Asked, assets: AssetsClient, addresses: readonly string[]) => Promise<LeavesProved>

/** Ours: leaves in memory, and the longest wait for a provider's claims, ms. */
const mostRemembered = 20_000
const usualPatience = 8_000
/** Ours: after how long, ms, a leaf that was not proved is checked again. */
const refusedMs = 60_000

/** The result of a check of a leaf. */
interface Known {
  holder: string
  standing: Exclude<LeafStanding, 'unsure'>
  tree: string
  /** The tree's count of changes at the check: while it stays the same, a held leaf is still held. */
  changes: number | null
  at: number
}

/** @see LeafProver. The provider is asked only about leaves that earlier checks and the trees' counts of changes do not settle. */
export function leafProver({
  providers,
  clock,
  log,
  signal,
  patienceMs = usualPatience,
}: Omit<AskProviderDeps, 'db'>): LeafProver {
  const known = boundedCache<string, Known>(mostRemembered)

  /** The earlier results that still hold. */
  async function remembered(
    { chain, address: holder }: Asked,
    assets: AssetsClient,
    addresses: readonly string[],
  ): Promise<Map<string, LeafStanding>> {
    const before = addresses.flatMap((address) => {
      const one = known.get(`${chain} ${address}`)
      return one?.holder === holder ? [{ address, ...one }] : []
    })
    const trees = [...new Set(before.flatMap(({ standing, tree }) => (standing === 'held' ? [tree] : [])))]
    const counts = trees.length === 0 ? [] : await assets.treeChanges(trees)
    const now = new Map(trees.map((tree, place) => [tree, counts[place] ?? null]))
    const isSo = ({ standing, tree, changes, at }: Known) =>
      standing === 'held' ? changes !== null && now.get(tree) === changes : clock() - at < refusedMs
    return new Map(before.filter(isSo).map(({ address, standing }) => [address, standing]))
  }

  /** The provider's claims about these leaves, as far as they come in time. */
  async function claimsOf(
    { chain }: Asked,
    { name, leaves, key }: { name: string; leaves: NonNullable<AssetProvider['leaves']>; key: string },
    addresses: readonly string[],
  ): Promise<{ claims: ReadonlyMap<string, ClaimedLeaf | null>; notes: string[] }> {
    const claims = new Map<string, ClaimedLeaf | null>()
    const over = new AbortController()
    const until = AbortSignal.any([signal, over.signal])
    const telling = patiently(until, () => {
      const open = addresses.filter((address) => !claims.has(address))
      return leaves({ chain, key, signal: until, addresses: open }, (address, leaf) => {
        if (!until.aborted) claims.set(address, leaf)
      })
    }).then(
      () => [],
      (error: unknown) => {
        if (error instanceof ProviderError) return [error.message]
        if (!until.aborted) log.warn({ err: error }, 'a provider could not be asked for proofs')
        return [`${name} could not be asked for proofs.`]
      },
    )
    const late = wait(patienceMs, undefined, { signal: until }).then(
      () => [`${name} is slow to give proofs; ask again for the rest.`],
      () => [],
    )
    const notes = await Promise.race([telling, late])
    over.abort()
    return { claims, notes }
  }

  return async (wallet, assets, addresses) => {
    const { chain, address: holder } = wallet
    const standing = await remembered(wallet, assets, addresses)
    const open = addresses.filter((address) => !standing.has(address))
    for (const address of open) standing.set(address, 'unsure')
    const set = open.length === 0 ? null : await providers.of(chain)
    const provider = set?.provider
    if (!set || provider?.lists !== 'assets' || !provider.leaves) return { standing, notes: [] }
    const leaves = provider.leaves.bind(provider)
    const { claims, notes } = await claimsOf(wallet, { name: provider.name, leaves, key: set.key }, open)
    const own = [...claims.values()].filter((claim) => claim !== null).filter(({ owner }) => owner === holder)
    const changes = own.length === 0 ? [] : await assets.proved(own)
    const proved = new Map(own.map(({ address }, place) => [address, changes[place] ?? null]))
    for (const [address, claim] of claims) {
      const changes = proved.get(address) ?? null
      const found = claim?.owner !== holder ? 'elsewhere' : changes === null ? 'unproved' : 'held'
      standing.set(address, found)
      known.set(`${chain} ${address}`, { holder, standing: found, tree: claim?.tree ?? '', changes, at: clock() })
    }
    return { standing, notes }
  }
}
