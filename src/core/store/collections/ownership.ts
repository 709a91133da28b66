import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** Stores the address that a collection is offered to; null: there is no offer any more. */
export async function setOffer(
  db: Kysely<Database> | Transaction<Database>,
  collectionPk: number,
  to: string | null,
): Promise<void> {
  await db.updateTable('collections').set({ offered_to: to }).where('pk', '=', collectionPk).execute()
}
