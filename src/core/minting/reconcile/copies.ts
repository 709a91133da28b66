import { firstBlock } from '../../holdings/first-block.ts'
import { CoreError } from '../../lib/errors.ts'
import { haltCollection } from '../../store/collections/halting.ts'
import { enterKnown, knownBatchNumbers } from '../../store/collections/known-mints.ts'
import { unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { unreadable } from '../compose/hosted-lists.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'
import { allConfirmed } from './confirmed.ts'
import { tagsByJob } from './tags-by-job.ts'

/**
 * Reads back the batches of a semi-fungible collection that the journal does not know, each by the folder that names its mints. A batch's number
 * takes the place of the first token id, because a copy's token is its template's.
 * @returns whether there were any; `halted` when one cannot be read, `unsettled` when not all of them have their confirmations
 */
export async function readBackCopies(
  context: QueueContext,
  collection: CollectionRow,
  block: number,
): Promise<'read' | 'nothing' | 'halted' | 'unsettled'> {
  const { deps, client } = context
  const contract = contractOf(collection)
  const counters = await client.counters(contract)
  const known = await knownBatchNumbers(deps.db, collection.pk)
  const missing = Array.from({ length: counters.batches }, (_, index) => index + 1).filter(
    (number) => !known.has(number),
  )
  if (missing.length === 0) return 'nothing'
  if (!(await allConfirmed(client, contract, counters, block))) return 'unsettled'
  deps.log.warn(
    { collection: collection.id, network: client.network, batches: missing.length },
    'the chain holds batches that the journal does not know; reading them back',
  )
  let since = await firstBlock(deps.db, client, collection)
  const byJob = tagsByJob(context, collection, block)
  for (const number of missing) {
    const batch = await readBackBatch(context, collection, number, since, byJob)
    if (batch === null) return 'halted'
    since = batch.block ?? since
  }
  return 'read'
}

/**
 * Reads the tags of one batch by place and enters them as known; searches from the block `since`. Null when they cannot be read: the collection is
 * then halted.
 * @param byJob finds them when the list cannot be read
 */
export async function readBackBatch(
  context: QueueContext,
  collection: CollectionRow,
  number: number,
  since: number,
  byJob?: ReturnType<typeof tagsByJob>,
): Promise<{ tags: string[]; recipients: readonly string[]; txHash: string; block: number | null } | null> {
  const { deps, client, accepted } = context
  const batch = await client.copies?.batch(contractOf(collection), number, since)
  const recipients = batch ? await recipientsOf(client, contractOf(collection), number, batch.block ?? since) : []
  const listed = batch ? await deps.metadata.readTags(batch.folder) : null
  const tags = listed ?? (await byJob?.({ firstTokenId: number, recipients })) ?? null
  if (batch && !tags && accepted?.has(collection.pk)) {
    await enterKnown(
      deps.db,
      collection.pk,
      unknownTags(number, Math.max(1, recipients.length)).map((tag) => ({
        tag,
        tokenId: number,
        txHash: batch.txHash,
      })),
    )
    return { tags: [], recipients: [], txHash: batch.txHash, block: batch.block }
  }
  if (!batch || !tags) {
    await haltCollection(
      deps.db,
      collection.pk,
      `The chain holds a batch of this collection (number ${number}) that this database does not know, and its list cannot be read. ${unreadable(collection)}`,
      context.resumes,
    )
    deps.events.collectionChanged(collection.pk)
    return null
  }
  await enterKnown(
    deps.db,
    collection.pk,
    tags.map((tag, place) => ({ tag, tokenId: number, txHash: batch.txHash, recipient: recipients[place] ?? null })),
  )
  return { tags, recipients, txHash: batch.txHash, block: batch.block }
}

/** Tags of copies of which the chain does not say which mints they were; they match no mint, whose keys are hashes. */
function unknownTags(number: number, copies: number): string[] {
  return Array.from({ length: copies }, (_, place) => unrecognisedTag(place.toString(16).padStart(64, '0'), number))
}

/** The recipients of the copies of a batch, by place; empty when the node does not keep them. */
async function recipientsOf(
  { copies }: QueueContext['client'],
  contract: string,
  number: number,
  since: number,
): Promise<readonly string[]> {
  try {
    return (await copies?.items(contract, number, since))?.map(({ recipient }) => recipient) ?? []
  } catch (error) {
    if (error instanceof CoreError && error.code === 'network.incomplete') return []
    throw error
  }
}
