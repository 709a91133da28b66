import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/**
 * `reason` null: it goes on.
 * @param resumed of a round: collections of which it knew, when it looked for reasons, that a person had said to go on. Where one said so since,
 *   that stands, and the next round looks again.
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

/** A person said to go on with a halted collection: that stands until the chain's word for what it holds was taken. */
export async function resumeCollection(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ halted: null, resumed: 1 }).where('pk', '=', collectionPk).execute()
}

/** Collections of a project on a chain that a person said to go on with. */
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

/** The chain's word for what a collection holds was taken. */
export async function endResume(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ resumed: 0 }).where('pk', '=', collectionPk).execute()
}
