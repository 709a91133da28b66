import type { Coverage } from '../../shared/api-schemas/wallets.ts'
import { familyOf } from '../../shared/families.ts'
import { counted } from '../../shared/format.ts'
import { assetOf, nameText, nftBy } from '../chains/cardano/asset-id.ts'
import { CoreError } from '../lib/errors.ts'
import type { PageStart } from '../store/sqlite/pages.ts'
import type { IndexAsker, KnownUnit } from './ask-index.ts'
import { nothingShown, readForeign, type ShownMetadata } from './foreign-metadata.ts'
import type { IndexSource, IndexSources } from './index-source.ts'
import { type HeldUnit, ProviderError } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

/** An NFT that a wallet holds, by an index. */
export interface IndexedNft {
  /** `policy` and `name` are hex. */
  policy: string
  name: string
  metadata: ShownMetadata
  /** The name of the collection in its metadata; '' where there is none. */
  collectionName: string
}

export interface IndexedPage {
  /** Sorted by policy and name. */
  nfts: IndexedNft[]
  /** The next page begins after this asset and may be empty; null on the last page. */
  next: string | null
  /** On all pages; an asset that was not described yet counts as an NFT. */
  total: number
  coverage: Coverage
  /** See `HeldPage`. */
  notes: string[]
}

export type IndexedQuery = PageStart<string> & {
  /** Only assets of these policies, and with these names. */
  policies?: readonly string[] | undefined
  names?: readonly string[] | undefined
  limit: number
}

export interface IndexedDeps {
  sources: IndexSources
  asker: IndexAsker
  /** How long the caller waits, ms. */
  patienceMs?: number
}

/** Ours: longer than for other providers, since the request for a page of assets may wait ten seconds for its turn. */
const usualPatience = 14_000
/** Ours: how long counting waits, ms. */
const countPatience = 2_000
/** Ours: how often a page is filled up after assets on it turned out not to be NFTs. */
const mostRounds = 20

const unreachable = 'network.unreachable'

/**
 * A page of a wallet's NFTs by an index, which nothing here can verify. Assets that turn out not to be NFTs are replaced by the ones after
 * them; assets before the page that were not described yet count as NFTs.
 * @throws CoreError where nothing can be listed, or the address is of another network
 */
export async function listIndexed(
  { sources, asker, patienceMs = usualPatience }: IndexedDeps,
  wallet: Wallet,
  query: IndexedQuery,
): Promise<IndexedPage> {
  const until = performance.now() + patienceMs
  const left = (): number => until - performance.now()
  try {
    const source = await sources.of(wallet)
    const said = await asker.held(source, wallet.address, left())
    const wanted = candidatesOf(said.units, query)
    const found = await pageOf({ source, asker, left }, wanted, query)
    const notes = [...said.notes, ...found.notes, ...noteOfStake(wallet)]
    return {
      nfts: found.page.map(({ unit }) => shownOf(unit, found.known.get(unit))),
      next: found.next,
      total: found.total,
      coverage: said.complete && found.complete ? 'provider' : 'own',
      notes,
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new CoreError(
      unreachable,
      `What the wallet holds on ${familyOf(wallet.chain).label} cannot be told now. ${error.message}`,
    )
  }
}

/** How many NFTs a wallet is known to hold; 0 where the index does not answer soon. */
export async function countIndexed({ sources, asker }: IndexedDeps, wallet: Wallet): Promise<number> {
  try {
    const source = await sources.of(wallet)
    const { units } = await asker.held(source, wallet.address, countPatience)
    return candidatesOf(units, {}).filter((one) => isNft(one, asker.known(source, one.unit)) !== false).length
  } catch (error) {
    if (error instanceof CoreError) return 0
    throw error
  }
}

function candidatesOf(
  units: readonly HeldUnit[],
  { policies, names }: { policies?: readonly string[] | undefined; names?: readonly string[] | undefined },
) {
  const [ofPolicies, named] = [policies && new Set(policies), names && new Set(names)]
  return units.filter(({ unit, quantity }) => {
    const asset = assetOf(unit)
    if (ofPolicies?.has(asset.policy) === false || named?.has(asset.name) === false) return false
    return nftBy(asset, quantity) !== 'no'
  })
}

/** Null where its supply is not known yet. */
function isNft({ unit, quantity }: HeldUnit, known: KnownUnit | undefined): boolean | null {
  if (nftBy(assetOf(unit), quantity) === 'yes') return true
  return known?.supply == null ? null : known.supply === 1n
}

interface Asking {
  source: IndexSource
  asker: IndexAsker
  left(): number
}

async function pageOf(
  { source, asker, left }: Asking,
  wanted: readonly HeldUnit[],
  { limit, ...start }: PageStart<string> & { limit: number },
) {
  const known = new Map<string, KnownUnit>()
  const asked = new Set<string>()
  const notes = new Set<string>()
  const look = (units: readonly HeldUnit[]): void => {
    for (const { unit } of units) {
      const found = asker.known(source, unit)
      if (found) known.set(unit, found)
    }
  }
  look(wanted)
  let present = wanted
  const from = (): number =>
    'after' in start ? present.filter(({ unit }) => unit <= start.after).length : start.offset
  // With a key, assets before the page cannot shift it.
  const ahead = 'after' in start ? 0 : start.offset
  let page: readonly HeldUnit[] = []
  let room = source.provider.beside
  for (let round = 0; round < mostRounds && left() > 0; round++) {
    present = present.filter((one) => isNft(one, known.get(one.unit)) !== false)
    page = present.slice(from(), from() + limit)
    const isOpen = ({ unit }: HeldUnit): boolean => !known.has(unit) && !asked.has(unit)
    const before = present.slice(0, ahead).filter((one) => isNft(one, undefined) === null && isOpen(one))
    const open = [...page.filter(isOpen), ...before.slice(0, room)]
    if (open.length === 0) break
    room -= Math.min(room, before.length)
    for (const { unit } of open) asked.add(unit)
    const wrong = await asker.describe(
      source,
      open.map(({ unit }) => unit),
      left(),
    )
    for (const note of wrong) notes.add(note)
    look(open)
  }
  present = present.filter((one) => isNft(one, known.get(one.unit)) !== false)
  page = present.slice(from(), from() + limit)
  const last = from() + limit < present.length ? page.at(-1) : undefined
  const unsure = page.filter((one) => isNft(one, known.get(one.unit)) === null)
  const bare = page.filter((one) => !unsure.includes(one) && !known.has(one.unit))
  if (unsure.length > 0)
    notes.add(
      `Left out: ${counted(unsure.length, 'asset')} of this page, since ${source.provider.name} did not say whether there is one of it alone.`,
    )
  if (bare.length > 0)
    notes.add(`${counted(bare.length, 'NFT')} of this page ${bare.length === 1 ? 'is' : 'are'} shown without metadata.`)
  return {
    page: page.filter((one) => !unsure.includes(one)),
    known,
    next: last?.unit ?? null,
    total: present.length,
    complete: notes.size === 0,
    notes: [...notes],
  }
}

function shownOf(unit: string, known: KnownUnit | undefined): IndexedNft {
  const { policy, name } = assetOf(unit)
  const shown = (known?.metadata == null ? null : readForeign(known.metadata)) ?? nothingShown
  const { collection } = shown
  return {
    ...{ policy, name },
    metadata: { ...shown, name: shown.name || nameText(name) },
    collectionName: typeof collection === 'string' ? collection : '',
  }
}

/** A stake address may stand for more than one wallet. */
function noteOfStake({ address }: Wallet): string[] {
  return address.startsWith('stake')
    ? ['Listed is what all addresses with this stake key hold: others than its owner may have made some of them.']
    : []
}
