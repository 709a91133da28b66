import type { Selectable } from 'kysely'
import type { OwnTokensClient } from '../../chains/family/own-tokens.ts'
import type { TreesClient } from '../../chains/family/trees.ts'
import { knownLeaf } from '../../store/collections/leaf-changes.ts'
import { leafOf } from '../../store/collections/trees.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { MintsTable } from '../../store/tables/journal.ts'

/**
 * Who holds a minted NFT that has an address of its own; null: nobody, it is burnt. The chain is asked about an NFT with an account; for one in a
 * tree the journal is read: call `readTreesOf` before, which reads what others changed.
 */
export async function holderOfToken(
  db: Store,
  family: OwnTokensClient & Partial<Pick<TreesClient, 'isGone'>>,
  { compressed, token_address: address }: Pick<Selectable<MintsTable>, 'compressed' | 'token_address'>,
): Promise<string | null> {
  if (address === null) return null
  if (compressed === 0) return await family.ownerOf(address)
  const leaf = await leafOf(db, address)
  return !leaf || family.isGone?.(knownLeaf(leaf)) ? null : leaf.owner
}
