import { sideBySide } from '../../lib/turns.ts'
import { prefixOf } from '../../lib/uri-prefix.ts'
import { batchContent, markPrepared } from '../../store/journal/batches.ts'
import type { BatchRow, CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { mintIdentity } from '../job-id.ts'
import { contractOf } from '../work.ts'

/** Stores composed batches' metadata and gives them their addresses; done again after a crash, with the same result. */
export async function prepareBatches(
  context: QueueContext,
  composed: readonly { collection: CollectionRow; batch: BatchRow }[],
): Promise<void> {
  if (composed.length === 0) return
  const { deps } = context
  deps.point('before prepare')
  // Side by side: each mostly waits for the disk.
  const prepared = await Promise.all(
    sideBySide(composed, async ({ collection, batch }) => ({
      pk: batch.pk,
      folder: await addressOf(context, collection, batch),
    })),
  )
  await markPrepared(deps.db, prepared)
  deps.point('after prepare')
}

async function addressOf(
  { deps, project }: QueueContext,
  collection: CollectionRow,
  batch: BatchRow,
): Promise<string | null> {
  // The tokens hold their URIs themselves, and the tree says whose they are.
  if (batch.tree_pk !== null) return null
  const mints = await batchContent(deps.db, batch.pk)
  const [first] = mints
  if (batch.kind === 'uris') {
    const tags = mints.map(({ id }) => deps.identity.tag(project, mintIdentity(project.index, collection.id, id)))
    await deps.lists.keep(contractOf(collection), batch.job_id, tags)
    return null
  }
  const copies = collection.fungibility === 'semi-fungible'
  if (batch.kind === 'single')
    return first?.json
      ? deps.metadata.storeJson(first.json, prefixOf(collection.contract_uri))
      : (first?.metadata_uri ?? null)
  return deps.metadata.storeFolder(
    project,
    mints.map(({ id, json }) => ({
      identity: mintIdentity(project.index, collection.id, id),
      // For copies, the folder only says which mints they are: their metadata belongs to their templates.
      json: copies ? null : json,
    })),
  )
}
