import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { addAction } from '../../../src/core/store/journal/actions.ts'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import type { SimulatedWorld } from './world.ts'

/** Asks for another URI of a mint that is over; the action's id is made of it. */
export async function addUpdate({ db, collectionPk }: SimulatedWorld, mint: string, uri: string): Promise<void> {
  const collection = await collectionByPk(db, collectionPk)
  const { pk, token_id } = await mintsNow(db)
    .select(['pk', 'token_id'])
    .where('id', '=', mint)
    .executeTakeFirstOrThrow()
  const action = {
    projectId: collection.project_id,
    id: `update ${uri}`,
    kind: 'nfts.update' as const,
    collectionPk,
    mintPk: pk,
    work: { kind: 'update', contract: collection.contract_address, tokenId: token_id, uri },
  }
  await addAction(db, action, Date.now())
}
