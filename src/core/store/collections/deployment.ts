import type { Kysely, Transaction } from 'kysely'
import { collectionMoves, mintMoves } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Puts a collection's contract on record as deployed or failed; what is on record stays. */
export async function markDeployed(db: Db, collectionPk: number, state: 'deployed' | 'failed'): Promise<void> {
  const move = state === 'deployed' ? collectionMoves.deploy : collectionMoves.fail
  await db
    .updateTable('collections')
    .set({ state: move.to })
    .where('pk', '=', collectionPk)
    .where('state', 'in', move.from)
    .execute()
}

/** Fails the waiting mints of a collection that can never be deployed, with the reason. @returns their keys */
export async function failWaiting(
  db: Db,
  collectionPk: number,
  reason: { code: string; message: string },
  now: number,
): Promise<number[]> {
  const failed = await db
    .updateTable('mints')
    .set({ state: mintMoves.refuse.to, error_code: reason.code, error_message: reason.message, completed_at: now })
    .where('pk', 'in', (eb) => eb.selectFrom('waiting').select('mint_pk').where('collection_pk', '=', collectionPk))
    .returning('pk')
    .execute()
  return failed.map(({ pk }) => pk)
}
