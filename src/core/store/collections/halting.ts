import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/**
 * Halts a collection; `reason` null: it goes on.
 * @param resumed for a round of a signer queue: the collections that it knew to be resumed when it looked for reasons. If a person resumed the
 *   collection since, that stands, and the next round looks again.
 */
export async function haltCollection(
  db: Db,
  collectionPk: number,
  reason: string | null,
  resumed?: ReadonlySet<number>,
): Promise<void> {
  await db
    .updateTable('collections')
    .set({ halted: reason })
    .where('pk', '=', collectionPk)
    .$if(resumed !== undefined && !resumed.has(collectionPk), (query) => query.where('resumed', '=', 0))
    .execute()
}

/** A person resumes a halted collection: that stands until the journal was made to agree with the chain. */
export async function resumeCollection(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ halted: null, resumed: 1 }).where('pk', '=', collectionPk).execute()
}

/** Collections of a project on a chain that a person resumed, until `endResume`. */
export async function resumedCollections(db: Db, projectId: string, chain: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('collections')
    .select('pk')
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('resumed', '=', 1)
    .execute()
  return new Set(rows.map(({ pk }) => pk))
}

/** Notes that the journal was made to agree with the chain after a person resumed the collection. */
export async function endResume(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ resumed: 0 }).where('pk', '=', collectionPk).execute()
}
