import type { FoundLeaf, TreesClient } from '../../chains/family/trees.ts'
import { haltCollection } from '../../store/collections/halting.ts'
import { enterKnown } from '../../store/collections/known-mints.ts'
import { setReadUntil } from '../../store/collections/leaf-changes.ts'
import {
  enterLeaves,
  knownPlaces,
  leafCount,
  nameTokensFound,
  type TreeRow,
  tokensInDoubt,
  treesOf,
} from '../../store/collections/trees.ts'
import { unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import { dissolveBatches, enterMinted } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { QueueContext } from '../deps.ts'
import { tokensOf } from '../tokens.ts'
import { contractOf } from '../work.ts'
import { unrecognisedKey } from './unrecognised-mints.ts'

/**
 * Compares the counters of a collection's trees with the journal's leaves before anything (more) is signed for it, while nothing of it is in flight.
 * Equal counts prove that no expired transaction was included. Where the chain is ahead, it reads the leaves from the tree's transactions, and gives
 * them to waiting mints of the same recipient and metadata; the rest is unrecognised.
 * @returns the mints that were entered, and the number of unrecognised leaves; null when nothing may be signed for the collection
 */
export async function reconcileTrees(
  context: QueueContext,
  family: TreesClient,
  collection: CollectionRow,
): Promise<{ entered: number[]; unrecognised: number } | null> {
  const { deps, client } = context
  const trees = (await treesOf(deps.db, collection.pk)).filter(({ state }) => state === 'made')
  if (trees.length === 0) return { entered: [], unrecognised: 0 }
  const counts = await family.minted(trees.map(({ address }) => address))
  const entered: number[] = []
  let unrecognised = 0
  for (const [at, tree] of trees.entries()) {
    const count = counts[at] ?? 0
    const known = await leafCount(deps.db, tree.pk)
    if (count === known) continue
    deps.log.warn(
      { collection: collection.id, tree: tree.address, onChain: count, known },
      'a tree and the journal differ; reading the tree',
    )
    const found = count < known ? [] : await family.leavesFrom(tree.address, 0)
    if (found.length !== count) {
      await haltCollection(
        deps.db,
        collection.pk,
        unreadable(client.network, collection.id, { tree: tree.address, onChain: count, known }),
        context.resumes,
      )
      deps.events.collectionChanged(collection.pk)
      return null
    }
    deps.point('before enter')
    const made = await enterFound(
      context,
      family,
      collection,
      tree,
      found,
      await waitingTokens(deps.db, family, collection),
    )
    deps.point('after enter')
    entered.push(...made.entered)
    unrecognised += made.unrecognised
  }
  return { entered, unrecognised }
}

function unreadable(
  network: string,
  id: string,
  { tree, onChain, known }: { tree: string; onChain: number; known: number },
): string {
  return onChain < known
    ? `The tree ${tree} holds ${onChain} NFTs on ${network}, and this database knows ${known}: the network is another one, or took blocks back that had all their confirmations. Nothing more is minted into this collection, so that nobody gets an NFT twice.`
    : `The tree ${tree} holds ${onChain} NFTs, this database knows ${known}, and the RPC's history does not reach back to the others. Nothing more is minted into this collection, so that nobody gets an NFT twice: set an RPC that keeps the whole history, take out those that do not, then go on with “mintdesk collections resume ${id}”.`
}

/** Mints that may be among tokens which the journal does not know, by recipient and data hash. */
export type WaitingTokens = Map<string, number[]>

export async function waitingTokens(db: Store, family: TreesClient, collection: CollectionRow): Promise<WaitingTokens> {
  const doubtful = await tokensInDoubt(db, collection.pk, true)
  const waiting: WaitingTokens = new Map()
  for (const [at, token] of (await tokensOf(db, collection, doubtful)).entries()) {
    const key = `${token.recipient} ${family.dataHash(collection.contract_kind, contractOf(collection), token)}`
    waiting.set(key, [...(waiting.get(key) ?? []), doubtful[at]?.pk ?? 0])
  }
  return waiting
}

/**
 * Enters leaves that the journal lacks: each goes to a waiting mint of the same recipient and metadata, if there is one.
 * @param waiting a mint that gets a leaf is taken out of it
 */
export async function enterFound(
  { deps, queue }: Pick<QueueContext, 'deps' | 'queue'>,
  family: TreesClient,
  collection: CollectionRow,
  tree: TreeRow,
  found: readonly FoundLeaf[],
  waiting: WaitingTokens,
): Promise<{ entered: number[]; unrecognised: number }> {
  const { db } = deps
  return db
    .transaction()
    .execute(async (trx) => {
      const places = found.map(({ place }) => place)
      const known = await knownPlaces(trx, tree.pk, places)
      const fresh = found.filter(({ place }) => !known.has(place))
      await enterLeaves(trx, tree.pk, fresh)
      // They may have been changed since: the tree is read from its beginning.
      if (fresh.length > 0) await setReadUntil(trx, tree.pk, null)
      const minted: { pk: number; tokenId: number; txHash: string; address: string }[] = []
      const unrecognised: FoundLeaf[] = []
      // A leaf that another account paid for takes a place, and belongs to no mint here.
      for (const leaf of fresh.filter(({ payer }) => payer === queue.signer)) {
        const pk = waiting.get(`${leaf.owner} ${leaf.dataHash}`)?.shift()
        const tokenId = family.tokenId(tree.ordinal, leaf.place)
        if (pk === undefined) unrecognised.push(leaf)
        else minted.push({ pk, tokenId, txHash: leaf.txHash, address: leaf.address })
      }
      await enterMinted(trx, minted, deps.clock())
      await nameTokensFound(trx, minted)
      const unknown = unrecognised.map(({ place, txHash, owner, dataHash }) => {
        const tokenId = family.tokenId(tree.ordinal, place)
        return { tag: unrecognisedTag(unrecognisedKey(owner, dataHash), tokenId), tokenId, txHash }
      })
      await enterKnown(trx, collection.pk, unknown)
      return { entered: minted.map(({ pk }) => pk), unrecognised: unrecognised.length }
    })
    .then(async (done) => {
      await dissolveBatches(db, collection.pk, deps.clock())
      return done
    })
}
