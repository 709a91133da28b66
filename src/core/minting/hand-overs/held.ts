/** What a wallet of the project holds, and whether it can be moved. */
import type { Project } from '../../../shared/app-api.ts'
import type { ChainName } from '../../../shared/chains.ts'
import { lacksFeature } from '../../../shared/contract-features.ts'
import { familyOf } from '../../../shared/families.ts'
import { groupBy } from '../../../shared/group-by.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { TokenStandard } from '../../chains/family/tokens.ts'
import type { AssetKey } from '../../holdings/assets.ts'
import type { Wallet } from '../../holdings/read-events.ts'
import { type CollectionRow, collectionByPk, findContract } from '../../store/collections/collections.ts'
import { nftsByTokens } from '../../store/collections/nfts.ts'
import { settledOf } from '../../store/collections/settings.ts'
import type { SightingKey } from '../../store/holdings/sightings.ts'
import type { PageStart } from '../../store/sqlite/pages.ts'
import type { HandOverDeps, Scope } from './deps.ts'

/** An NFT in a wallet of the project; `unmovable`: why it stays there. */
export interface HeldForPerson {
  contract: string
  tokenId: string
  standard: TokenStandard
  quantity: string
  mintPk: number | null
  sentBy: 'treasury' | 'holder'
  unmovable: string | null
}

export interface HeldInWallet {
  nfts: HeldForPerson[]
  /** What the person should know about how the list was made. */
  notes: string[]
}

type ReaderDeps = Pick<HandOverDeps, 'db' | 'holdings'> & { chains: Pick<HandOverDeps['chains'], 'client'> }

/** Reads what a wallet holds, and remembers the collections that it met. */
export type WalletReader = (chain: ChainName, holder: string) => Promise<HeldInWallet>

/** Ours: NFTs of a wallet in one page. The next page begins behind the last NFT: one that leaves the wallet meanwhile hides no other. */
const page = 500
const fromFirst = { offset: 0 } as const
/** Ours: how often, at most, a wallet of several pages is read until a read finds nothing new. */
const mostReads = 5

export function walletReader(deps: ReaderDeps, project: Project, { collections }: Scope): WalletReader {
  const known = new Map<string, Promise<CollectionRow | undefined>>()
  const collectionAt = (chain: ChainName, contract: string): Promise<CollectionRow | undefined> => {
    const key = `${chain} ${contract}`
    const found = known.get(key) ?? findContract(deps.db, project.id, chain, contract)
    known.set(key, found)
    return found
  }
  return async (chain, holder) => {
    const family = familyOf(chain)
    const wallet = { kind: project.kind, chain, address: family.caselessAddresses ? holder.toLowerCase() : holder }
    const client = await deps.chains.client(project.kind, chain)
    const named = collections.filter((one) => one.chain === chain)
    if (collections.length > 0 && named.length === 0) return { nfts: [], notes: [] }
    return family.tokenIds
      ? await tokensIn(deps, client, wallet, named, collectionAt)
      : await assetsIn(deps, client, wallet, { holder, named })
  }
}

async function tokensIn(
  { db, holdings }: ReaderDeps,
  client: ChainClient,
  wallet: Wallet,
  named: readonly CollectionRow[],
  collectionAt: (chain: ChainName, contract: string) => Promise<CollectionRow | undefined>,
): Promise<HeldInWallet> {
  const contracts = named.flatMap(({ contract_address }) => contract_address?.toLowerCase() ?? [])
  if (named.length > 0 && contracts.length === 0) return { nfts: [], notes: [] }
  const nfts = new Map<string, HeldForPerson>()
  const notes = new Set<string>()
  let reads = 1
  let before = 0
  for (let start: PageStart<SightingKey> = fromFirst; ; ) {
    const some = await holdings.tokens(wallet, {
      ...start,
      limit: page,
      ...(contracts.length > 0 ? { contracts } : {}),
    })
    for (const note of some.notes) notes.add(note)
    for (const [contract, tokens] of groupBy(some.tokens, (one) => one.contract)) {
      const collection = await collectionAt(client.chain, contract)
      const mints = await mintsOf(db, collection, tokens)
      const rule = ruleOf(client, collection)
      for (const { tokenId, standard, quantity } of tokens)
        nfts.set(`${contract} ${tokenId}`, {
          contract: normal(client, contract),
          tokenId,
          standard,
          quantity,
          mintPk: mints.get(tokenId) ?? null,
          ...rule,
        })
    }
    if (some.next !== null) start = { after: some.next }
    // Once it is known when the wallet got an NFT, the NFT moves in the list, maybe to before the next page: so all pages are read again.
    else if (start === fromFirst || nfts.size === before || reads === mostReads)
      return { nfts: [...nfts.values()], notes: [...notes] }
    else {
      reads++
      before = nfts.size
      start = fromFirst
    }
  }
}

async function mintsOf(
  db: HandOverDeps['db'],
  collection: CollectionRow | undefined,
  tokens: readonly { tokenId: string }[],
): Promise<Map<string, number>> {
  if (!collection || collection.fungibility === 'semi-fungible') return new Map()
  const numbers = tokens.map(({ tokenId }) => Number(tokenId)).filter((one) => Number.isSafeInteger(one))
  const rows = await nftsByTokens(db, collection.pk, numbers)
  return new Map(rows.map(({ token_id, pk }) => [String(token_id), pk]))
}

async function assetsIn(
  { db, holdings }: ReaderDeps,
  client: ChainClient,
  wallet: Wallet,
  { holder, named }: { holder: string; named: readonly CollectionRow[] },
): Promise<HeldInWallet> {
  const wanted = new Set(named.map(({ pk }) => pk))
  const nfts: HeldForPerson[] = []
  const notes = new Set<string>()
  const collections = new Map<number, CollectionRow>()
  for (let start: PageStart<AssetKey> = fromFirst; ; ) {
    const some = await holdings.assets(wallet, { ...start, limit: page })
    for (const note of some.notes) notes.add(note)
    for (const asset of some.assets) {
      const one = { tokenId: '', standard: 'addressed' as const, quantity: '1' }
      if ('pk' in asset) {
        if (asset.token_address === null || (wanted.size > 0 && !wanted.has(asset.collection_pk))) continue
        const collection = collections.get(asset.collection_pk) ?? (await collectionByPk(db, asset.collection_pk))
        collections.set(asset.collection_pk, collection)
        nfts.push({ ...one, contract: asset.token_address, mintPk: asset.pk, ...ruleOf(client, collection) })
      } else if (wanted.size === 0) {
        const standing = await client.transfers?.standing(asset.address, '', holder)
        const movable = standing?.kind === 'nft' && standing.held > 0n
        const { notMovable } = client.family.words
        const rule = movable ? ruleOf(client, undefined) : unmovable(notMovable(asset.address, client.family.label))
        nfts.push({ ...one, contract: asset.address, mintPk: null, ...rule })
      }
    }
    if (some.next === null) return { nfts, notes: [...notes] }
    start = { after: some.next }
  }
}

/** Whose transaction moves the NFTs of a contract; or why none does. */
function ruleOf(
  { transfers, family }: ChainClient,
  collection: CollectionRow | undefined,
): Pick<HeldForPerson, 'sentBy' | 'unmovable'> {
  if (!transfers) return unmovable(`Nothing can be moved on ${family.label} yet.`)
  if (!collection) return { sentBy: transfers.holderSends ? 'holder' : 'treasury', unmovable: null }
  const lack = lacksFeature(collection.contract_kind, 'transfer-by-signature')
  if (lack !== null && !transfers.holderSends) return unmovable(lack)
  if (!settledOf(collection).transferable)
    return unmovable(`The NFTs of the collection ${JSON.stringify(collection.id)} cannot be transferred, only burnt.`)
  const signs = collection.state === 'deployed' && lack === null
  return { sentBy: signs || !transfers.holderSends ? 'treasury' : 'holder', unmovable: null }
}

function unmovable(why: string): Pick<HeldForPerson, 'sentBy' | 'unmovable'> {
  return { sentBy: 'treasury', unmovable: why }
}

/** A contract's address as transfers name it. */
function normal({ family }: ChainClient, contract: string): string {
  const checked = family.checkAddress(contract)
  return checked.address ?? contract
}
