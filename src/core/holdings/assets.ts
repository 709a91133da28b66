import type { Coverage } from '../../shared/api-schemas/wallets.ts'
import type { Family } from '../../shared/families/family.ts'
import { familyOf } from '../../shared/families.ts'
import type { AssetsClient } from '../chains/family/assets.ts'
import type { Chains } from '../chains/family/family.ts'
import { CoreError } from '../lib/errors.ts'
import {
  leavesAmong,
  type OwnToken,
  ownTokensOf,
  type TokenMint,
  tokenMintsBy,
} from '../store/holdings/token-holdings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { PageStart } from '../store/sqlite/pages.ts'
import type { AssetsSaid } from './ask-assets.ts'
import { isUntouched } from './list.ts'
import { type OtherFound, othersOf } from './other-assets.ts'
import type { LeafProver } from './prove-leaves.ts'
import type { Wallet } from './read-events.ts'

/** An NFT that others minted. */
export interface OtherAsset {
  address: string
  /** The name on chain. */
  name: string
  uri: string
  /** '' where it is unknown. */
  collectionName: string
}

/** The position of an NFT in the list: the number of our own mint, or the address of an NFT of others. */
export type AssetKey = { mint: number } | { address: string }

export interface AssetsPage {
  /** Mintdesk's own mints first, oldest first; then NFTs of others, by address. */
  assets: (TokenMint | OtherAsset)[]
  /** The next page begins after this key and may be empty; null on the last page. */
  next: AssetKey | null
  /** On all pages. */
  total: number
  coverage: Coverage
  /** See `HeldPage`. */
  notes: string[]
}

export interface AssetsDeps {
  db: Store
  chains: Pick<Chains, 'reader'>
  /** See `assetAsker`; absent: no provider is asked. */
  askProvider?: (wallet: Wallet) => Promise<AssetsSaid>
  /** See `leafProver`; absent: leaves in trees of others are not proved. */
  proveLeaves?: LeafProver
}

export type AssetsQuery = PageStart<AssetKey> & {
  /** Only these. */
  addresses?: readonly string[] | undefined
  limit: number
}

/**
 * A page of what a wallet holds on a chain whose tokens have addresses of their own. Accounts are read now. Leaves in our own trees are listed
 * by the journal; leaves in trees of others were proved against these trees.
 * @throws CoreError where the network cannot be asked
 */
export async function listAssets(deps: AssetsDeps, wallet: Wallet, query: AssetsQuery): Promise<AssetsPage> {
  const { db, chains, askProvider, proveLeaves } = deps
  const { kind, chain, address } = wallet
  if (await isUntouched(db, wallet)) return { assets: [], next: null, total: 0, coverage: 'full', notes: [] }
  const client = await chains.reader(kind, chain)
  return client.observe(async ({ assets }) => {
    if (!assets) throw new CoreError('network.unsupported', `What wallets hold on ${chain} cannot be listed yet.`)
    const [held, said] = await Promise.all([
      assets.heldBy(address),
      kind === 'live' && askProvider ? askProvider(wallet) : { assets: [], complete: false, notes: [] },
    ])
    const wanted = query.addresses && new Set(query.addresses)
    const isWanted = (one: string | null) => wanted?.has(one ?? '') ?? true
    // A provider's claim about our own mints is only a reason to read the chain.
    const claimed = said.assets.flatMap((one) => (one.compressed ? [] : [one.address]))
    const own = await ownOf(db, assets, wallet, new Set(held), claimed)
    const ownAddresses = new Set(own.map((mint) => mint.token_address))
    // For leaves in our own trees the journal is newer than any index.
    const ours = await leavesAmong(
      db,
      said.assets.map((one) => one.address),
    )
    const isOthers = (one: string) => !ownAddresses.has(one) && !ours.has(one) && isWanted(one)
    const listed = own.filter((mint) => isWanted(mint.token_address))
    const { from, behind } = startIn(listed, query)
    const ownPage = listed.slice(from, from + query.limit)
    const others = await othersOf(
      { wallet, assets, proveLeaves },
      { held: held.filter(isOthers), claimed: said.assets.filter((one) => isOthers(one.address)) },
      { ...behind, limit: query.limit - ownPage.length },
    )
    const mints = await tokenMintsBy(
      db,
      ownPage.map(({ pk }) => pk),
    )
    const page = [...mints, ...others.page]
    const last = ownPage.length === query.limit ? ownPage.at(-1) : undefined
    const isLast = from + query.limit >= listed.length && others.total === 0
    const isWhole = assets.whole && !familyOf(chain).compressed
    const complete = said.complete && !others.unsure
    return {
      assets: await shown(assets, page),
      next: others.next !== null ? { address: others.next } : last && !isLast ? { mint: last.pk } : null,
      total: listed.length + others.total,
      coverage: isWhole ? 'full' : complete ? 'provider' : 'own',
      notes: [
        ...others.notes,
        ...said.notes,
        ...(isWhole || said.complete || said.notes.length > 0 ? [] : [missing(assets, familyOf(wallet.chain))]),
      ],
    }
  })
}

/** The start of the page among our mints, and among the NFTs of others after them. */
function startIn(listed: readonly OwnToken[], query: PageStart<AssetKey>): { from: number; behind: PageStart<string> } {
  if (!('after' in query)) return { from: query.offset, behind: { offset: Math.max(0, query.offset - listed.length) } }
  const { after } = query
  if ('address' in after) return { from: listed.length, behind: { after: after.address } }
  return { from: listed.filter(({ pk }) => pk <= after.mint).length, behind: { offset: 0 } }
}

/** Our own mints that the wallet holds now, whoever sent them. */
async function ownOf(
  db: Store,
  assets: AssetsClient,
  { kind, chain, address }: Wallet,
  here: ReadonlySet<string>,
  claimed: readonly string[],
): Promise<OwnToken[]> {
  const mints = await ownTokensOf(db, kind, chain, address, [...here, ...claimed])
  const unsure = mints.flatMap(({ compressed, token_address: token }) =>
    compressed === 0 && token !== null && !here.has(token) ? [token] : [],
  )
  const described = await assets.described(unsure)
  const gone = new Set(unsure.filter((_, place) => described[place]?.holder !== address))
  return mints.filter((mint) => !gone.has(mint.token_address ?? ''))
}

/** Adds the names of collections, which are read together. */
async function shown(assets: AssetsClient, page: readonly (TokenMint | OtherFound)[]): Promise<AssetsPage['assets']> {
  const collections = [
    ...new Set(page.flatMap((one) => ('asset' in one && one.asset.collection ? [one.asset.collection] : []))),
  ]
  const names = await assets.collectionNames(collections)
  return page.map((one) => {
    if ('leaf' in one) return one.leaf
    if (!('asset' in one)) return one
    const { address, name, uri, collection } = one.asset
    const place = collection === null ? -1 : collections.indexOf(collection)
    return { address, name, uri, collectionName: names[place] ?? '' }
  })
}

function missing({ whole }: AssetsClient, { compressed, label }: Family): string {
  if (!compressed) return `What others minted on ${label} is not looked for.`
  return whole
    ? 'Compressed NFTs of other programs are not looked for.'
    : 'Compressed NFTs and Core assets of others are listed where a DAS provider is set.'
}
