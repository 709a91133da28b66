import { counted } from '../../shared/format.ts'
import type { AssetsClient, ChainAsset } from '../chains/family/assets.ts'
import type { PageStart } from '../store/sqlite/pages.ts'
import type { LeafProver, LeafStanding } from './prove-leaves.ts'
import type { ProviderAsset } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

/** An NFT of others: as the chain has it, or proved to lie in a tree, and for the rest as a provider says. */
export type OtherFound = { asset: ChainAsset } | { leaf: ProviderAsset }

export interface OthersPage {
  page: OtherFound[]
  /** Behind which the next page begins; null on the last. */
  next: string | null
  /** On all pages. */
  total: number
  /** Whether some on the page are left out of which nothing could be told. */
  unsure: boolean
  notes: string[]
}

interface OthersDeps {
  wallet: Wallet
  assets: AssetsClient
  proveLeaves: LeafProver | undefined
}

/** Ours: how often a page whose NFTs turn out to be none, or gone, is filled up again; NFTs in trees are proved for so many pages at most. */
const mostRounds = 20
const pagesProved = 2

/**
 * A page of the NFTs of others, by address. What is on it is an NFT and the wallet's, as its account or its tree says; what turns out not to be
 * makes room for what comes behind. Tokens on pages that were not asked for count until they are looked at.
 * @param held tokens that the chain says are the wallet's
 * @param claimed what a provider says that it holds
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

/** What a person should know of what is not on the page, a sentence each. */
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
