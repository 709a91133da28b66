import { setTimeout } from 'node:timers/promises'
import type { Project } from '../../../../shared/app-api.ts'
import { recordSale } from '../../../store/collections/changes.ts'
import { type CollectionRow, collectionByPk } from '../../../store/collections/collections.ts'
import { settledOf } from '../../../store/collections/settings.ts'
import type { CoreContext } from '../../http/context.ts'

/** Milliseconds that an answer waits for purchases from the chain; after that it has those known before. */
const patienceMs = 2_000

/** The collection with the number of tokens bought on chain so far, if it has or had a sale. */
export async function withSale(
  { db, chains, log }: Pick<CoreContext, 'db' | 'chains' | 'log'>,
  project: Project,
  collection: CollectionRow,
): Promise<CollectionRow> {
  const sells = settledOf(collection).payments !== null || collection.payments !== null
  if (!sells || collection.state !== 'deployed' || collection.contract_address === null) return collection
  const read = async (contract: string) => {
    const client = await chains.client(project.kind, collection.chain)
    return await client.counters(contract)
  }
  try {
    const late = setTimeout(patienceMs, undefined, { ref: false })
    const counters = await Promise.race([read(collection.contract_address), late])
    if (counters) await recordSale(db, collection.pk, counters)
  } catch (error) {
    log.warn({ err: error, collection: collection.id }, 'the purchases of a collection could not be read')
  }
  return await collectionByPk(db, collection.pk)
}
