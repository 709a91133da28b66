import type { Coverage } from '../../shared/api-schemas/wallets.ts'
import { counted } from '../../shared/format.ts'
import type { AssetsClient, ChainAsset } from '../chains/family/assets.ts'
import type { Chains } from '../chains/family.ts'
import { CoreError } from '../errors.ts'
import type { Store } from '../store/open.ts'
import { leavesAmong, type TokenMint, tokenMintsOf } from '../store/token-holdings.ts'
import type { AssetsSaid } from './ask-assets.ts'
import { isUntouched } from './list.ts'
import type { ProviderAsset } from './providers/provider.ts'
import type { Wallet } from './read-events.ts'

/** An NFT of whoever made it. */
export interface OtherAsset {
  address: string
  /** As it stands on chain. */
  name: string
  uri: string
  /** '' where nothing says so. */
  collectionName: string
}

export interface AssetsPage {
  /** What Mintdesk minted, oldest first; then what others did, by address. */
  assets: (TokenMint | OtherAsset)[]
  /** On all pages. */
  total: number
  coverage: Coverage
  /** See `HeldPage`. */
  notes: string[]
}

export interface AssetsDeps {
  db: Store
  chains: Pick<Chains, 'client'>
  /** See `assetAsker`; absent: nobody is asked. */
  askProvider?: (wallet: Wallet) => Promise<AssetsSaid>
}

export interface AssetsQuery {
  /** Only these. */
  addresses?: readonly string[] | undefined
  offset: number
  limit: number
}

/** Ours: strangers' tokens that are looked at for one answer, two calls for a hundred of them. */
const mostLooked = 1_000

type Other = { asset: ChainAsset } | { told: ProviderAsset }

/**
 * A page of what a wallet holds on a chain whose tokens have addresses of their own. Accounts were read just now. What lies in trees of ours is
 * as the journal knows it; in trees of others, as a provider says.
 * @throws CoreError where the network cannot be asked
 */
export async function listAssets(deps: AssetsDeps, wallet: Wallet, query: AssetsQuery): Promise<AssetsPage> {
  const { db, chains, askProvider } = deps
  const { kind, chain, address } = wallet
  if (await isUntouched(db, wallet)) return { assets: [], total: 0, coverage: 'full', notes: [] }
  const client = await chains.client(kind, chain)
  return client.look(async ({ assets }) => {
    if (!assets) throw new CoreError('network.unsupported', `What wallets hold on ${chain} cannot be listed yet.`)
    const [held, said] = await Promise.all([
      assets.heldBy(address),
      kind === 'live' && askProvider ? askProvider(wallet) : { assets: [], complete: false, notes: [] },
    ])
    const here = new Set(held)
    const own = await ownOf(db, assets, wallet, here)
    const ownAddresses = new Set(own.map((mint) => mint.token_address))
    const foreign = await foreignOf(db, assets, address, held, said.assets, ownAddresses)
    const wanted = query.addresses && new Set(query.addresses)
    const all = [...own, ...foreign.others].filter((one) => wanted?.has(addressOf(one)) ?? true)
    const page = all.slice(query.offset, query.offset + query.limit)
    return {
      assets: await shown(assets, page),
      total: all.length,
      coverage: said.complete ? 'provider' : 'own',
      notes: [...foreign.notes, ...said.notes, ...(said.complete || said.notes.length > 0 ? [] : [missing(assets)])],
    }
  })
}

/** Mints of ours that are the wallet's now, wherever they were sent from. */
async function ownOf(
  db: Store,
  assets: AssetsClient,
  { kind, chain, address }: Wallet,
  here: ReadonlySet<string>,
): Promise<TokenMint[]> {
  const mints = await tokenMintsOf(db, kind, chain, address, [...here])
  const unsure = mints.flatMap(({ compressed, token_address: token }) =>
    compressed === 0 && token !== null && !here.has(token) ? [token] : [],
  )
  const told = await assets.described(unsure)
  const gone = new Set(unsure.filter((_, place) => told[place]?.holder !== address))
  return mints.filter((mint) => !gone.has(mint.token_address ?? ''))
}

async function foreignOf(
  db: Store,
  assets: AssetsClient,
  holder: string,
  held: readonly string[],
  told: readonly ProviderAsset[],
  own: ReadonlySet<string | null>,
): Promise<{ others: Other[]; notes: string[] }> {
  const here = new Set(held)
  // What the journal knows of leaves of ours is newer than any index.
  const ours = await leavesAmong(
    db,
    told.map(({ address }) => address),
  )
  const candidates = [
    ...new Set([
      ...held.filter((address) => !own.has(address)),
      ...told
        .filter(({ address, compressed }) => !compressed && !own.has(address) && !here.has(address))
        .map(({ address }) => address),
    ]),
  ].sort()
  const described = await assets.described(candidates.slice(0, mostLooked))
  const others = new Map<string, Other>()
  for (const asset of described)
    if (asset && (asset.holder === null ? here.has(asset.address) : asset.holder === holder))
      others.set(asset.address, { asset })
  for (const one of told)
    if (one.compressed && !ours.has(one.address) && !own.has(one.address)) others.set(one.address, { told: one })
  const notes = [
    ...(candidates.length > mostLooked
      ? [`Of ${counted(candidates.length, 'token')} in this wallet the first ${mostLooked} were looked at.`]
      : []),
  ]
  return { others: [...others.values()].sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1)), notes }
}

function addressOf(one: TokenMint | Other): string {
  return 'asset' in one ? one.asset.address : 'told' in one ? one.told.address : (one.token_address ?? '')
}

/** With their collections' names, which are asked for together. */
async function shown(assets: AssetsClient, page: readonly (TokenMint | Other)[]): Promise<AssetsPage['assets']> {
  const collections = [
    ...new Set(page.flatMap((one) => ('asset' in one && one.asset.collection ? [one.asset.collection] : []))),
  ]
  const names = await assets.collectionNames(collections)
  return page.map((one) => {
    if ('told' in one) return one.told
    if (!('asset' in one)) return one
    const { address, name, uri, collection } = one.asset
    const place = collection === null ? -1 : collections.indexOf(collection)
    return { address, name, uri, collectionName: names[place] ?? '' }
  })
}

function missing({ whole }: AssetsClient): string {
  return whole
    ? 'Compressed NFTs of other programs are not looked for.'
    : 'Compressed NFTs and Core assets of others are listed where a DAS provider is set.'
}
