import { randomUUID } from 'node:crypto'
import type { RecoveryOptions } from '../../../shared/app-api.ts'
import { contractVersion } from '../../../shared/contract-features.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { CollectionNow, HistoryEntry } from '../../chains/family/history.ts'
import { defaultCollectionName } from '../../store/collections/default-collections.ts'
import { enterCollection, placeholderId, projectAt, takenRemark } from '../../store/collections/recovery.ts'
import { addTree, markTreeMade, treesOf } from '../../store/collections/trees.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { historyOf, patiently } from './read-history.ts'
import { changedTo, idOf, isMinting, jsonAt, mintsUnderWay, type RecoveryDeps, shownOf } from './recovered-facts.ts'
import { settingsOf } from './settings-of.ts'
import type { WaitingTokens } from './trees.ts'

/** What is searched: one project's place in the seed, on one network. */
export interface SearchedPlace {
  deps: RecoveryDeps
  options: RecoveryOptions
  kind: 'practice' | 'live'
  client: ChainClient
  index: number
}

/** A collection of the place that was found. */
export interface Standing {
  now: CollectionNow
  id: string
  /** Whether its own id is known. */
  named: boolean
  /** Null when nothing is written down: in a dry run, or when the collection is left out. */
  row: CollectionRow | null
  /** Why it is left out, in a sentence; null: it is not. */
  leftOut: string | null
  /** Tokens that were newly listed. */
  entered: number
  /** Mints of this database that may be among the leaves found; loaded with the first leaf. */
  waiting: WaitingTokens | null
  /** Its trees by their addresses. */
  trees: Set<string>
  /** From its tokens on chain, or from its metadata; null: not known (yet). */
  symbol: string | null
}

/** The collections of a place that were found so far, and everything that was looked at and is no collection. */
export interface HistorySearch extends SearchedPlace {
  treasury: string
  found: Map<string, Standing>
  /** Addresses that were looked at and are no collections of the treasury's. */
  others: Set<string>
  /** Trees that hold the treasury's tokens and were made by somebody else. */
  foreignTrees: Set<string>
  /** Transactions that changed or moved tokens, newest first. They wait until the mints of these tokens, which are older, are read. */
  later: HistoryEntry[]
}

export function openSearch(place: SearchedPlace): HistorySearch {
  const { client, index } = place
  return {
    ...{ ...place, treasury: client.treasury(index), found: new Map(), others: new Set(), foreignTrees: new Set() },
    later: [],
  }
}

/** Ours: trees of a collection that are looked for together. */
const treesAtOnce = 8

/** What a halted collection says until all of it is read back. */
const unfinished =
  'It is being recovered, or that was broken off: run “mintdesk recover”, which goes on where it was. Until then nothing is minted into this collection, so that nobody gets an NFT twice.'

/** Whether a collection is halted because its recovery is not done. */
export function isUnfinished<Row extends Pick<CollectionRow, 'halted'>>(row: Row): row is Row & { halted: string } {
  return row.halted === unfinished
}

/** Contract addresses that follow from the default collection and from the given ids, whether such contracts exist or not. */
export function addressesFor({ client, index, options }: SearchedPlace): string[] {
  const [usual] = client.family.kinds
  const facts = {
    symbol: '',
    contractUri: '',
    supplyLimit: 0,
    sale: null,
    contractKind: usual?.name ?? '',
    contractVersion,
  }
  const named = client.family.namesAreUnique ? [] : options.collectionIds
  return [`default-${client.chain}`, ...named].map((id) =>
    client.contractAddress({ ...facts, projectIndex: index, id, name: defaultCollectionName(client.chain) }),
  )
}

/** The collections that a transaction made, or minted into. */
export function contractsIn({ collections, tokens, leaves }: HistoryEntry): Set<string> {
  return new Set([
    ...collections,
    ...tokens.map(({ collection }) => collection),
    ...leaves.flatMap(({ minted }) => minted?.collection ?? []),
  ])
}

/** Whether a transaction did something to a collection that is left out, so that a later recovery must read it. */
export function isLeftOut({ found }: HistorySearch, entry: HistoryEntry): boolean {
  const contracts = contractsIn(entry)
  const touched = [...entry.leaves, ...entry.changes].map(({ tree }) => tree)
  const standings = [...found.values()].filter(({ row }) => row === null)
  return standings.some(({ now, trees }) => contracts.has(now.contract) || touched.some((tree) => trees.has(tree)))
}

/** The collection at an address, if it is one of the place's treasury; enters it unless this is a dry run. */
export async function lookAt(search: HistorySearch, contract: string): Promise<Standing | undefined> {
  const { deps, options, kind, client, index, treasury, found, others } = search
  const known = found.get(contract)
  if (known || others.has(contract)) return known
  const now = await patiently(client, (node) => historyOf(node).collection(contract))
  if (!now || ![now.authority, ...(now.delegates ?? [])].includes(treasury)) {
    others.add(contract)
    return undefined
  }
  const json = await jsonAt(deps, now.facts.contractUri)
  const said: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'symbol') : undefined
  const symbol = now.facts.symbol ?? (typeof said === 'string' ? said : null)
  const facts = { ...now.facts, symbol: symbol ?? '' }
  const own = await idOf(deps, options, kind, client, index, { contract, facts })
  const asked = own ?? placeholderId(contract)
  const entered = options.dryRun ? { row: null, leftOut: null } : await enter(search, asked, now, facts)
  const id = entered.row?.id ?? asked
  const hasOwn = id !== placeholderId(contract)
  const standing: Standing = {
    ...{ now, id, named: hasOwn || own !== null, symbol, waiting: null, entered: 0, trees: new Set() },
    ...entered,
  }
  found.set(contract, standing)
  if (hasOwn) await enterTreesOf(search, standing)
  else if (standing.row)
    for (const { address } of await treesOf(deps.engine.db, standing.row.pk)) standing.trees.add(address)
  return standing
}

async function enter(
  { deps, kind, client, index, treasury }: HistorySearch,
  id: string,
  now: CollectionNow,
  facts: CollectionNow['facts'] & { symbol: string },
): Promise<Pick<Standing, 'row' | 'leftOut'>> {
  const { db, clock } = deps.engine
  const place = await projectAt(db, kind, index, randomUUID(), clock())
  if (!place)
    return {
      row: null,
      leftOut: `Place ${index} of the ${kind} seed is taken by a project of the other kind here, so it was left out.`,
    }
  if (kind === 'live') await deps.keepLiveSeed()
  const shown = await shownOf(deps, facts.contractUri)
  const description = shown.description || (facts.description ?? '')
  const there = await enterCollection(
    db,
    place.id,
    {
      ...{ id, chain: client.chain, contract: now.contract, purchased: 0, halted: unfinished },
      ...{ contractKind: facts.contractKind, contractVersion: facts.contractVersion, contractUri: facts.contractUri },
      initial: { supplyLimit: facts.supplyLimit || null, payments: null },
      settings: settingsOf(now.settings, 0, await changedTo(deps, facts.contractUri, facts.contractUri)),
      metadata: { ...shown, description, name: facts.name, symbol: facts.symbol },
    },
    clock(),
  )
  if ('takenOn' in there) return { row: null, leftOut: takenRemark(id, there.takenOn, kind) }
  const { collection } = there
  return (await isMinting(db, { network: client.network, signer: treasury }, collection))
    ? { row: null, leftOut: mintsUnderWay }
    : { row: collection, leftOut: null }
}

/** Enters the trees whose addresses follow from a collection's id, as far as they are on chain: trees are made one after the other. */
async function enterTreesOf(search: HistorySearch, standing: Standing): Promise<void> {
  const { client, index } = search
  const { trees: family } = client
  if (!family) return
  for (let from = 0; ; from += treesAtOnce) {
    const ordinals = Array.from({ length: treesAtOnce }, (_, n) => from + n)
    const addresses = ordinals.map((ordinal) => family.treeAddress(index, standing.id, ordinal))
    const there = await enterTrees(search, standing, addresses)
    if (there < treesAtOnce) return
  }
}

/** Enters these trees in order, up to the first that the treasury did not make. Returns how many it made. */
async function enterTrees(
  { deps, client, treasury }: HistorySearch,
  { row, trees }: Standing,
  addresses: readonly string[],
): Promise<number> {
  const { db } = deps.engine
  const sizes = await patiently(client, (node) => historyOf(node).treesMadeBy(treasury, addresses))
  for (const [place, address] of addresses.entries()) {
    const size = sizes[place]
    if (!size) return place
    trees.add(address)
    if (!row) continue
    const known = await treesOf(db, row.pk)
    if (!known.some((tree) => tree.address === address)) {
      const taken = new Set(known.map(({ ordinal }) => ordinal))
      let ordinal = 0
      while (taken.has(ordinal)) ordinal++
      await addTree(db, row.pk, ordinal, address, size)
    }
    const tree = (await treesOf(db, row.pk)).find((one) => one.address === address)
    if (tree?.state === 'wanted') await markTreeMade(db, tree.pk, size)
  }
  return addresses.length
}

/** Looks at a tree that holds a token of the collection, and enters it if it is new. Returns whether the treasury made it. */
export async function lookAtTree(search: HistorySearch, standing: Standing, address: string): Promise<boolean> {
  if (standing.trees.has(address)) return true
  if (search.foreignTrees.has(address)) return false
  if ((await enterTrees(search, standing, [address])) === 1) return true
  search.foreignTrees.add(address)
  return false
}
