import type { ChainClient } from '../chains/family/family.ts'
import type { CollectionRow } from '../store/collections/collections.ts'
import { deployedIn, findScan, firstMinting, openScan } from '../store/holdings/scans.ts'
import type { Store } from '../store/sqlite/open.ts'

/** The scan scope under which the progress of reading a contract's events is stored. */
export function contractScope(contract: string): string {
  return `contract:${contract.toLowerCase()}`
}

/**
 * The first block that can hold an event of a collection: that of its deployment or discovery, else of its first known mint; 0 where
 * none is known. Always 0 on practice networks: they are small, and may have been reset.
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

/** Stores the first block of a contract, as read from the chain. */
export async function noteFirstBlock(db: Store, node: ChainClient, contract: string, block: number): Promise<void> {
  if (!node.isPractice) await openScan(db, node.network, contractScope(contract), block)
}
