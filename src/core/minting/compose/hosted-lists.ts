import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'

/**
 * The tags of a contract's hosted batches, by their first tokens, as far as their lists are on this computer. The contract says which job made which
 * batch.
 */
export async function hostedLists({ deps, client }: QueueContext, contract: string): Promise<Map<number, string[]>> {
  const jobs = await deps.lists.jobs(contract)
  const starts = await Promise.all(jobs.map((job) => client.job(contract, job)))
  const found = new Map<number, string[]>()
  for (const [place, job] of jobs.entries()) {
    const start = starts[place] ?? 0
    const tags = start === 0 ? null : await deps.lists.read(contract, job)
    if (tags) found.set(start, tags)
  }
  return found
}

/** Why a collection with unreadable batches is halted, and how to go on. */
export function unreadable({ id, fungibility }: Pick<CollectionRow, 'id' | 'fungibility'>): string {
  const unknown =
    fungibility === 'semi-fungible'
      ? 'no copy of a batch whose list is still missing is known again: what is asked for again is minted once more'
      : 'of a batch whose list is still missing, what is asked for again with the same recipient and the same metadata address counts as minted, all else is minted'
  return `Nothing more is minted into it, so that nobody gets an NFT twice. Put back the newest copy of the data folder, its "content" and "lists" folders included; if there is none, look at the collection on the chain. Then go on with “mintdesk collections resume ${id}”: ${unknown}.`
}
