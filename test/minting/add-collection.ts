import { addCollection, type CollectionRow } from '../../src/core/store/collections/collections.ts'
import type { OpenEngine } from './open-engine.ts'

/** Enters a collection on Polygon, of NFTs or of copies, with nothing set that could be left out. */
export async function addPolygonCollection(
  { db, project }: OpenEngine,
  id: string,
  fungibility: 'non-fungible' | 'semi-fungible',
): Promise<CollectionRow> {
  const input = {
    ...{ id, chain: 'polygon', contractKind: fungibility === 'non-fungible' ? 'economy' : 'copies', fungibility },
    metadata: { name: id, description: '', imageUrl: '', symbol: 'X' },
    initial: { supplyLimit: null, payments: null },
    ...{ contractUri: '', reupload: false },
  } as const
  return db.transaction().execute((tx) => addCollection(tx, project.id, input, id, Date.now()))
}
