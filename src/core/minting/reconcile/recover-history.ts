import type { FoundCollection } from '../../../shared/app-api.ts'
import { collectionByPk } from '../../store/collections/collections.ts'
import { isDefaultCollection } from '../../store/collections/default-collections.ts'
import { replaceHalt } from '../../store/collections/halting.ts'
import { setReadUntil, treeByAddress } from '../../store/collections/leaf-changes.ts'
import { contractsAt, readBefore, setSymbol, uncompressedCount } from '../../store/collections/recovered-tokens.ts'
import { leafCount, treesOf } from '../../store/collections/trees.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { enterEntries } from './enter-history.ts'
import { enterTokenChanges } from './enter-token-changes.ts'
import {
  addressesFor,
  contractsIn,
  type HistorySearch,
  isUnfinished,
  lookAt,
  lookAtTree,
  openSearch,
  type SearchedPlace,
  type Standing,
} from './history-search.ts'
import { patiently, readHistory } from './read-history.ts'

/** Receives how far the reading of an account's transactions is. */
type Progress = (done: number, total: number) => void

/**
 * Finds the collections of a place in the seed in the transactions of its treasury, and enters them with everything that was minted into them: leaves
 * with their later changes, and tokens that are accounts. It writes down what it reads as it goes, and does not read that again.
 * @returns the collections that were found
 */
export async function recoverFromHistory(place: SearchedPlace, progress: Progress): Promise<FoundCollection[]> {
  const search = openSearch(place)
  const { options } = place
  // Collections whose addresses follow from the seed are found without any transaction.
  for (const address of addressesFor(place)) await lookAt(search, address)
  return options.dryRun ? await lookThrough(search, progress) : await enterAll(search, progress)
}

/** The dry run: counts tokens by the treasury's transactions and the trees' counters, and writes nothing. */
async function lookThrough(search: HistorySearch, progress: Progress): Promise<FoundCollection[]> {
  const { treasury, client, found } = search
  const accounts = new Map<string, number>()
  const leaves = new Map<string, number>()
  for await (const { entries, done, listed } of readHistory(client, treasury, async () => new Set())) {
    for (const entry of entries.filter(({ payer }) => payer === treasury)) {
      for (const contract of contractsIn(entry)) await lookAt(search, contract)
      for (const { collection } of entry.tokens) accounts.set(collection, (accounts.get(collection) ?? 0) + 1)
      for (const { tree, minted } of entry.leaves) {
        const standing = minted && found.get(minted.collection)
        if (!standing) continue
        standing.symbol ??= minted.texts.symbol
        await lookAtTree(search, standing, tree)
        leaves.set(minted.collection, (leaves.get(minted.collection) ?? 0) + 1)
      }
    }
    progress(done, listed)
  }
  const collections: FoundCollection[] = []
  for (const [contract, standing] of found) {
    const inTrees = sum(await countsOf(search, [...standing.trees]))
    const own = accounts.get(contract) ?? 0
    const unseen = inTrees - (leaves.get(contract) ?? 0)
    const elsewhere =
      unseen > 0
        ? [
            `${unseen} of its compressed NFTs are in no transaction of the treasury: somebody else minted them into its trees, or the RPC does not keep the whole history.`,
          ]
        : []
    collections.push(
      foundAs(search, standing, inTrees + own, [...elsewhere, ...missingOf(search, standing, inTrees, own)]),
    )
  }
  return collections
}

/** Writes down what the transactions of the treasury did, and then what others did to its trees. */
async function enterAll(search: HistorySearch, progress: Progress): Promise<FoundCollection[]> {
  const { deps, kind, client, index, treasury, found } = search
  const { db } = deps.engine
  for (const contract of await contractsAt(db, kind, index, client.chain)) await lookAt(search, contract)
  const passOver = (hashes: readonly string[]) => readBefore(db, client.network, hashes)
  for await (const { entries, done, listed } of readHistory(client, treasury, passOver)) {
    await enterEntries(search, entries)
    progress(done, listed)
  }
  await enterTokenChanges(search)
  for (const { row, trees } of found.values())
    for (const tree of row ? trees : []) await readTreeWhole(search, tree, passOver, progress)
  const collections: FoundCollection[] = []
  for (const standing of found.values()) collections.push(await finish(search, standing))
  return collections
}

/** Reads a tree's transactions, newest first. A change of a leaf that is not known yet cannot be entered: then it reads the tree a second time. */
async function readTreeWhole(
  search: HistorySearch,
  address: string,
  passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  progress: Progress,
): Promise<void> {
  const { deps, client } = search
  for (let again = 0; again < 2; again++) {
    let whole = true
    let last: string | null = null
    for await (const { entries, newest, done, listed } of readHistory(client, address, passOver)) {
      if (!(await enterEntries(search, entries))) whole = false
      last = newest
      progress(done, listed)
    }
    const tree = await treeByAddress(deps.engine.db, address)
    if (whole && tree) return setReadUntil(deps.engine.db, tree.pk, last)
  }
}

/** Compares what was entered with the chain's counters; halts a collection of which something is missing. */
async function finish(search: HistorySearch, standing: Standing): Promise<FoundCollection> {
  const { deps } = search
  const { db, events } = deps.engine
  const { row, symbol } = standing
  if (!row) return foundAs(search, standing, 0, [])
  if (symbol !== null) await setSymbol(db, row.pk, symbol)
  const trees = (await treesOf(db, row.pk)).filter(({ state }) => state === 'made')
  const counts = await countsOf(
    search,
    trees.map(({ address }) => address),
  )
  const known = await Promise.all(trees.map(({ pk }) => leafCount(db, pk)))
  const unread = sum(counts.map((count, place) => Math.max(0, count - (known[place] ?? 0))))
  const own = await uncompressedCount(db, row.pk)
  const minted = sum(counts) + own
  const missing = [
    ...(unread > 0
      ? [
          `${unread} of its compressed NFTs are in no transaction that the RPC tells of: it does not keep the whole history.`,
        ]
      : []),
    ...missingOf(search, standing, sum(counts), own),
  ]
  const { halted } = await collectionByPk(db, row.pk)
  // A collection that was in the database before may be minted into meanwhile: the signer queue compares it by itself.
  const orElse = `If it was somebody else who minted the others, go on with “mintdesk collections resume ${row.id}”: what is not known here is minted once more when it is asked for again.`
  const isOurs =
    (isUnfinished({ halted }) || isMissing({ halted })) &&
    // A person may resume it, or its signer queue halt it, at any moment: that stands.
    (await replaceHalt(db, row.pk, halted, missing.length === 0 ? null : `${missing.join(' ')} ${cure} ${orElse}`))
  events.collectionChanged(row.pk)
  deps.wake(row.pk)
  return foundAs(
    search,
    standing,
    minted,
    missing.length === 0 ? [] : [...missing, ...(isOurs ? [cure, orElse] : [runAgain])],
  )
}

const runAgain =
  'Set an RPC that keeps the whole history, take out those that do not, and run “mintdesk recover” again.'

/** What is said of a collection that is halted because not all of it was read back. */
const cure =
  'Nothing is minted into it, so that nobody gets an NFT twice: set an RPC that keeps the whole history, take out those that do not, and run “mintdesk recover” again.'

function isMissing({ halted }: Pick<CollectionRow, 'halted'>): boolean {
  return halted?.includes(cure) ?? false
}

function foundAs(
  search: HistorySearch,
  standing: Standing,
  minted: number,
  remarks: readonly string[],
): FoundCollection {
  const { kind, client, index } = search
  const { id, now, entered, leftOut } = standing
  const all = leftOut === null ? [...untold(search, standing), ...remarks] : [leftOut]
  return {
    ...{ kind, chain: client.chain, projectIndex: index, collectionId: id, contract: now.contract },
    ...{ name: now.facts.name, minted, entered, remark: all.length === 0 ? null : all.join(' ') },
  }
}

/** What is not known of a collection, a sentence each. */
function untold({ client: { family } }: HistorySearch, { id, named, now, symbol, row }: Standing): string[] {
  // Where addresses follow from names, nothing would prove an id that the person gives.
  const howToName = family.namesAreUnique ? '' : ' If you know the id, run recover --collection <id>.'
  return [
    ...(named ? [] : [`Its own id is not known, so it has one of ours.${howToName}`]),
    ...(symbol === null && !isDefaultCollection(id)
      ? [
          `Its symbol is not known: no ${family.compressed ? 'compressed NFT of it and no ' : ''}metadata here tells it.`,
        ]
      : []),
    // An earlier recovery said this already, and the person may have set the limit.
    ...(now.limitKept || (row !== null && !isUnfinished(row))
      ? []
      : ['The chain keeps no supply limit of such a collection: if it had one, set it again before you mint into it.']),
  ]
}

/** The remark that a collection counts more than was found, if it does. */
function missingOf({ client }: HistorySearch, { now: { counted } }: Standing, inTrees: number, own: number): string[] {
  const { compressed } = client.family
  const found = counted.inTrees ? inTrees + own : own
  if (counted.nfts <= found) return []
  const which = counted.inTrees || !compressed ? 'NFTs' : 'uncompressed NFTs'
  return [
    `It counts ${counted.nfts} ${which}, and the transactions that the RPC tells of made ${found}: the RPC does not keep the whole history, or somebody else minted into it.`,
  ]
}

async function countsOf({ client }: HistorySearch, trees: readonly string[]): Promise<number[]> {
  if (trees.length === 0 || !client.trees) return []
  return patiently(client, async (node) => (await node.trees?.minted(trees)) ?? [])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
