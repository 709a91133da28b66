import { counted } from '../../shared/format.ts'
import type { AssetsClient, ChainAsset } from '../chains/family/assets.ts'
import type { PageStart } from '../store/sqlite/pages.ts'
import type { LeafProver, LeafStanding } from './prove-leaves.ts'
import type { ProviderAsset } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

/** An NFT of others: read from the chain, or proved to be a leaf of a tree, with its other fields from a provider. */
export type OtherFound = { asset: ChainAsset } | { leaf: ProviderAsset }

export interface OthersPage {
  page: OtherFound[]
  /** The next page begins after this address; null on the last page. */
  next: string | null
  /** On all pages. */
  total: number
  /** Whether NFTs are missing from the page because no proof of them came in time. */
  unsure: boolean
  notes: string[]
}

interface OthersDeps {
  wallet: Wallet
  assets: AssetsClient
  proveLeaves: LeafProver | undefined
}

/** Ours: how often a page is filled up after entries turned out to be no NFTs, or gone; and for how many pages' worth of leaves proofs are asked. */
const mostRounds = 20
const pagesProved = 2

/**
 * A page of the NFTs of others, by address. Each entry is an NFT of the wallet by its account or its tree; entries that turn out not to be
 * are replaced by the ones after them. Tokens on other pages count until they are read.
 * @param held tokens that the wallet holds by the chain
 * @param claimed NFTs that the wallet holds by a provider
 */
export async function othersOf(
  { wallet, assets, proveLeaves }: OthersDeps,
  { held, claimed }: { held: readonly string[]; claimed: readonly ProviderAsset[] },
  { limit, ...start }: PageStart<string> & { limit: number },
): Promise<OthersPage> {
  const here = new Set(held)
  const leaves = new Map(
    claimed.flatMap((one) => (one.compressed && !here.has(one.address) ? [[one.address, one]] : [])),
  )
  let candidates = [...new Set([...held, ...claimed.map(({ address }) => address)])].sort()
  const known = candidates.length
  const found = new Map<string, ChainAsset | null>()
  const standing = new Map<string, LeafStanding>()
  const notes = new Set<string>()
  const isHeld = (asset: ChainAsset) =>
    asset.holder === null ? here.has(asset.address) : asset.holder === wallet.address
  for (const address of candidates) {
    const before = leaves.has(address) ? undefined : assets.knownAs(address)
    if (before !== undefined) found.set(address, before)
  }
  const isGone = (address: string): boolean => {
    const asset = found.get(address)
    if (asset !== undefined) return asset === null || !isHeld(asset)
    const leaf = standing.get(address)
    return leaf === 'elsewhere' || leaf === 'unproved'
  }
  const from = (): number =>
    'after' in start ? candidates.filter((address) => address <= start.after).length : start.offset
  const pageNow = (): string[] => candidates.slice(from(), from() + limit)
  let room = assets.lookedBeside
  for (let round = 0; round < mostRounds; round++) {
    candidates = candidates.filter((address) => !isGone(address))
    const page = pageNow()
    const isOpen = (address: string) => !leaves.has(address) && !found.has(address)
    const onPage = new Set(page.filter(isOpen))
    const beside = candidates.filter((address) => isOpen(address) && !onPage.has(address)).slice(0, room)
    const toProve = page.filter((address) => leaves.has(address) && !standing.has(address))
    if (onPage.size + beside.length + toProve.length === 0) break
    room -= beside.length
    const looked = [...onPage, ...beside]
    const described = await assets.described(looked)
    for (const [place, address] of looked.entries()) found.set(address, described[place] ?? null)
    const isAsked = toProve.length > 0 && standing.size < pagesProved * limit
    const proved = isAsked ? await proveLeaves?.(wallet, assets, toProve) : undefined
    for (const address of toProve) standing.set(address, proved?.standing.get(address) ?? 'unsure')
    for (const note of proved?.notes ?? []) notes.add(note)
  }
  candidates = candidates.filter((address) => !isGone(address))
  const last = from() + limit < candidates.length ? pageNow().at(-1) : undefined
  const page = pageNow().flatMap((address): OtherFound[] => {
    const [asset, leaf] = [found.get(address), leaves.get(address)]
    return asset ? [{ asset }] : leaf && standing.get(address) === 'held' ? [{ leaf }] : []
  })
  const count = (wanted: LeafStanding) => [...standing.values()].filter((one) => one === wanted).length
  const unlooked = candidates.filter((address) => !leaves.has(address) && !found.has(address)).length
  const gaps = { unproved: count('unproved'), unsure: count('unsure'), unlooked, of: known }
  return {
    page,
    next: last ?? null,
    total: candidates.length,
    unsure: gaps.unsure > 0,
    notes: [...notesOf(gaps), ...notes],
  }
}

/** What the person should know about NFTs that are missing from the page, a sentence each. */
function notesOf({
  unproved,
  unsure,
  unlooked,
  of,
}: Record<'unproved' | 'unsure' | 'unlooked' | 'of', number>): string[] {
  const notes: string[] = []
  if (unproved > 0)
    notes.push(
      `Left out: ${counted(unproved, 'compressed NFT')} that the provider lists, since their trees do not hold what it says.`,
    )
  if (unsure > 0)
    notes.push(
      `Left out: ${counted(unsure, 'compressed NFT')} of this page, since no proof was had in time; ask again.`,
    )
  if (unlooked > 0)
    notes.push(
      `Of ${counted(of, 'token')} in this wallet ${unlooked} were not looked at yet: they count as NFTs until their page is asked for.`,
    )
  return notes
}
