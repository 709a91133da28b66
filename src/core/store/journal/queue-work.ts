import { type Kysely, sql, type Transaction } from 'kysely'
import { openStates } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'
import type { CollectionRow } from './signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Networks with an open filler of a nonce gap: it belongs to no collection, so nothing else shows that its signer queue has work. */
export async function networksWithFillers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('network')
    .distinct()
    .where('state', 'in', openStates)
    .where('collection_pk', 'is', null)
    .execute()
  return rows.map(({ network }) => network)
}

/** Collections of a project on a chain in which something waits to be composed, prepared, signed or deployed. */
export function collectionsWithWork(db: Db, projectId: string, chain: string): Promise<CollectionRow[]> {
  return db
    .selectFrom('collections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('state', 'in', ['new', 'wanted', 'deployed'])
    .where('halted', 'is', null)
    .where(
      sql<boolean>`(
        collections.state = 'wanted'
        or exists (select 1 from waiting where waiting.collection_pk = collections.pk and waiting.run_id = '')
        or exists (select 1 from runs where runs.collection_pk = collections.pk and runs.state = 'running')
        or exists (select 1 from batches where batches.collection_pk = collections.pk and batches.state in ('composed', 'prepared') and batches.run_id is null)
        or exists (select 1 from actions where actions.collection_pk = collections.pk and actions.status = 'pending'
                     and actions.kind <> 'collections.create' and actions.transaction_pk is null)
      )`,
    )
    .orderBy('pk')
    .execute()
}

/** Collections of a project on a chain into which something was minted, by the journal or found on the chain, and which are not halted. */
export function mintedCollections(db: Db, projectId: string, chain: string): Promise<CollectionRow[]> {
  return db
    .selectFrom('collections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('state', '=', 'deployed')
    .where('halted', 'is', null)
    .where(
      sql<boolean>`(
        exists (select 1 from batches where batches.collection_pk = collections.pk and batches.state = 'succeeded')
        or exists (select 1 from known_mints where known_mints.collection_pk = collections.pk)
      )`,
    )
    .orderBy('pk')
    .execute()
}

/** Of a collection: anything to do, or anything unsettled. */
const underWay = sql<boolean>`(
  collections.state = 'wanted'
  or exists (select 1 from waiting where waiting.collection_pk = collections.pk and waiting.run_id = '')
  or exists (select 1 from runs where runs.collection_pk = collections.pk and runs.state = 'running')
  or exists (select 1 from batches where batches.collection_pk = collections.pk and batches.state in ('composed', 'prepared', 'signed'))
  or exists (select 1 from actions where actions.collection_pk = collections.pk and actions.status = 'pending')
  or exists (select 1 from transactions where transactions.collection_pk = collections.pk and transactions.state in ('signed', 'sent', 'included'))
)`

/** `collections.pk` of a project's collections with anything to do or anything unsettled. */
export async function collectionsUnderWay(db: Db, projectId: string, chain?: string): Promise<number[]> {
  let query = db.selectFrom('collections').select('pk').where('project_id', '=', projectId).where(underWay)
  if (chain !== undefined) query = query.where('chain', '=', chain)
  return (await query.execute()).map(({ pk }) => pk)
}

/** (project, chain) pairs that have anything to do or anything unsettled, or a collection that a person resumed and that was not compared since. */
export async function queuesWithWork(db: Db): Promise<{ projectId: string; chain: string }[]> {
  const rows = await db
    .selectFrom('collections')
    .select(['project_id', 'chain'])
    .distinct()
    .where((eb) => eb.or([underWay, eb('resumed', '=', 1)]))
    .execute()
  return rows.map((row) => ({ projectId: row.project_id, chain: row.chain }))
}
