import type { ChainClient } from '../chains/family/family.ts'
import type { CollectionRow } from '../store/collections/collections.ts'
import { deployedIn, findScan, firstMinting, openScan } from '../store/holdings/scans.ts'
import type { Store } from '../store/sqlite/open.ts'

/** Under which name it is kept how far the events of a contract were read. */
export function contractScope(contract: string): string {
  return `contract:${contract.toLowerCase()}`
}

/**
 * The block before which no event of a collection can be: that of its deployment or of its discovery, else of its first known mint; 0 where
 * nothing is known. Practice networks are small, and may have begun anew: 0.
 */
export async function firstBlock(db: Store, node: ChainClient, collection: CollectionRow): Promise<number> {
  if (node.isPractice) return 0
  const deployed = await deployedIn(db, collection.pk)
  if (deployed !== null) return deployed
  const scan = await findScan(db, node.network, contractScope(collection.contract_address ?? ''))
  if (scan) return scan.first
  const minting = await firstMinting(db, collection.pk)
  const receipt = minting === null ? undefined : (await node.receipts([minting])).get(minting)
  return receipt?.blockNumber ?? 0
}

/** Keeps the block that a contract came with, as the chain told. */
export async function noteFirstBlock(db: Store, node: ChainClient, contract: string, block: number): Promise<void> {
  if (!node.isPractice) await openScan(db, node.network, contractScope(contract), block)
}
