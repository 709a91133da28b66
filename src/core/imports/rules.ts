import type { ImportOptions } from '../../shared/app-api.ts'
import { chainNamed } from '../../shared/chains.ts'
import { CoreError } from '../lib/errors.ts'
import { findProject } from '../store/installation/projects.ts'
import { findCollectionFacts } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import { countFiles } from './media.ts'
import type { CheckRules } from './protocol.ts'

/** The rules for an import with these options, from the present state of its collection. @throws CoreError `collection.notFound` */
export async function rulesFor(
  store: Store,
  projectId: string,
  options: ImportOptions,
  mediaDir: string,
): Promise<CheckRules> {
  const { collectionId, otherColumnsAsTraits, traits, duplicates, again, hidden } = options
  const facts = await findCollectionFacts(store, projectId, collectionId)
  const chain = chainNamed(facts?.chain ?? '')
  if (facts === undefined || chain === undefined)
    throw new CoreError('collection.notFound', `There is no collection ${collectionId}: pick another, or create it.`)
  const isLive = (await findProject(store, projectId))?.kind === 'live'
  const { pk: collectionPk, fungibility, hasBaseUri, supplyRemaining } = facts
  const hasMedia = (await countFiles(mediaDir)) > 0
  const choices = { otherColumnsAsTraits, traits, duplicates, again, hidden, hasMedia }
  return { chain, isLive, collectionPk, fungibility, hasBaseUri, supplyRemaining, ...choices }
}
