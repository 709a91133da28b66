import { z } from 'zod'
import type { ChainClient } from '../../chains/family/family.ts'
import type { TokenTexts } from '../../chains/family/tokens.ts'
import type { OwnToken } from '../../chains/family/work.ts'
import { knownLeaf, leavesBetween } from '../../store/collections/leaf-changes.ts'
import { mintsByPk } from '../../store/collections/nfts.ts'
import { leafOf, treeByPk } from '../../store/collections/trees.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { tokensOf } from '../tokens.ts'

const updated = z.object({ uri: z.string(), name: z.string().optional() })

/** A minted NFT as described by families that give tokens addresses of their own; undefined in other families. */
export async function ownTokenOf(
  db: Store,
  { family, trees }: Pick<ChainClient, 'family' | 'trees'>,
  collection: CollectionRow,
  mintPk: number,
): Promise<OwnToken | undefined> {
  if (family.tokenIds) return undefined
  const [mint] = await mintsByPk(db, [mintPk])
  const { contract_address: contract, contract_kind: contractKind } = collection
  if (!mint || mint.token_address === null || contract === null) return undefined
  const [minted] = await tokensOf(db, collection, [mint])
  if (!minted) return undefined
  const { recipient: _recipient, ...first } = minted
  const update = mint.update_work
  const texts: TokenTexts = update === null ? first : { ...first, ...updated.parse(JSON.parse(update)) }
  const token = { address: mint.token_address, collection: contract, contractKind, texts }
  if (mint.compressed === 0) return { ...token, leafContext: null }
  const leaf = await leafOf(db, mint.token_address)
  if (!leaf) throw new Error(`the leaf of ${mint.token_address} is not in the journal`)
  const tree = await treeByPk(db, leaf.tree_pk)
  const { address, depth, canopy } = tree
  if (!trees) throw new Error(`the token ${mint.token_address} is compressed, and there are no trees`)
  const { from, to } = trees.partOf(tree, leaf.place)
  const around = await leavesBetween(db, tree.pk, from, to)
  return { ...token, leafContext: { tree: address, depth, canopy, leaf: knownLeaf(leaf), around } }
}
