import type { CollectionCounters } from '../../chains/family/collections.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { CoreError } from '../../lib/errors.ts'
import type { FoundToken } from '../../store/collections/known-mints.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'

/** A contract that the chain does not have, or not with its confirmations, has nothing. @param block the head where absent */
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
 * Whether what was read back as this token is what the contract has there: it was made by the same transaction. One that no node tells any
 * more is taken for it.
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
  // Most often it is in the first block that is asked; where its receipt is not told (any more), all of them are.
  const since = receipt?.blockNumber ?? (await firstBlock(deps.db, client, collection))
  const made = copies
    ? (await client.copies?.batch(contract, tokenId, since))?.txHash
    : await client.mintTransaction(contract, tokenId, since)
  return made === txHash || (receipt === undefined && !made)
}
