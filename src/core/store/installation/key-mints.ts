import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/**
 * Adds to the number of mints that a key made on a day, in the transaction that accepts them.
 * @param day days since 1970, UTC
 * @returns how many it has minted on that day now
 */
export async function countKeyMints(
  tx: Transaction<Database>,
  keyId: string,
  day: number,
  mints: number,
): Promise<number> {
  const row = await tx
    .insertInto('key_mints')
    .values({ key_id: keyId, day, mints })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day']).doUpdateSet({ mints: sql<number>`key_mints.mints + excluded.mints` }),
    )
    .returning('mints')
    .executeTakeFirstOrThrow()
  // Earlier days are never read again.
  if (row.mints === mints) await tx.deleteFrom('key_mints').where('key_id', '=', keyId).where('day', '<', day).execute()
  return row.mints
}

/** How many mints a key with a daily limit made on a day. @param day days since 1970, UTC */
export async function keyMintsOn(db: Kysely<Database>, keyId: string, day: number): Promise<number> {
  const row = await db
    .selectFrom('key_mints')
    .select('mints')
    .where('key_id', '=', keyId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.mints ?? 0
}
