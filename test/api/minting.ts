import { badge, type OpenApi, polygonAddress } from './open-api.ts'

export const base = '/api/2022-06-09'
export const nfts = `${base}/collections/default/nfts`
/** A body that mints one badge. */
export const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge, reuploadLinkedFiles: true }

export const stored = ({ context }: OpenApi) => context.db.selectFrom('mints').selectAll().orderBy('pk').execute()

/** Enters what the engine would: the mint is on chain. */
export async function settle({ context }: OpenApi, id: string, tokenId: number): Promise<void> {
  await context.db
    .updateTable('mints')
    .set({ state: 'succeeded', token_id: tokenId, tx_hash: '0xabc', completed_at: Date.now() })
    .where('id', '=', id)
    .execute()
}
