import type { CollectionCounters } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Head } from '../../chains/family/network.ts'

/** The last block that has the network's confirmations: what it holds counts as done. */
export function confirmedBlock({ confirmations }: Pick<ChainClient, 'confirmations'>, head: Head): number {
  return Math.max(0, head.number - confirmations + 1)
}

/**
 * Whether everything of ours in these counters, read at the head, has its confirmations: the contract counts the same at this block. What is read
 * back from the chain is written down for good and not checked later, and a reorganisation may still remove the rest.
 */
export async function allConfirmed(
  client: ChainClient,
  contract: string,
  counters: CollectionCounters,
  block: number,
): Promise<boolean> {
  return isSame(await client.counters(contract, block), counters)
}

/** Whether two readings of a collection's counters agree on our own batches and tokens. */
export function isSame(one: CollectionCounters, other: CollectionCounters): boolean {
  return one.batches === other.batches && ownOf(one) === ownOf(other)
}

/** Tokens that the project minted; others bought the rest. */
function ownOf({ minted, purchased }: CollectionCounters): number {
  return minted - purchased
}
