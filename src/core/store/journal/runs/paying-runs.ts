/** Who pays for what a collection lacks before anything can be minted into it. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { openStates } from '../../../journal/states.ts'
import { isDefaultCollection } from '../../collections/default-collections.ts'
import type { Database } from '../../tables/schema.ts'
import type { CollectionRow } from '../signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>

/** The run that pays for the next tree of a collection: the oldest running one; null where only mints outside runs wait. */
export async function oldestRunUnderWay(db: Db, collectionPk: number): Promise<string | null> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'running')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return run?.id ?? null
}

/**
 * The run that pays for the contract of a default collection, which is deployed only because something is minted into it. Null where mints
 * outside runs need it, and for collections that were requested by themselves.
 */
export async function deploymentPayer(db: Db, collection: CollectionRow): Promise<string | null> {
  if (!isDefaultCollection(collection.id) || (await isWantedOutsideRuns(db, collection.pk))) return null
  return oldestRunUnderWay(db, collection.pk)
}

/** Whether a new run does not pay for a collection's missing contract, because it is requested or paid for otherwise. */
export async function isPaidByOthers(db: Db, collection: CollectionRow): Promise<boolean> {
  if (!isDefaultCollection(collection.id) || (await isWantedOutsideRuns(db, collection.pk))) return true
  if ((await oldestRunUnderWay(db, collection.pk)) !== null) return true
  const open = await db
    .selectFrom('transactions')
    .select('pk')
    .where('collection_pk', '=', collection.pk)
    .where('purpose', '=', 'deploy')
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Whether API mints need the collection's contract. */
export async function isWantedOutsideRuns(db: Db, collectionPk: number): Promise<boolean> {
  const { rows } = await sql<{ is: number }>`
    select exists (select 1 from waiting where collection_pk = ${collectionPk} and run_id = '')
        or exists (select 1 from batches where collection_pk = ${collectionPk} and run_id is null
                   and state in ('composed', 'prepared', 'signed')) as "is"`.execute(db)
  return rows[0]?.is === 1
}
