import type { CollectionCounters } from '../../chains/family/collections.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { CoreError } from '../../lib/errors.ts'
import type { FoundToken } from '../../store/collections/known-mints.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'

/** A contract's counters; zeros when the chain does not have it, or not with its confirmations. @param block the head if absent */
export async function countersThen(
  { client }: QueueContext,
  contract: string,
  block?: number,
): Promise<CollectionCounters> {
  return client.counters(contract, block).catch((error: unknown) => {
    if (error instanceof CoreError && error.code === 'network.contract')
      return { minted: 0, batches: 0, purchased: 0, saleLeft: 0 }
    throw error
  })
}

/**
 * Whether the contract still holds what was read back as this token: the same transaction made it. If no node reports that transaction any more, the
 * token counts as there.
 * @param counters the contract's at `block`
 */
export async function isStillThere(
  { deps, client }: QueueContext,
  collection: CollectionRow,
  { tokenId, txHash }: FoundToken,
  counters: CollectionCounters,
  block: number,
): Promise<boolean> {
  const copies = collection.fungibility === 'semi-fungible'
  if (tokenId > (copies ? counters.batches : counters.minted)) return false
  const contract = contractOf(collection)
  const receipt = (await client.receipts([txHash])).get(txHash)
  if (receipt !== undefined && receipt.blockNumber > block) return false
  // With a receipt, the search mostly ends in its first block; without one, it goes through all.
  const since = receipt?.blockNumber ?? (await firstBlock(deps.db, client, collection))
  const made = copies
    ? (await client.copies?.batch(contract, tokenId, since))?.txHash
    : await client.mintTransaction(contract, tokenId, since)
  return made === txHash || (receipt === undefined && !made)
}
