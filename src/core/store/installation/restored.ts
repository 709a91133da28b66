import type { Store } from '../sqlite/open.ts'

/**
 * Notes that this database was put back from a backup. Whoever restores says with it that the other copy is gone, so each of its collections may
 * take over once from a writer that the backup does not know; and nobody's session is open any more.
 */
export function noteRestored(db: Store): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('restored_collections')
      .columns(['collection_pk'])
      .expression((eb) => eb.selectFrom('collections').select('pk'))
      .orIgnore()
      .execute()
    await trx.deleteFrom('sessions').execute()
  })
}

/** Whether a collection may still take over, because its database was restored. */
export async function isRestored(db: Store, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('restored_collections')
    .select('collection_pk')
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up what a restored collection may do once. @returns whether it still might */
export async function consumeRestored(db: Store, collectionPk: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('restored_collections')
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
