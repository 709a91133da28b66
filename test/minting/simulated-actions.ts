import type { CollectionChange } from '../../src/core/chains/family/collections.ts'
import { addAction } from '../../src/core/store/actions.ts'
import { addChange } from '../../src/core/store/collection-settings.ts'
import { collectionByPk } from '../../src/core/store/collections.ts'
import { mintsNow } from '../../src/core/store/mints-now.ts'
import type { SimulatedWorld } from './simulated-world.ts'

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

/** Asks for other royalties of the collection. */
export async function addRoyalty({ db, collectionPk }: SimulatedWorld, basisPoints: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const collection = await collectionByPk(tx, collectionPk)
    const change: CollectionChange = {
      kind: 'set-royalty',
      contract: collection.contract_address ?? '',
      royalty: { receiver: `0x${'1'.repeat(40)}`, basisPoints },
    }
    await addChange(tx, collection, change, `royalty ${basisPoints}`, Date.now())
  })
}
