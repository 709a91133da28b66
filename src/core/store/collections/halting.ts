import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/**
 * Halts a collection.
 * @param resumes how often a person had resumed the collections when reasons were looked for (`resumesOf`). If a person resumed the collection since,
 *   that stands, and the next look decides.
 */
export async function haltCollection(
  db: Db,
  collectionPk: number,
  reason: string,
  resumes?: ReadonlyMap<number, number>,
): Promise<void> {
  await db
    .updateTable('collections')
    .set({ halted: reason })
    .where('pk', '=', collectionPk)
    .$if(resumes !== undefined, (query) => query.where('resumes', '=', resumes?.get(collectionPk) ?? 0))
    .execute()
}

/** Replaces the reason for which a collection is halted (null: it goes on), unless it has another one by now. @returns whether it did */
export async function replaceHalt(
  db: Db,
  collectionPk: number,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('collections')
    .set({ halted: to })
    .where('pk', '=', collectionPk)
    .where('halted', 'is', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A person resumes a halted collection: that stands until the journal was made to agree with the chain. */
export async function resumeCollection(db: Db, collectionPk: number): Promise<void> {
  await db
    .updateTable('collections')
    .set(({ eb }) => ({ halted: null, resumed: 1, resumes: eb('resumes', '+', 1) }))
    .where('pk', '=', collectionPk)
    .execute()
}

/** How often a person resumed the collections of a project on a chain; 0 times where there is no entry. */
export async function resumesOf(db: Db, projectId: string, chain: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('collections')
    .select(['pk', 'resumes'])
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('resumes', '>', 0)
    .execute()
  return new Map(rows.map(({ pk, resumes }) => [pk, resumes]))
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
