import type { HistoryEntry } from '../../chains/family/history.ts'
import type { TokenTexts } from '../../chains/family/tokens.ts'
import type { LeafChange, TreesClient } from '../../chains/family/trees.ts'
import { changeLeaves, treeByAddress } from '../../store/collections/leaf-changes.ts'
import { leavesAt, noteRead } from '../../store/collections/recovered-tokens.ts'
import { treesOf } from '../../store/collections/trees.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { changesTokens } from './enter-token-changes.ts'
import { enterAccounts, enterUpdate, listTokens } from './enter-tokens.ts'
import { contractsIn, type HistorySearch, isLeftOut, lookAt, lookAtTree } from './history-search.ts'
import { enterFound, waitingTokens } from './trees.ts'

/**
 * Writes down what some transactions did. Those of which everything is written down count as read. The others change leaves that are not known yet,
 * because they were minted earlier, or are of a collection that is left out; they are read again.
 * @returns whether all of the transactions are read
 */
export async function enterEntries(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<boolean> {
  const { deps, client, treasury } = search
  // A transaction that another account pays for makes nothing of the treasury's.
  for (const entry of entries.filter(({ payer }) => payer === treasury))
    for (const contract of contractsIn(entry)) await lookAt(search, contract)
  await enterLeaves(search, entries)
  await enterAccounts(search, entries)
  const read: string[] = []
  for (const entry of entries) {
    const isLater = changesTokens(entry)
    if (isLater) search.later.push(entry)
    if ((await enterChanges(search, entry)) && !isLater && !isLeftOut(search, entry)) read.push(entry.hash)
  }
  await noteRead(deps.engine.db, client.network, read)
  return read.length === entries.length
}

/** Enters leaves of the treasury's trees: a waiting mint of the same recipient and metadata gets its leaf; others are listed under stand-in ids. */
async function enterLeaves(search: HistorySearch, entries: readonly HistoryEntry[]): Promise<void> {
  const { deps, client, treasury, found } = search
  const { engine } = deps
  const { trees: family } = client
  if (!family) return
  const leaves = entries.flatMap(({ hash, payer, leaves: own }) =>
    own.map(({ leaf, ...rest }) => ({ ...leaf, ...rest, txHash: hash, payer })),
  )
  for (const { tree, minted, payer } of leaves) {
    const standing = minted && payer === treasury ? found.get(minted.collection) : undefined
    if (!standing) continue
    standing.symbol ??= minted?.texts.symbol ?? null
    await lookAtTree(search, standing, tree)
  }
  for (const standing of found.values()) {
    const { row, trees } = standing
    const own = leaves.filter(({ tree }) => trees.has(tree))
    if (!row || own.length === 0) continue
    const queue = { network: client.network, signer: treasury }
    for (const tree of await treesOf(engine.db, row.pk)) {
      const inTree = own.filter((leaf) => leaf.tree === tree.address)
      if (inTree.length === 0) continue
      standing.waiting ??= await waitingTokens(engine.db, family, row)
      await enterFound({ deps: engine, queue }, family, row, tree, inTree, standing.waiting)
      const tokens = inTree.flatMap(({ minted, payer, place, ...leaf }) =>
        minted && payer === treasury
          ? [
              {
                token: { ...leaf, tokenId: family.tokenId(tree.ordinal, place), recipient: leaf.owner, ...minted },
                ...{ txHash: leaf.txHash, compressed: true },
              },
            ]
          : [],
      )
      standing.entered += await listTokens(search, row, tokens)
    }
  }
}

/** Enters what became of leaves since they were minted. Returns whether all of it is written down. */
async function enterChanges(search: HistorySearch, entry: HistoryEntry): Promise<boolean> {
  const { deps, client, found } = search
  const { trees: family } = client
  if (!family) return true
  const { db, clock } = deps.engine
  const changes = changesSinceMint(entry)
  let whole = entry.leaves.every(({ tree }) => search.foreignTrees.has(tree) || isOwn(search, tree))
  for (const [address, own] of changes) {
    const tree = await treeByAddress(db, address)
    const standing = tree && [...found.values()].find(({ row }) => row?.pk === tree.collection_pk)
    // An older transaction, read later, may show that the tree is the treasury's.
    if (!tree || !standing?.row) {
      whole = false
      continue
    }
    const places = new Set(own.map(({ place }) => place))
    await changeLeaves(db, tree.pk, own)
    const leaves = new Map((await leavesAt(db, tree.pk, [...places])).map((leaf) => [leaf.place, leaf]))
    if (leaves.size < places.size) whole = false
    for (const { tree: of, place, texts } of entry.updates) {
      const leaf = leaves.get(place)
      if (of === address && leaf && says(family, standing.row, texts) === leaf.data_hash.toString('hex'))
        await enterUpdate(search, standing.row, leaf.address, texts, clock())
    }
  }
  return whole
}

/** Changes by tree, without the mints of leaves, which their rows tell already. */
function changesSinceMint({ leaves, changes }: HistoryEntry): Map<string, LeafChange[]> {
  const minted = new Set(leaves.map(({ tree, leaf }) => `${tree} ${leaf.place}`))
  const byTree = new Map<string, LeafChange[]>()
  for (const { tree, change } of changes) {
    const often = changes.filter((one) => one.tree === tree && one.change.place === change.place).length
    if (often === 1 && minted.has(`${tree} ${change.place}`)) continue
    byTree.set(tree, [...(byTree.get(tree) ?? []), change])
  }
  return byTree
}

function isOwn({ found }: HistorySearch, tree: string): boolean {
  return [...found.values()].some(({ trees }) => trees.has(tree))
}

function says(family: TreesClient, row: CollectionRow, texts: TokenTexts): string {
  return family.dataHash(row.contract_kind, row.contract_address ?? '', { recipient: '', ...texts })
}
