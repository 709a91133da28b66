import type { Kysely } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** What Mintdesk did with an NFT, once the chain has confirmed it. */
export interface NftEvent {
  what: 'minted' | 'changed' | 'moved' | 'burnt'
  /** ms since 1970 */
  at: number
  /** The transaction's hash; null where it is unknown, as for an NFT that was found on the chain again. */
  txHash: string | null
}

/** The changes of an NFT that the journal knows, oldest first. What the holder did outside Mintdesk is not among them. */
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
