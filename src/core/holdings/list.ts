import type { Coverage } from '../../shared/api-schemas/wallets.ts'
import type { ChainClient, Chains } from '../chains/family/family.ts'
import type { TokensClient } from '../chains/family/holdings.ts'
import type { TokenKind } from '../chains/family/tokens.ts'
import { CoreError } from '../lib/errors.ts'
import { deployedContracts } from '../store/collections/collections.ts'
import { doubtGone, findScan, readThrough, settledSequences } from '../store/holdings/scans.ts'
import {
  countSightings,
  listSightings,
  type Sighting,
  type SightingFilter,
  type SightingKey,
  settleSightings,
  suggestMinted,
  unsureSightings,
} from '../store/holdings/sightings.ts'
import { knownGenesis } from '../store/installation/genesis.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { Page, PageStart } from '../store/sqlite/pages.ts'
import { readEvents, type Wallet, walletScope } from './read-events.ts'
import type { Budget } from './scan.ts'

/** A token that the wallet holds by the chain. */
export interface HeldNft {
  /** 0x-hex in lower case. */
  contract: string
  tokenId: string
  standard: TokenKind
  /** Units; '1' for erc-721. */
  quantity: string
  /** The result of `tokenURI` or `uri`; '' where the contract returns none. */
  uri: string
  /** The contract's name; '' where it has none. */
  contractName: string
}

export interface HeldPage {
  nfts: HeldNft[]
  /** The next page begins after this key; null on the last page. */
  next: SightingKey | null
  coverage: Coverage
  /** What the person should know about how complete the list is, a sentence each. */
  notes: string[]
}

export interface HoldingsDeps {
  db: Store
  chains: Pick<Chains, 'reader'>
  /** Asks a provider about the wallet; true: the provider knows no more. Never rejects: notes report errors. */
  askProvider?: (wallet: Wallet, network: string) => Promise<{ complete: boolean; notes: string[] }>
  /** Contracts' own names, by network and contract. */
  names: { get(key: string): string | undefined; set(key: string, name: string): unknown }
  clock: () => number
}

export type HeldQuery = SightingFilter & PageStart<SightingKey> & { limit: number }

/** Ours: the most calls that look for transfers, and their time in ms, before the page is answered with what is known. */
const forPage = { calls: 40, ms: 8_000 }
const forCount = { calls: 8, ms: 2_000 }
/** Ours: tokens before the page that are checked for one answer; further ones count as held until their own page is read. */
const askedBefore = 1_000
/** Ours: how often a page is filled up after tokens on it turned out to be gone. */
const mostRounds = 20

/**
 * A page of what a wallet holds, oldest first, ties by token id. Its contract has just confirmed each token. A practice network that is behind
 * the journal (killed and restarting) is not believed where it reports less than the journal knows.
 * @throws CoreError where the network cannot be asked
 */
export async function listHeld(deps: HoldingsDeps, wallet: Wallet, query: HeldQuery): Promise<HeldPage> {
  if (await isUntouched(deps.db, wallet)) return { nfts: [], next: null, coverage: 'full', notes: [] }
  const client = await deps.chains.reader(wallet.kind, wallet.chain)
  return await client.observe(async (node) => {
    const looked = await lookAt(deps, node, wallet, forPage)
    const { rows, next } = await page(deps.db, node, wallet, looked, query)
    return { nfts: await described(deps, node, rows), next, coverage: looked.coverage, notes: looked.notes }
  })
}

/** The same without the URIs and names that contracts report: only tokens and quantities. */
export async function listTokens(
  deps: HoldingsDeps,
  wallet: Wallet,
  query: HeldQuery,
): Promise<Omit<HeldPage, 'nfts'> & { tokens: Omit<HeldNft, 'uri' | 'contractName'>[] }> {
  if (await isUntouched(deps.db, wallet)) return { tokens: [], next: null, coverage: 'full', notes: [] }
  const client = await deps.chains.reader(wallet.kind, wallet.chain)
  return await client.observe(async (node) => {
    const looked = await lookAt(deps, node, wallet, forPage)
    const { rows, next } = await page(deps.db, node, wallet, looked, query)
    return { tokens: rows.map(tokenOf), next, coverage: looked.coverage, notes: looked.notes }
  })
}

/** How many NFTs the wallet is known to hold, without asking a provider; tokens that were not checked yet count as held. */
export async function countHeld(deps: HoldingsDeps, wallet: Wallet): Promise<number> {
  if (await isUntouched(deps.db, wallet)) return 0
  const client = await deps.chains.reader(wallet.kind, wallet.chain)
  return await client.observe(async (node) => {
    const { askProvider: _unasked, ...others } = deps
    const looked = await lookAt(others, node, wallet, forCount)
    await page(deps.db, node, wallet, looked, { offset: 0, limit: 100 })
    return await countSightings(deps.db, node.network, wallet.address)
  })
}

/** Whether a practice network was never used: then the wallet holds nothing on it, and it is not started. */
export async function isUntouched(db: Store, { kind, chain, address }: Wallet): Promise<boolean> {
  if (kind === 'live') return false
  const network = `${kind}:${chain}`
  const [genesis, contracts, scan] = await Promise.all([
    knownGenesis(db, network),
    deployedContracts(db, kind, chain),
    findScan(db, network, walletScope(address)),
  ])
  return genesis === null && contracts.length === 0 && scan === undefined
}

/** How far the answers of this node can be trusted. */
interface Standpoint {
  /** The network lost blocks: it is not believed where it reports less than the journal knows. */
  behind: boolean
  /** The last final block: a token that was transferred away by then is gone for good. */
  final: number
}

async function lookAt(
  { db, askProvider, clock }: HoldingsDeps,
  node: ChainClient,
  wallet: Wallet,
  bounds: typeof forPage,
): Promise<{ coverage: Coverage; notes: string[] } & Standpoint> {
  const { number: head } = await node.head()
  const behind = await isBehind(db, node)
  // A node whose head is before the last block that was read lacks newer blocks, so nothing it reports counts as final.
  const final = (await readThrough(db, node.network)) > head ? -1 : head - node.confirmations
  await doubtGone(db, node.network, wallet.address)
  const budget = requestBudget(clock, bounds)
  const [events, provider] = await Promise.all([
    readEvents({ db, node, tokens: tokensOf(node), head, budget }, wallet),
    wallet.kind === 'live' && askProvider
      ? askProvider(wallet, node.network)
      : { complete: false, notes: [] as string[] },
  ])
  if (behind || !events.own) await suggestMinted(db, node.network, wallet.address)
  const notes = [...events.notes, ...(events.all ? [] : provider.notes)]
  if (behind) notes.push('The network is just coming up again: what the journal knows to be minted is listed.')
  return { coverage: events.all ? 'full' : provider.complete ? 'provider' : 'own', notes, behind, final }
}

function requestBudget(clock: () => number, bounds: typeof forPage): Budget {
  const until = clock() + bounds.ms
  let calls = 0
  return { take: () => calls++ < bounds.calls && clock() < until }
}

/** Whether the chain lost transactions that the journal knows as settled: only a practice network that was killed does. */
async function isBehind(db: Store, node: ChainClient): Promise<boolean> {
  if (!node.isPractice) return false
  const known = await settledSequences(db, node.network)
  const counts = await Promise.all(known.map(({ signer }) => node.sequence(signer)))
  return known.some(({ count }, place) => (counts[place] ?? 0) < count)
}

/** The page, and one more token that shows whether a next page exists. All are checked on chain; tokens that are gone make room for others. */
async function page(
  db: Store,
  node: ChainClient,
  { address }: Wallet,
  { behind, final }: Standpoint,
  { limit, contracts, tokenIds, ...start }: HeldQuery,
): Promise<Page<Sighting, SightingKey>> {
  // With a key, tokens before the page cannot shift it.
  const before = 'after' in start ? 0 : start.offset
  const asked = new Set<string>()
  let room = askedBefore
  for (let round = 0; ; round++) {
    const filter = { contracts, tokenIds }
    const rows = await listSightings(db, node.network, address, filter, limit + 1, start)
    const isNew = (row: Sighting): boolean => !asked.has(keyOf(row))
    const unsure = { before, limit: room + asked.size }
    const ahead = before === 0 ? [] : await unsureSightings(db, node.network, address, filter, unsure)
    const wanted = [...ahead.filter(isNew).slice(0, room), ...rows.filter(isNew)]
    room -= Math.min(room, ahead.filter(isNew).length)
    if (wanted.length === 0 || round === mostRounds) return pageIn(rows, limit)
    for (const row of wanted) asked.add(keyOf(row))
    const held = await tokensOf(node).held(
      address,
      wanted.map(({ contract, tokenId, standard }) => ({ contract, tokenId, standard: standard ?? undefined })),
    )
    const settled = wanted.flatMap((row, place) => {
      const found = held[place]
      // A chain that lost blocks also reports 0 for tokens that the wallet holds.
      if (found === undefined || (behind && found.quantity === 0n)) return []
      return [{ ...row, standard: found.standard, quantity: found.quantity }]
    })
    const lost = settled.some(({ quantity }) => quantity === 0n)
    await settleSightings(db, node.network, address, settled, {
      head: lost ? (await node.head()).number : 0,
      final,
    })
  }
}

function pageIn(rows: readonly Sighting[], limit: number): Page<Sighting, SightingKey> {
  const own = rows.slice(0, limit)
  const last = rows.length > limit ? own.at(-1) : undefined
  return { rows: own, next: last ? { block: last.block, tokenId: last.tokenId, contract: last.contract } : null }
}

async function described({ names }: HoldingsDeps, node: ChainClient, rows: readonly Sighting[]): Promise<HeldNft[]> {
  const held = rows.map(tokenOf)
  const nameKey = (contract: string): string => `${node.network} ${contract}`
  const nameless = [...new Set(held.map(({ contract }) => contract))].filter(
    (contract) => names.get(nameKey(contract)) === undefined,
  )
  const [uris, found] = await Promise.all([tokensOf(node).uris(held), tokensOf(node).names(nameless)])
  for (const [place, contract] of nameless.entries())
    names.set(nameKey(contract), (found[place] ?? '').slice(0, longestName))
  return held.map((nft, place) => ({
    ...nft,
    uri: uris[place] ?? '',
    contractName: names.get(nameKey(nft.contract)) ?? '',
  }))
}

function tokenOf({ contract, tokenId, standard, quantity }: Sighting): Omit<HeldNft, 'uri' | 'contractName'> {
  return { contract, tokenId, standard: standard ?? 'erc-721', quantity: quantity ?? '1' }
}

/** Ours: longer names are cut. */
const longestName = 200

function keyOf({ contract, tokenId }: Sighting): string {
  return `${contract} ${tokenId}`
}

function tokensOf({ tokens, network }: ChainClient): TokensClient {
  if (tokens) return tokens
  throw new CoreError('network.unsupported', `What wallets hold on ${network} cannot be listed yet.`)
}
