import type { Transaction } from 'kysely'
import type { Project } from '../../../../shared/app-api.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { findTemplate, type TemplateFigures } from '../../../store/collections/templates.ts'
import type { Database } from '../../../store/tables/schema.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault, notFound } from '../../http/faults.ts'
import { requireCollection } from '../contracts.ts'

/** @throws ApiFault 404, 422 where the collection is not semi-fungible. */
export async function copiesCollection(context: CoreContext, project: Project, given: string): Promise<CollectionRow> {
  const collection = requireCollection(context, project, given)
  if (collection.fungibility === 'semi-fungible') return collection
  throw new ApiFault(
    422,
    'collection.nonFungible',
    `The collection ${JSON.stringify(collection.id)} is not semi-fungible, so it has no templates: mint into it with POST …/nfts, or make a collection with "fungibility": "semi-fungible".`,
  )
}

/** @throws ApiFault 404 */
export async function requireTemplate(
  { db }: { db: CoreContext['db'] | Transaction<Database> },
  collection: CollectionRow,
  id: string,
): Promise<TemplateFigures> {
  const template = await findTemplate(db, collection.pk, id)
  if (!template) throw notFound('template', id)
  return template
}
