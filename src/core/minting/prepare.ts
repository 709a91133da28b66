import { batchMints, markPrepared, metadataTexts } from '../store/batches.ts'
import type { BatchRow, CollectionRow } from '../store/lane.ts'
import type { LaneContext } from './deps.ts'
import { mintIdentity } from './job-id.ts'
import { contractOf } from './work.ts'

/** Stores a composed batch's metadata and gives it its address; done again after a crash, with the same result. */
export async function prepareBatch(context: LaneContext, collection: CollectionRow, batch: BatchRow): Promise<void> {
  const { deps, project } = context
  const mints = await batchMints(deps.db, batch.pk)
  const texts = await metadataTexts(deps.db, [...new Set(mints.flatMap(({ resolved_hash }) => resolved_hash ?? []))])
  const jsons = mints.map(({ resolved_hash }) => (resolved_hash === null ? null : texts.get(resolved_hash)) ?? null)
  const copies = collection.fungibility === 'semi-fungible'
  const tags = (): string[] =>
    mints.map(({ id }) => deps.identity.tag(project, mintIdentity(project.index, collection.id, id)))
  const address = async (): Promise<string | null> => {
    if (batch.kind === 'uris') {
      await deps.lists.keep(contractOf(collection), batch.job_id, tags())
      return null
    }
    if (batch.kind === 'single') {
      const [json] = jsons
      return json ? deps.metadata.storeJson(json) : (mints[0]?.metadata_uri ?? null)
    }
    return deps.metadata.storeFolder(
      project,
      mints.map(({ id }, place) => ({
        identity: mintIdentity(project.index, collection.id, id),
        // Of copies it says only which mints they are: their metadata is their templates'.
        json: copies ? null : (jsons[place] ?? null),
      })),
    )
  }
  await markPrepared(deps.db, batch.pk, await address())
}
