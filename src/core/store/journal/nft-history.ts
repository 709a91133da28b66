import type { Kysely } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** What was done with an NFT by Mintdesk, once the chain has confirmed it. */
export interface NftEvent {
  what: 'minted' | 'changed' | 'moved' | 'burnt'
  /** ms since 1970 */
  at: number
  /** Of the transaction; null where it is not known, as for an NFT that was found on the chain again. */
  txHash: string | null
}

/** Of what the journal holds of an NFT's changes; oldest first. What its holder did by themselves is not there. */
export async function nftEvents(db: Kysely<Database>, mintPk: number): Promise<NftEvent[]> {
  const [actions, transfers] = await Promise.all([
    db
      .selectFrom('actions')
      .leftJoin('transactions', 'transactions.pk', 'actions.transaction_pk')
      .select(['actions.kind', 'actions.completed_at as at', 'transactions.tx_hash as txHash'])
      .where('actions.mint_pk', '=', mintPk)
      .where('actions.status', '=', 'succeeded')
      .execute(),
    db
      .selectFrom('transfers')
      .leftJoin('transactions', 'transactions.pk', 'transfers.transaction_pk')
      .select(['transfers.completed_at as at', 'transfers.tx_hash as foundHash', 'transactions.tx_hash as txHash'])
      .where('transfers.mint_pk', '=', mintPk)
      .where('transfers.status', '=', 'succeeded')
      .execute(),
  ])
  const events = [
    ...actions.map(({ kind, at, txHash }): NftEvent => {
      return { what: kind === 'nfts.delete' ? 'burnt' : 'changed', at: at ?? 0, txHash }
    }),
    ...transfers.map(
      ({ at, foundHash, txHash }): NftEvent => ({ what: 'moved', at: at ?? 0, txHash: foundHash ?? txHash }),
    ),
  ]
  return events.sort((one, other) => one.at - other.at)
}
