import type { Store } from '../sqlite/open.ts'

/**
 * Notes that this database was restored from a backup. A person who restores says by it that the other copy is gone, so each collection may take
 * over once from a writer that the backup does not know. All sessions end.
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

/** Uses up the one take-over of a restored collection. @returns whether it was still unused */
export async function consumeRestored(db: Store, collectionPk: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('restored_collections')
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
