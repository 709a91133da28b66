import type { CollectionCounters } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Head } from '../../chains/family/network.ts'

/** The last block that has the network's confirmations: what it holds may be called done. */
export function confirmedBlock({ confirmations }: Pick<ChainClient, 'confirmations'>, head: Head): number {
  return Math.max(0, head.number - confirmations + 1)
}

/**
 * Whether all that these counters count of ours, as they were read at the chain's head, has its confirmations: it is there at this block. What is read back from
 * the chain is written down for good, and nobody looks after it: what has not may be taken back.
 */
export async function allConfirmed(
  client: ChainClient,
  contract: string,
  counters: CollectionCounters,
  block: number,
): Promise<boolean> {
  return isSame(await client.counters(contract, block), counters)
}

/** Whether two observations of a collection's counters count the same of ours. */
export function isSame(one: CollectionCounters, other: CollectionCounters): boolean {
  return one.batches === other.batches && ownOf(one) === ownOf(other)
}

/** Tokens that were not bought by strangers. */
function ownOf({ minted, purchased }: CollectionCounters): number {
  return minted - purchased
}
