import type { ChainClient } from '../../chains/family/family.ts'
import type { TreesClient } from '../../chains/family/trees.ts'
import {
  changeLeaves,
  setReadUntil,
  settledHashes,
  treeByAddress,
  treesOfTokens,
} from '../../store/collections/leaf-changes.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { confirming } from './second-word.ts'

/**
 * Reads changes of a tree of ours that the journal did not make, from the tree's transactions since the last reading: a holder moved or burnt an NFT
 * with a wallet of their own, or another copy of the database did something. It passes over the journal's own transactions.
 * @param address the tree's
 * @param pagesAtMost thousands of transactions; all if absent
 * @returns whether any leaf differs from what the journal knew
 * @throws CoreError `network.incomplete` when the node does not keep all of it
 */
export async function readTree(
  db: Store,
  family: TreesClient,
  address: string,
  pagesAtMost?: number,
): Promise<boolean> {
  const tree = await treeByAddress(db, address)
  if (!tree) return false
  const ours = (hashes: readonly string[]) => settledHashes(db, hashes)
  const { changes, newest } = await family.historyOf(address, tree.read_until, ours, pagesAtMost)
  if (newest === null && changes.length === 0) return false
  return await db.transaction().execute(async (trx) => {
    const changed = await changeLeaves(trx, tree.pk, changes)
    if (newest !== null) await setReadUntil(trx, tree.pk, newest)
    return changed > 0
  })
}

/** Ours: thousands of transactions that are read for an answer; work on an NFT reads all. */
const pagesForAnswer = 3

/** The same for the trees of these tokens, before an answer names their holders; two RPCs must agree if the list has as many. */
export async function readTreesOf(db: Store, client: ChainClient, addresses: readonly string[]): Promise<void> {
  const trees = await treesOfTokens(db, addresses)
  if (trees.length === 0) return
  await client.observe(async (node) => {
    const { trees: family } = confirming(node)
    if (family) await Promise.all(trees.map((tree) => readTree(db, family, tree, pagesForAnswer)))
  })
}
